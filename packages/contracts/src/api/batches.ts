import { z } from 'zod';
import { batch, batchItem, batchKind, itemState } from '../entities/index.ts';
import { id, moment } from '../scalars.ts';
import { accepted, defineApi, done, idOf, page, withPermission } from './define.ts';

/** What of the batches is listed: `failed` has failed rows, `done` has none. */
export const batchFilterState = z.enum(['running', 'failed', 'done', 'cancelled']);
export type BatchFilterState = z.infer<typeof batchFilterState>;

/** What became of an e-mail; `unsent`: nothing was handed to a mail server. */
export const emailOutcome = z.enum(['accepted', 'refused', 'unknown', 'unsent']);
export type EmailOutcome = z.infer<typeof emailOutcome>;

export const batchesApi = defineApi('batches', {
  list: {
    method: 'GET',
    access: withPermission('students.view'),
    query: z.object({
      limit: z.coerce.number().int().min(1).max(200).default(20),
      cursor: z.string().max(500).optional(),
      running: z.enum(['true', 'false']).optional(),
      kind: batchKind.optional(),
      state: batchFilterState.optional(),
      /** The id of the person who started them. */
      createdBy: id.optional(),
      /** Started at or after the first moment and before the second. */
      from: moment.optional(),
      before: moment.optional(),
    }),
    reply: page(batch),
    fallback: 'Operation failed',
  },
  /** When the organization's first batch was started, and who has started any, by name. */
  starters: {
    method: 'GET',
    access: withPermission('students.view'),
    reply: z.object({ since: moment.nullable(), items: z.array(z.object({ _id: id, name: z.string() })) }),
    fallback: 'Operation failed',
  },
  get: {
    method: 'GET',
    access: withPermission('students.view'),
    query: z.object({
      id: idOf('batch_not_found'),
      state: itemState.optional(),
      /** Of an e-mail batch. */
      outcome: emailOutcome.optional(),
      limit: z.coerce.number().int().min(0).max(1000).default(50),
      cursor: z.string().max(500).optional(),
    }),
    /** The batch and one page of its rows, by index. */
    reply: z.object({ batch, items: z.array(batchItem), nextCursor: z.string().nullable() }),
    nullOn: 'batch_not_found',
    fallback: 'Operation failed',
  },
  cancel: {
    method: 'POST',
    access: withPermission('certificates.generate_bulk', 'certificates.download_bulk', 'emails.send_bulk'),
    body: z.object({ id: idOf('batch_not_found') }),
    reply: done,
    fallback: 'Operation failed',
  },
  /** Creates a new batch of the failed rows, without e-mails that may have arrived: those are for `resend`. */
  retry: {
    method: 'POST',
    access: withPermission('certificates.generate_bulk', 'certificates.download_bulk', 'emails.send_bulk'),
    /** `rows`: only those that may succeed when they are tried again as they are; default: all that failed. */
    body: z.object({ id: idOf('batch_not_found'), rows: z.literal('repeatable').optional() }),
    reply: accepted,
    fallback: 'Operation failed',
    idempotent: true,
  },
  /**
   * Sends the certificates of these rows of an e-mail batch once more, to the addresses that the records have now: of rows
   * that were refused or whose outcome is unknown. Without `indexes` of all whose outcome is unknown.
   */
  resend: {
    method: 'POST',
    access: withPermission('emails.send_bulk'),
    body: z.object({
      id: idOf('batch_not_found'),
      indexes: z.array(z.int().min(0)).min(1).max(1_000).optional(),
    }),
    reply: accepted,
    fallback: 'Operation failed',
    idempotent: true,
  },
});
