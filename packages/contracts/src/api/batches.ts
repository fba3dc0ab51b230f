import { z } from 'zod';
import { batch, batchItem, itemState } from '../entities/index.ts';
import { accepted, defineApi, done, idOf, page, withPermission } from './define.ts';

export const batchesApi = defineApi('batches', {
  list: {
    method: 'GET',
    access: withPermission('students.view'),
    query: z.object({
      limit: z.coerce.number().int().min(1).max(200).default(20),
      cursor: z.string().max(500).optional(),
      running: z.enum(['true', 'false']).optional(),
    }),
    reply: page(batch),
    fallback: 'Operation failed',
  },
  get: {
    method: 'GET',
    access: withPermission('students.view'),
    query: z.object({
      id: idOf('batch_not_found'),
      state: itemState.optional(),
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
  /** Creates a new batch of the failed rows. */
  retry: {
    method: 'POST',
    access: withPermission('certificates.generate_bulk', 'certificates.download_bulk', 'emails.send_bulk'),
    body: z.object({ id: idOf('batch_not_found') }),
    reply: accepted,
    fallback: 'Operation failed',
    idempotent: true,
  },
});
