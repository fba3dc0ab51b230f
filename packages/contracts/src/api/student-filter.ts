import { z } from 'zod';
import { certification } from '../entities/index.ts';
import { day, id } from '../scalars.ts';
import { listQuery } from './define.ts';

/** The value of `templateId` that means students without a template. */
export const noTemplate = 'none';

/** What narrows the list of students, all conditions together: of the list, of a rule, of an export, of counts. */
export const studentFilter = z.object({
  search: listQuery.shape.search,
  /** Only those with a valid certificate, or only those without one. */
  certified: z.boolean().optional(),
  certification: certification.optional(),
  templateId: z.union([id, z.literal(noTemplate)]).optional(),
  /** The English name, as it is stored. */
  country: z.string().max(100).optional(),
  /** Ended on the first day or later, and on the second or earlier. */
  endFrom: day.optional(),
  endTo: day.optional(),
});
export type StudentFilter = z.infer<typeof studentFilter>;

/** The same in a query, where everything is text. */
export const studentFilterQuery = studentFilter.extend({ certified: z.enum(['true', 'false']).optional() });

type FilterQuery = z.infer<typeof studentFilterQuery>;
const names = Object.keys(studentFilter.shape) as (keyof StudentFilter)[];

/** The filter of a query or a rule, without what else it contains. */
export function studentFilterOf(given: StudentFilter | FilterQuery): StudentFilter {
  const filter: Record<string, unknown> = {};
  for (const name of names) {
    const value = given[name];
    if (value !== undefined) filter[name] = name === 'certified' ? String(value) === 'true' : value;
  }
  return filter;
}
