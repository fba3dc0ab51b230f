import type { Page } from '../database/page.ts';

export interface AuditRecord {
  _id: string;
  tenantId: string;
  at: Date;
  actorId: string;
  actorName: string;
  /** `<resource>.<fn>`, e.g. `certificates.revoke`. */
  action: string;
  /** Id of what it was done to. */
  target?: string;
  details: Record<string, unknown>;
}

export interface AuditLog {
  /** An entry of the given id that stands is not written again. */
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
