import { z } from 'zod';
import { type ErrorCode, errorTable } from './errors.ts';

export const errorCode = z.enum(Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]]);

/** The response body of a failed call. */
export const errorBody = z.object({
  error: z.string(),
  code: z.string(),
  requestId: z.string(),
  details: z.record(z.string(), z.unknown()).optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;

/** The error of one row: stored with its batch item and shown next to the student's name. */
export const rowError = z.object({
  code: errorCode,
  message: z.string(),
  details: z.record(z.string(), z.unknown()).optional(),
});
export type RowError = z.infer<typeof rowError>;
