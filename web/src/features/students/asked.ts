import { type BriefStudent, batchesApi } from '@sello/contracts';
import type { TFunction } from 'i18next';
import type { TenantClient } from '../../api/tenant-client.ts';
import { toast } from '../../ui/toast/queue.ts';
import { briefsOf } from './many/briefs.ts';
import type { Open } from './open.ts';

const rowsAtOnce = 1_000;

/** The students of an address that asks to issue for one, or for those for whom a batch failed. */
async function askedStudents(query: URLSearchParams, client: TenantClient): Promise<BriefStudent[]> {
  const one = query.get('issue');
  if (one) return briefsOf([one], client);
  const batchId = query.get('issueOf') ?? '';
  const ids = new Set<string>();
  let cursor: string | undefined;
  do {
    const page = await client.call(batchesApi, 'get', {
      query: { id: batchId, state: 'failed', limit: rowsAtOnce, ...(cursor && { cursor }) },
    });
    for (const { studentId } of page?.items ?? []) if (studentId) ids.add(studentId);
    cursor = page?.nextCursor ?? undefined;
  } while (cursor);
  return briefsOf([...ids], client);
}

/** Opens the dialog that issues for the students of an address; says so when none of them is left. */
export async function openGenerating(
  { query, client }: { query: URLSearchParams; client: TenantClient },
  onOpen: (open: Open) => void,
  t: TFunction,
): Promise<void> {
  const students = await askedStudents(query, client);
  if (students.length > 0) onOpen({ is: 'generate', students });
  else toast({ tone: 'info', title: t('students.nobodyLeft') });
}
