import { Readable } from 'node:stream';
import { type AuditLine, type auditApi, csvLine, csvStart, dayIn, zoneOf } from '@sello/contracts';
import type { Handler } from '../../http/implement.ts';
import { auditLines } from '../../views/audit.ts';
import { searchOf } from './search.ts';

const linesAtOnce = 500;
const columns = ['time', 'person', 'personId', 'action', 'subject', 'target', 'details', 'network'];

function cellsOf(line: AuditLine): string[] {
  const { at, actorName, actorId, action, subject = '', target = '', details, network = '' } = line;
  const more = Object.keys(details).length === 0 ? '' : JSON.stringify(details);
  return [at, actorName, actorId, action, subject, target, more, network];
}

/** `export` is a reserved word: the handler is exported under another name. Read page by page while it is sent. */
export const exportCsv: Handler<(typeof auditApi.calls)['export']> = async (
  { tenantId, query, person },
  { store, audit },
) => {
  const { tenantId: _, delimiter, ...filters } = query;
  await audit.note(tenantId, person, { action: 'audit.export', details: filters });
  const search = await searchOf(store, tenantId, query);
  // Lines that are written meanwhile, its own among them, are not part of it.
  const now = new Date();
  const before = search.before !== undefined && search.before < now ? search.before : now;

  async function* rows() {
    yield csvStart + csvLine(columns, delimiter);
    let cursor: string | undefined;
    do {
      const asked = { ...search, before, cursor, limit: linesAtOnce, isCounted: false };
      const page = await store.auditLog.list(tenantId, asked);
      const lines = await auditLines(store, tenantId, page.items);
      if (lines.length > 0) yield lines.map((line) => csvLine(cellsOf(line), delimiter)).join('');
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
  }
  const day = dayIn(zoneOf({}, (await store.tenants.get(tenantId)) ?? {}), now);
  return { stream: Readable.from(rows()), fileName: `audit-log_${day}.csv` };
};
