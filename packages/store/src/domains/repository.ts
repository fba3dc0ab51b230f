import { builtInHosting, limits } from '@sello/contracts';
import { AppError, backoffMs, times } from '@sello/kit';
import { isDuplicateKey } from '../database/errors.ts';
import { newId } from '../database/ids.ts';
import { searchFilter } from '../database/keyset.ts';
import { setOrUnset, type Table, type Update } from '../database/table.ts';
import type { DkimKeyRecord } from '../domain-mail/domain-mail.ts';
import type { Tenants } from '../tenants/tenants.ts';
import type { DomainAnswersRecord, DomainRecord, Domains, HostRemovalRecord } from './domains.ts';

interface DomainTables {
  domains: Table<DomainRecord>;
  domainAnswers: Table<DomainAnswersRecord>;
  hostRemovals: Table<HostRemovalRecord>;
  dkimKeys: Table<DkimKeyRecord>;
}

const storedName = (host: string): string => host.toLowerCase().replace(/\.$/, '');

export function createDomains(
  { domains, domainAnswers, hostRemovals, dkimKeys }: DomainTables,
  tenants: Pick<Tenants, 'noteLapse' | 'noteIssuerChange'>,
): Domains {
  const { rows } = domains;
  const isOthers = async (tenantId: string, domain: string) =>
    (await rows.findOne({ domain, status: 'verified', tenantId: { $ne: tenantId } })) !== null;

  /** A proof of identity ends with the domain: its end is stored with the organization before the domain is deleted. */
  async function noteLapse(
    { tenantId, domain, status, verifiedSince, verifiedAt }: DomainRecord,
    lapsedAt: Date,
  ): Promise<void> {
    const since = verifiedSince ?? verifiedAt;
    if (status === 'verified' && since)
      await tenants.noteLapse(tenantId, { kind: 'domain', domain, since, lapsedAt });
  }

  /** What is left of a claim that is gone: answers and keys; those of `domainId` are kept. */
  async function removeRest(tenantId: string, domainId?: string): Promise<void> {
    const ofGone = { tenantId, ...(domainId !== undefined && { domainId: { $ne: domainId } }) };
    await dkimKeys.deleteMany(ofGone);
    await domainAnswers.deleteMany(ofGone);
  }

  return {
    of: (tenantId) => rows.findOne({ tenantId }),
    get: (tenantId, domainId) => rows.findOne({ _id: domainId, tenantId }),
    async add(tenantId, { _id = newId(), domain, token, dnsRecords, hosting }) {
      if (await isOthers(tenantId, domain)) throw new AppError('domain_in_use');
      const now = new Date();
      try {
        const added = await domains.insertOnce({
          _id,
          tenantId,
          domain,
          token,
          status: 'pending',
          settings: { useInEmails: false, useInVerification: false, useInOnboarding: false },
          dnsRecords,
          createdAt: now,
          pendingSince: now,
          misses: 0,
          checks: 0,
          nextCheckAt: now,
          hosting: hosting ?? { state: 'configured', provider: builtInHosting, at: now },
        });
        await removeRest(tenantId, added._id);
        return added;
      } catch (error) {
        throw isDuplicateKey(error) ? new AppError('domain_exists', { cause: error }) : error;
      }
    },
    async remove(tenantId) {
      const before = await rows.findOne({ tenantId });
      if (before) await noteLapse(before, new Date());
      if (before && before.hosting.provider !== builtInHosting) {
        const { _id, domain } = before;
        await hostRemovals.insertOnce({ _id, tenantId, domain, attempts: 0, dueAt: new Date() });
      }
      const isRemoved = await domains.deleteOne({ tenantId });
      await removeRest(tenantId);
      await tenants.noteIssuerChange(tenantId);
      return isRemoved;
    },
    async updateSettings(tenantId, settings) {
      const given = Object.entries(settings).filter(([, value]) => value !== undefined);
      const wanted = Object.fromEntries(given.map(([name, value]) => [`settings.${name}`, value]));
      const updated =
        given.length === 0
          ? await rows.findOne({ tenantId, status: 'verified' })
          : await domains.findOneAndUpdate(
              { tenantId, status: 'verified' },
              { $set: wanted as Partial<DomainRecord> },
              { returnDocument: 'after' },
            );
      if (updated) {
        // The links in cached answers depend on the settings.
        await tenants.noteIssuerChange(tenantId);
        return updated;
      }
      throw new AppError((await rows.findOne({ tenantId })) ? 'domain_not_verified' : 'domain_not_found');
    },
    async requestCheck(tenantId, now = new Date()) {
      const again = {
        $set: { status: 'pending' as const, pendingSince: now, misses: 0 },
        $unset: { lapse: '' as const },
      };
      await domains.updateOne({ tenantId, status: 'failed' }, again);
      const asked = await domains.findOneAndUpdate(
        { tenantId },
        { $set: { nextCheckAt: now } },
        { returnDocument: 'after' },
      );
      if (!asked) throw new AppError('domain_not_found');
      return asked;
    },
    async recordCheck(tenantId, domainId, { status, dnsRecords, misses, nextCheckAt, checkedAt }) {
      const before = await rows.findOne({ _id: domainId, tenantId });
      if (before === null) return null;
      const wasVerified = before.status === 'verified';
      const write = async (given: typeof status) => {
        if (given !== 'verified') await noteLapse(before, checkedAt);
        const since = wasVerified ? (before.verifiedSince ?? before.verifiedAt ?? checkedAt) : checkedAt;
        const written = await domains.findOneAndUpdate(
          { _id: domainId, tenantId },
          {
            ...(setOrUnset({
              status: given,
              dnsRecords,
              misses,
              checkedAt,
              nextCheckAt,
              ...(given === 'verified' && { verifiedAt: checkedAt }),
              verifiedSince: given === 'verified' ? since : undefined,
              ...(wasVerified && given !== 'verified' && { lapse: { since, at: checkedAt } }),
            }) as Update<DomainRecord>),
            $inc: { checks: 1 },
          },
          { returnDocument: 'after' },
        );
        await tenants.noteIssuerChange(tenantId);
        return written;
      };
      try {
        return await write(status);
      } catch (error) {
        if (status !== 'verified' || !isDuplicateKey(error)) throw error;
        return write('failed');
      }
    },
    replaceRecords: (tenantId, { _id, checks }, dnsRecords) =>
      domains.findOneAndUpdate(
        { _id, tenantId, checks },
        { $set: { dnsRecords } },
        { returnDocument: 'after' },
      ),
    setHosting: (tenantId, domainId, hosting) =>
      domains.findOneAndUpdate(
        { _id: domainId, tenantId },
        { $set: { hosting } },
        { returnDocument: 'after' },
      ),
    async noteAnswers(tenantId, domainId, answers) {
      for (const { type, name, purpose, answer } of answers) {
        await domainAnswers.findOneAndUpdate(
          { _id: `${domainId} ${type} ${name}`, tenantId, domainId },
          {
            $setOnInsert: { type, name, purpose },
            $push: { answers: { $each: [answer], $slice: -limits.dnsAnswersKept } },
          },
          { returnDocument: 'after', upsert: true, projection: { tenantId: 1 } },
        );
      }
    },
    answers: (tenantId, domainId) =>
      domainAnswers.rows.find({ tenantId, domainId }).sort({ _id: 1 }).toArray(),
    async endHostRemoval(tenantId, removalId) {
      await hostRemovals.deleteOne({ _id: removalId, tenantId });
    },
    acrossTenants: {
      isClaimed: async (domain) => (await rows.findOne({ domain }, { projection: { _id: 1 } })) !== null,
      async hostRemovalsDue({ now = new Date(), limit = 50 } = {}) {
        const waiting = await hostRemovals.rows
          .find({ dueAt: { $lte: now } })
          .sort({ dueAt: 1 })
          .limit(limit)
          .toArray();
        const mine: HostRemovalRecord[] = [];
        for (const { _id, attempts, dueAt } of waiting) {
          const taken = await hostRemovals.findOneAndUpdate(
            { _id, dueAt },
            {
              $set: { dueAt: new Date(now.getTime() + backoffMs(attempts + 1, times.hostRemovalAgain)) },
              $inc: { attempts: 1 },
            },
            { returnDocument: 'after' },
          );
          if (taken) mine.push(taken);
        }
        return mine;
      },
      async due({ now = new Date(), limit = 50, leaseMs, beforeLease }) {
        const waiting = await rows
          .find({ nextCheckAt: { $lte: now } })
          .sort({ nextCheckAt: 1 })
          .limit(limit)
          .toArray();
        const mine: DomainRecord[] = [];
        for (const domain of waiting) {
          const { _id, nextCheckAt } = domain;
          await beforeLease?.(domain);
          const taken = await domains.findOneAndUpdate(
            { _id, nextCheckAt: nextCheckAt! },
            { $set: { nextCheckAt: new Date(now.getTime() + leaseMs) } },
            { returnDocument: 'after' },
          );
          if (taken) mine.push(taken);
        }
        return mine;
      },
      async ofMany(tenantIds) {
        const found = await rows.find({ tenantId: { $in: [...tenantIds] } }).toArray();
        return new Map(found.map((domain) => [domain.tenantId, domain]));
      },
      async named(words) {
        const found = new Map(words.map((word) => [word, new Set<string>()]));
        if (found.size === 0) return found;
        const either = [...found.keys()].flatMap((word) => searchFilter('domain', word));
        const projection = { tenantId: 1, domain: 1 } as const;
        for (const { tenantId, domain } of await rows.find({ $or: either }, { projection }).toArray())
          for (const [word, tenantIds] of found) if (domain.includes(word)) tenantIds.add(tenantId);
        return found;
      },
      async verifiedTenantIds() {
        const found = await rows.find({ status: 'verified' }, { projection: { tenantId: 1 } }).toArray();
        return found.map(({ tenantId }) => tenantId);
      },
      byHost: (host) => rows.findOne({ domain: storedName(host), status: 'verified' }),
      byHosts: (hosts) => rows.find({ domain: { $in: hosts.map(storedName) }, status: 'verified' }).toArray(),
    },
  };
}
