import { type BriefStudent, studentsApi } from '@sello/contracts';
import { activeClient } from '../../../api/tenant-client.ts';

/** As many as the call takes. */
const together = 200;

/** What bulk actions need of these students; those who are gone are left out. */
export async function briefsOf(ids: readonly string[], { call } = activeClient()): Promise<BriefStudent[]> {
  const found: BriefStudent[] = [];
  for (let start = 0; start < ids.length; start += together) {
    const query = { ids: ids.slice(start, start + together).join(',') };
    found.push(...(await call(studentsApi, 'list-brief', { query })).items);
  }
  return found;
}
