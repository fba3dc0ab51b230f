import {
  type DkimSelector,
  defaultLocalPart,
  dkimKeyMs,
  dkimSelectors,
  hostOfAddress,
  mailRecordsFor,
} from '@sello/contracts';
import { AppError } from '@sello/kit';
import { generateDkimKey } from '@sello/proof';
import { type DomainRecord, type NewDkimKey, newId } from '@sello/store';
import type { Context } from '../context.ts';

type MailContext = Pick<Context, 'store' | 'lock' | 'mailFrom' | 'dkimWrappingKey'>;

/**
 * The domain with its DKIM keys and mail records, which are made on the first call. Throws `domain_not_verified`,
 * `rate_limited` while the organization's keys are being made.
 */
export async function setUpMail(context: MailContext, domain: DomainRecord): Promise<DomainRecord> {
  if (domain.mail !== undefined) return domain;
  if (domain.status !== 'verified') throw new AppError('domain_not_verified');
  const { tenantId, domain: name } = domain;
  const make = () => Promise.all(dkimSelectors.map((selector) => newKey(context, tenantId, selector)));
  const keys = await context.lock.hold(`DKIM keys ${tenantId}`, { busy: 'rate_limited' }, make);
  return context.store.domainMails.setUp(tenantId, domain, {
    localPart: defaultLocalPart,
    keys,
    records: mailRecordsFor(name, keys, hostOfAddress(context.mailFrom)),
    rotatesAt: new Date(Date.now() + dkimKeyMs),
  });
}

async function newKey(
  { dkimWrappingKey }: Pick<MailContext, 'dkimWrappingKey'>,
  tenantId: string,
  selector: DkimSelector,
): Promise<NewDkimKey> {
  const keyId = newId();
  const made = await generateDkimKey({ tenantId, keyId, publicWrappingKey: dkimWrappingKey });
  return { _id: keyId, selector, ...made };
}
