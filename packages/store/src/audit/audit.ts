import type { auditEntity, RecordOf } from '@sello/contracts';
import type { Page } from '../database/page.ts';

export type AuditRecord = RecordOf<typeof auditEntity>;

export interface AuditLog {
  /** Idempotent when `_id` is given. */
  append(
    tenantId: string,
    entry: {
      _id?: string | undefined;
      actorId: string;
      actorName: string;
      action: string;
      target?: string | undefined;
      details?: Record<string, unknown> | undefined;
    },
  ): Promise<void>;
  /** Newest first. */
  list(
    tenantId: string,
    query?: { limit?: number | undefined; cursor?: string | undefined },
  ): Promise<Page<AuditRecord>>;
}
