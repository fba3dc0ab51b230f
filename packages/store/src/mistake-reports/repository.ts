import { createHash } from 'node:crypto';
import { limits, type StoredLetter, serviceLimits } from '@sello/contracts';
import { newId } from '../database/ids.ts';
import type { Filter, Table } from '../database/table.ts';
import { createLetters } from '../letters/repository.ts';
import type { MistakeReportRecord, MistakeReports, NewMistakeReport } from './mistake-reports.ts';

const after = (now: Date, ms: number) => new Date(now.getTime() + ms);
const queued = (now: Date): StoredLetter => ({ id: newId(), state: 'queued', at: now, attempts: 0 });

/** The same for the same report of the same organization. */
function idOf(tenantId: string, { certId, about, text, email }: NewMistakeReport): string {
  const content = JSON.stringify([tenantId, certId, about, text, email.toLowerCase()]);
  return createHash('sha256').update(content).digest('hex').slice(0, 24);
}

export function createMistakeReports(reports: Table<MistakeReportRecord>): MistakeReports {
  const { rows } = reports;
  const { lettersDue, ...letters } = createLetters(reports, {
    open: (now) => ({ $or: [{ confirmedAt: { $exists: true } }, { expiresAt: { $gt: now } }] }),
    alive: {},
  });
  return {
    ...letters,
    get: (tenantId, reportId) => rows.findOne({ _id: reportId, tenantId }),
    listConfirmed: (tenantId) =>
      rows
        .find({ tenantId, confirmedAt: { $exists: true } } as Filter<MistakeReportRecord>)
        .sort({ confirmedAt: 1, _id: 1 })
        .toArray(),
    async ask(tenantId, report, now = new Date()) {
      const lasting = {
        expiresAt: after(now, limits.reportLinkMs),
        keptUntil: after(now, limits.reportLinkMs + serviceLimits.reportUnconfirmedKeptMs),
      };
      const email = report.email.toLowerCase();
      const asked = await reports.insertOnce({
        ...{ ...report, _id: idOf(tenantId, report), tenantId, email, at: now },
        ...{ letter: queued(now), ...lasting },
      });
      const { _id, letter } = asked;
      const isUnderWay = letter.state === 'queued' || letter.state === 'sending';
      if ((isUnderWay && asked.expiresAt > now) || asked.confirmedAt !== undefined) return asked;
      const again = {
        _id,
        tenantId,
        confirmedAt: { $exists: false },
        'letter.id': letter.id,
        'letter.state': letter.state,
      };
      await reports.updateOne(again as unknown as Filter<MistakeReportRecord>, {
        $set: { letter: queued(now), ...lasting },
      });
      return (await rows.findOne({ _id, tenantId })) ?? asked;
    },
    acrossTenants: {
      lettersDue,
      async confirm(token, only, now = new Date()) {
        const of = { token, ...(only !== undefined && { tenantId: only }) };
        const open = { ...of, confirmedAt: { $exists: false }, expiresAt: { $gt: now } };
        const confirmed = await reports.findOneAndUpdate(
          open as unknown as Filter<MistakeReportRecord>,
          {
            $set: {
              confirmedAt: now,
              letter: queued(now),
              keptUntil: after(now, serviceLimits.reportKeptMs),
            },
          },
          { returnDocument: 'after' },
        );
        if (confirmed) return confirmed;
        const known = await rows.findOne({ token });
        return known?.confirmedAt ? known : null;
      },
    },
  };
}
