import { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import { issueError } from '../field-error.ts';
import { limits } from '../limits.ts';
import { id, moment } from '../scalars.ts';
import { studentFilter } from './student-filter.ts';

/**
 * A choice of everybody whom a search and a filter match, as a rule instead of a list of ids. The server resolves it when the call
 * is made: whoever was deleted since is left out, and whoever was added since is too, unless the person takes them in.
 */
export const selectionRule = studentFilter.extend({
  /** Students who match and are not chosen. */
  except: z.array(id).max(limits.bulkStudents).default([]),
  /** When the choice was made, by the server's clock: `madeAt` of `students.selection-counts`. */
  madeAt: moment,
  /** How many students the person saw chosen. Never more than these are taken without asking. */
  count: z.int().min(0),
  /**
   * What to do with students who were added since: without it the call is refused with `selection_grew` if there are
   * any.
   */
  added: z.enum(['leave', 'take']).optional(),
});
export type SelectionRule = z.infer<typeof selectionRule>;
export type SelectionRuleInput = z.input<typeof selectionRule>;

/** Somebody who added students, in the details of `selection_grew`. */
const selectionAdder = z.object({
  name: z.string(),
  how: z.enum(['import', 'form']),
  count: z.int(),
});

/** The details of `selection_grew`. */
export const selectionGrowth = z.object({
  /** How many the person saw, how many of those who match now were there then, and how many match now. */
  seen: z.int(),
  count: z.int(),
  total: z.int(),
  /** How many more there are than the person saw. */
  added: z.int(),
  /** Who added students of the organization since, whatever their names: of a search it may be more than `added`. */
  by: z.array(selectionAdder),
});
export type SelectionGrowth = z.infer<typeof selectionGrowth>;

/** How many students a rule chooses, and how many of them the bulk actions apply to. */
export const selectionCounts = z.object({
  count: z.int(),
  certified: z.int(),
  /** With a valid certificate and an e-mail. */
  reachable: z.int(),
  /** With an e-mail. */
  withEmail: z.int(),
  /** By template; without `templateId` those who have none. The most frequent one first. */
  templates: z.array(z.object({ templateId: id.optional(), count: z.int() })),
  /** The moment of the count, or the one that was given. */
  madeAt: moment,
});
export type SelectionCounts = z.infer<typeof selectionCounts>;

/** A body that has either the field `name`, whose absence is the error `missing`, or a selection. */
export function orSelection<Shape extends z.ZodRawShape>(
  shape: Shape,
  name: keyof Shape & string,
  missing: ErrorCode,
) {
  return z.object({ ...shape, selection: selectionRule.optional() }).superRefine((body, context) => {
    const given = body as Record<string, unknown>;
    const isNamed = given[name] !== undefined;
    if (isNamed !== (given.selection !== undefined)) return;
    const error = isNamed ? {} : { params: issueError(missing) };
    context.addIssue({ code: 'custom', path: [name], message: 'either this or a selection', ...error });
  });
}
