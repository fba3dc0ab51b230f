import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@sello/kit';
import type { Filter, Table } from '../database/table.ts';
import { type MailAccountRecord, type MailAccounts, mostRefused, windowsAt } from './mail-accounts.ts';

const keptOutcomes = 100;
const tries = 50;

export function createMailAccounts(accounts: Table<MailAccountRecord>): MailAccounts {
  const { rows } = accounts;
  const get: MailAccounts['get'] = (tenantId) => rows.findOne({ _id: tenantId, tenantId });

  async function open(tenantId: string, now: Date): Promise<MailAccountRecord> {
    const window = { from: now, sent: 0 };
    return (
      (await get(tenantId)) ??
      accounts.insertOnce({ _id: tenantId, tenantId, rev: 0, hour: window, day: window, outcomes: [] })
    );
  }

  /** Applies a change to the current account; concurrent changes are applied one after the other. */
  async function change(
    tenantId: string,
    now: Date,
    next: (account: MailAccountRecord) => Partial<MailAccountRecord> | null,
    unset: { pause?: '' } = {},
  ): Promise<MailAccountRecord> {
    for (let attempt = 0; attempt < tries; attempt++) {
      const account = await open(tenantId, now);
      const fields = next(account);
      if (fields === null) return account;
      const changed = await accounts.findOneAndUpdate(
        { _id: tenantId, tenantId, rev: account.rev },
        { $set: fields, $inc: { rev: 1 }, ...('pause' in unset && { $unset: unset }) },
        { returnDocument: 'after' },
      );
      if (changed) return changed;
      await sleep(Math.random() * 10 * (attempt + 1));
    }
    throw new AppError('unavailable');
  }

  return {
    get,
    async take(tenantId, wanted, { perHour, perDay }, now = new Date()) {
      let granted = 0;
      await change(tenantId, now, (account) => {
        const { hour, day } = windowsAt(account, now);
        const left = Math.min(
          wanted,
          (perHour ?? Number.POSITIVE_INFINITY) - hour.sent,
          (perDay ?? Number.POSITIVE_INFINITY) - day.sent,
        );
        granted = account.pause ? 0 : Math.max(0, left);
        if (granted === 0) return null;
        return {
          hour: { from: hour.from, sent: hour.sent + granted },
          day: { from: day.from, sent: day.sent + granted },
        };
      });
      return granted;
    },
    async giveBack(tenantId, count, now = new Date()) {
      if (count === 0) return;
      await change(tenantId, now, (account) => {
        const { hour, day } = windowsAt(account, now);
        return {
          hour: { from: hour.from, sent: Math.max(0, hour.sent - count) },
          day: { from: day.from, sent: Math.max(0, day.sent - count) },
        };
      });
    },
    noteOutcomes: (tenantId, refused, now = new Date()) =>
      change(tenantId, now, ({ outcomes, pause }) => {
        if (refused.length === 0) return null;
        const last = [...outcomes, ...refused].slice(-keptOutcomes);
        const count = last.filter(Boolean).length;
        const isTooMany = pause === undefined && count > mostRefused;
        return {
          outcomes: last,
          ...(isTooMany && {
            pause: { at: now, reason: `${count} of the last ${last.length} were refused` },
          }),
        };
      }),
    pause: (tenantId, { by, reason }) =>
      change(tenantId, new Date(), () => ({ pause: { at: new Date(), by, reason } })),
    resume: (tenantId) => change(tenantId, new Date(), () => ({ outcomes: [] }), { pause: '' }),
    acrossTenants: {
      async getMany(tenantIds) {
        const found = await rows.find({ _id: { $in: [...tenantIds] } }).toArray();
        return new Map(found.map((account) => [account._id, account]));
      },
      async pausedIds() {
        const found = await rows
          .find({ 'pause.at': { $ne: null } } as Filter<MailAccountRecord>, { projection: { _id: 1 } })
          .toArray();
        return found.map(({ _id }) => _id);
      },
    },
  };
}
