import { dkimName, otherSelector } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Filter, Table, Update } from '../database/table.ts';
import type { DomainRecord } from '../domains/domains.ts';
import type {
  DkimKeyRecord,
  DomainMailState,
  DomainMails,
  MailDomainRecord,
  NewDkimKey,
} from './domain-mail.ts';

interface MailTables {
  domains: Table<DomainRecord>;
  dkimKeys: Table<DkimKeyRecord>;
}

const hasMail = (domain: DomainRecord | null): domain is MailDomainRecord => domain?.mail !== undefined;

const missing = (domain: DomainRecord | null): AppError =>
  new AppError(domain === null ? 'domain_not_found' : 'domain_mail_not_set_up');

/** Whether the key that signs next can be found by receivers. */
const hasNextKey = ({ domain, mail }: MailDomainRecord): boolean => {
  const name = dkimName(domain, otherSelector(mail.selector));
  return mail.records.some((record) => record.name === name && record.state === 'correct');
};

export function createDomainMails({ domains, dkimKeys }: MailTables): DomainMails {
  const { rows } = domains;

  const factsOf = (keys: readonly NewDkimKey[], createdAt: Date): DomainMailState['keys'] =>
    keys.map(({ _id, selector, publicKey }) => ({ selector, keyId: _id, publicKey, createdAt }));

  async function insertKeys(
    tenantId: string,
    domainId: string,
    keys: readonly NewDkimKey[],
    createdAt: Date,
  ): Promise<void> {
    for (const { _id, selector, sealedKey } of keys)
      await dkimKeys.insertOnce({ _id, tenantId, domainId, selector, sealedKey, createdAt });
  }

  /**
   * Deletes those of these keys that the domain does not name, as it is stored now: a write whose answer was lost may have
   * named them. Returns the domain.
   */
  async function deleteUnnamed(
    tenantId: string,
    domainId: string,
    ids: readonly string[],
  ): Promise<DomainRecord | null> {
    const domain = await rows.findOne({ _id: domainId, tenantId });
    const named = new Set((domain?.mail?.keys ?? []).map(({ keyId }) => keyId));
    const unnamed = ids.filter((id) => !named.has(id));
    if (unnamed.length > 0) await dkimKeys.deleteMany({ _id: { $in: unnamed }, tenantId });
    return domain;
  }

  /** Applies an update to a domain whose mail is at `rev`; a repeated call of the same `rev` finds nothing. */
  async function updateAt(
    tenantId: string,
    domainId: string,
    rev: number,
    set: Record<string, unknown>,
  ): Promise<MailDomainRecord | null> {
    const updated = await domains.findOneAndUpdate(
      { _id: domainId, tenantId, 'mail.rev': rev } as Filter<DomainRecord>,
      { $set: set } as Update<DomainRecord>,
      { returnDocument: 'after' },
    );
    return hasMail(updated) ? updated : null;
  }

  return {
    async setUp(tenantId, { _id: domainId, domain: name }, { localPart, keys, records, rotatesAt }) {
      const now = new Date();
      // The keys first: a domain never names one that is not there. Keys that no domain names are deleted with the next set-up.
      await insertKeys(tenantId, domainId, keys, now);
      const mail: DomainMailState = {
        ...{ localPart, rev: 1, selector: 's1', rotatesAt, records, isReady: false, misses: 0 },
        keys: factsOf(keys, now),
        dmarc: { finding: 'not_checked', name: `_dmarc.${name}` },
      };
      await domains.updateOne(
        { _id: domainId, tenantId, status: 'verified', mail: { $exists: false } },
        { $set: { mail } },
      );
      const domain = await deleteUnnamed(
        tenantId,
        domainId,
        keys.map(({ _id }) => _id),
      );
      if (hasMail(domain)) return domain;
      throw new AppError(domain === null ? 'domain_not_found' : 'domain_not_verified');
    },
    async setLocalPart(tenantId, localPart) {
      const updated = await domains.findOneAndUpdate(
        { tenantId, mail: { $exists: true } },
        { $set: { 'mail.localPart': localPart } } as Update<DomainRecord>,
        { returnDocument: 'after' },
      );
      if (hasMail(updated)) return updated;
      throw missing(await rows.findOne({ tenantId }));
    },
    async requestRotation(tenantId, now = new Date()) {
      const domain = await rows.findOne({ tenantId });
      if (!hasMail(domain)) throw missing(domain);
      if (!hasNextKey(domain)) throw new AppError('domain_mail_key_missing');
      const asked = await updateAt(tenantId, domain._id, domain.mail.rev, { 'mail.rotatesAt': now });
      return asked ?? domain;
    },
    recordCheck: (tenantId, domainId, rev, { records, dmarc, isReady, misses }) =>
      updateAt(tenantId, domainId, rev, {
        ...{ 'mail.records': records, 'mail.dmarc': dmarc },
        ...{ 'mail.isReady': isReady, 'mail.misses': misses },
      }),
    async rotate(tenantId, { _id: domainId, mail }, { key, records, rotatesAt }) {
      const now = new Date();
      await insertKeys(tenantId, domainId, [key], now);
      const kept = mail.keys.filter(({ selector }) => selector !== key.selector);
      const replaced = mail.keys.filter(({ selector }) => selector === key.selector);
      const rotated = await updateAt(tenantId, domainId, mail.rev, {
        ...{ 'mail.rev': mail.rev + 1, 'mail.selector': otherSelector(key.selector) },
        ...{ 'mail.records': records, 'mail.rotatesAt': rotatesAt, 'mail.misses': 0 },
        'mail.keys': [...kept, ...factsOf([key], now)],
      });
      const ids = [key._id, ...replaced.map(({ keyId }) => keyId)];
      await deleteUnnamed(tenantId, domainId, ids);
      return rotated;
    },
    keyOf: (tenantId, keyId) => dkimKeys.rows.findOne({ _id: keyId, tenantId }),
    acrossTenants: {
      async rotationsDue({ now = new Date(), limit = 50 } = {}) {
        const due = { status: 'verified', 'mail.rotatesAt': { $lte: now } } as Filter<DomainRecord>;
        const found = await rows.find(due).sort({ 'mail.rotatesAt': 1, _id: 1 }).limit(limit).toArray();
        return found.filter(hasMail).filter(hasNextKey);
      },
      eachKey: () => dkimKeys.rows.find({}).sort({ _id: 1 }),
      async replaceKey({ _id, tenantId, sealedKey: former }, sealedKey) {
        const replaced = await dkimKeys.updateOne(
          { _id, tenantId, sealedKey: former },
          { $set: { sealedKey } },
        );
        return replaced.matchedCount === 1;
      },
    },
  };
}
