import { z } from 'zod';
import { id } from './scalars.ts';

export const preflightCounts = {
  total: z.int(),
  checked: z.int(),
  /** Rows that cannot be issued. */
  cannot: z.int(),
  /** Rows that can, and print differently from what was drawn. */
  remarks: z.int(),
};

export const preflightProgressState = z.enum(['running', 'done', 'failed']);

/** Progress of a preflight: counts and ids, never names. */
export const preflightEvent = z.strictObject({
  ...{ tenantId: id, preflightId: id },
  state: preflightProgressState,
  ...preflightCounts,
});
export type PreflightEvent = z.infer<typeof preflightEvent>;
