import type { RecordOf } from './entities/define.ts';
import { type DkimSelector, dkimSelectors } from './entities/domain-mail.ts';
import type { domainEntity } from './entities/domains.ts';

type StoredRecord = RecordOf<typeof domainEntity>['dnsRecords'][number];

/** For how long one DKIM key signs, ms. */
export const dkimKeyMs = 180 * 24 * 60 * 60_000;

/** The value of the SPF record (RFC 7208) that lets the mail servers of the platform's sender send for a domain. */
const spfValue = (senderHost: string): string => `v=spf1 include:${senderHost} ~all`;

/** The value of the record of a DKIM key (RFC 6376, 3.6.1); the public key is SubjectPublicKeyInfo in base 64. */
const dkimValue = (publicKey: string): string => `v=DKIM1; k=rsa; p=${publicKey}`;

export const dkimName = (domain: string, selector: DkimSelector): string =>
  `${selector}._domainkey.${domain}`;

/**
 * The records that a domain needs before e-mails are sent in its name: SPF, then both keys. `senderHost` is the domain of
 * the platform's sender address.
 */
export function mailRecordsFor(
  domain: string,
  keys: readonly { selector: DkimSelector; publicKey: string }[],
  senderHost: string,
): StoredRecord[] {
  const unchecked = { type: 'TXT', state: 'unknown', reason: 'not_checked' } as const;
  return [
    { ...unchecked, purpose: 'spf', name: domain, value: spfValue(senderHost) },
    ...dkimSelectors.flatMap((selector): StoredRecord[] => {
      const key = keys.find((one) => one.selector === selector);
      if (key === undefined) return [];
      const value = dkimValue(key.publicKey);
      return [{ ...unchecked, purpose: 'dkim', name: dkimName(domain, selector), value }];
    }),
  ];
}

export const hostOfAddress = (address: string): string => address.slice(address.lastIndexOf('@') + 1);
