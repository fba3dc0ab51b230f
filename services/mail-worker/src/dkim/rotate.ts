import { dkimKeyMs, hostOfAddress, mailRecordsFor } from '@sello/contracts';
import type { Logger, Secret } from '@sello/kit';
import { generateDkimKey, publicHalfOf } from '@sello/proof';
import type { Queue } from '@sello/queue';
import { type MailDomainRecord, newId, type Store } from '@sello/store';

export interface RotationDependencies {
  store: Pick<Store, 'domainMails'>;
  queue: Pick<Queue<'mail-worker'>, 'publish'>;
  from: string;
  wrappingKeys: Secret<string[]>;
  log: Logger;
}

/**
 * Changes the DKIM keys that are due: the other key signs from now on, and a new one takes the place of the one that did,
 * whose record the owner then enters. Messages on their way still find the old record, which stays until then.
 */
export async function rotateDueKeys(dependencies: RotationDependencies): Promise<void> {
  for (const domain of await dependencies.store.domainMails.acrossTenants.rotationsDue())
    await rotateKey(domain, dependencies);
}

async function rotateKey(
  domain: MailDomainRecord,
  { store, queue, from, wrappingKeys, log }: RotationDependencies,
): Promise<void> {
  const { tenantId, mail, domain: name } = domain;
  const { selector } = mail;
  const keyId = newId();
  const publicWrappingKey = publicHalfOf(wrappingKeys.reveal()[0]!);
  const key = {
    ...{ _id: keyId, selector },
    ...(await generateDkimKey({ tenantId, keyId, publicWrappingKey })),
  };
  const keys = [...mail.keys.filter((one) => one.selector !== selector), key];
  const known = new Map(mail.records.map((record) => [`${record.name} ${record.value}`, record]));
  const records = mailRecordsFor(name, keys, hostOfAddress(from)).map(
    (record) => known.get(`${record.name} ${record.value}`) ?? record,
  );
  const rotatesAt = new Date(Date.now() + dkimKeyMs);
  const rotated = await store.domainMails.rotate(tenantId, domain, { key, records, rotatesAt });
  if (rotated === null) return;
  log.info({ tenantId, domainId: domain._id, selector: rotated.mail.selector }, 'the DKIM keys were changed');
  await queue.publish('domain', { tenantId, status: rotated.status });
}
