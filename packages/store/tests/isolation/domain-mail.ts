import { mailRecordsFor } from '@sello/contracts';
import { type MailDomainRecord, newId, type Store } from '../../src/index.ts';

interface Mine {
  domain: MailDomainRecord;
}
type Attack = (store: Store, other: string, mine: Mine) => unknown;

const key = () => ({ _id: newId(), selector: 's1' as const, publicKey: 'p', sealedKey: 'x' });

/** The functions on the e-mails of a domain, called for another organization with the ids of this one. */
export const domainMails: Record<string, Attack> = {
  setUp: (s, other, { domain }) =>
    s.domainMails.setUp(other, domain, {
      ...{ localPart: 'stolen', keys: [key()], rotatesAt: new Date() },
      records: mailRecordsFor(domain.domain, [key()], 'evil.test'),
    }),
  setLocalPart: (s, other) => s.domainMails.setLocalPart(other, 'stolen'),
  requestRotation: (s, other) => s.domainMails.requestRotation(other),
  recordCheck: (s, other, { domain: { _id, mail } }) =>
    s.domainMails.recordCheck(other, _id, mail.rev, { ...mail, isReady: false, misses: 2 }),
  rotate: (s, other, { domain }) =>
    s.domainMails.rotate(other, domain, { key: key(), records: [], rotatesAt: new Date() }),
  keyOf: (s, other, { domain }) => s.domainMails.keyOf(other, domain.mail.keys[0]!.keyId),
};
