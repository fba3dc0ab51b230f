import { type BriefStudent, batchesApi } from '@sello/contracts';
import { call } from '../../api/index.ts';
import { briefsOf } from './many/briefs.ts';

const rowsAtOnce = 1_000;

/** The students of an address that asks to issue for one, or for those for whom a batch failed. */
export async function askedStudents(query: URLSearchParams): Promise<BriefStudent[]> {
  const one = query.get('issue');
  if (one) return briefsOf([one]);
  const batchId = query.get('issueOf') ?? '';
  const ids = new Set<string>();
  let cursor: string | undefined;
  do {
    const page = await call(batchesApi, 'get', {
      query: { id: batchId, state: 'failed', limit: rowsAtOnce, ...(cursor && { cursor }) },
    });
    for (const { studentId } of page?.items ?? []) if (studentId) ids.add(studentId);
    cursor = page?.nextCursor ?? undefined;
  } while (cursor);
  return briefsOf([...ids]);
}
