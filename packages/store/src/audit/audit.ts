import type { auditEntity, RecordOf } from '@sello/contracts';
import type { Page } from '../database/page.ts';

export type AuditRecord = RecordOf<typeof auditEntity>;

export interface NewAuditEntry {
  actorId: string;
  actorName: string;
  action: string;
  target?: string | undefined;
  /** The /24 or /48 that the request came from. */
  network?: string | undefined;
  details?: Record<string, unknown> | undefined;
}

export interface AuditQuery {
  actorId?: string | undefined;
  actions?: readonly string[] | undefined;
  from?: Date | undefined;
  /** Exclusive. */
  before?: Date | undefined;
  /** Each word must be in the actor's name or in the details, whatever its case, or the target must be one of `targets`. */
  search?: string | undefined;
  targets?: readonly string[] | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
  isCounted?: boolean | undefined;
}

export interface AuditLog {
  /** Idempotent when `_id` is given: of entries with the same id the first one is kept. */
  append(tenantId: string, entry: NewAuditEntry & { _id?: string | undefined }): Promise<void>;
  /** Newest first. */
  list(tenantId: string, query?: AuditQuery): Promise<Page<AuditRecord>>;
  /** Everybody who is in the log, by name; somebody who has changed their name once, by one of the names. */
  actors(tenantId: string): Promise<{ id: string; name: string }[]>;
  acrossTenants: {
    /** Appends the same entry to the logs of many organizations. Idempotent with the same `_id`, which none of them has. */
    append(tenantIds: readonly string[], entry: NewAuditEntry & { _id?: string | undefined }): Promise<void>;
  };
}
