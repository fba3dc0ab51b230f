import type { MistakeKind, RecordOf, reportEntity } from '@sello/contracts';
import type { ListQuery, Page } from '../database/page.ts';

export type ReportRecord = RecordOf<typeof reportEntity>;

export interface NewReport {
  /** Given by a caller that may retry. */
  _id?: string | undefined;
  certId: string;
  text: string;
  email?: string | undefined;
  /** A mistake that was meant for the organization. */
  mistake?: MistakeKind | undefined;
}

export interface Reports {
  add(tenantId: string, report: NewReport): Promise<ReportRecord>;
  acrossTenants: {
    /** Newest first; of one organization if named. */
    list(
      query?: ListQuery & { tenantId?: string | undefined; closed?: boolean | undefined },
    ): Promise<Page<ReportRecord>>;
    /** The number of open reports of each organization; those without any are left out. */
    countOpen(tenantIds: readonly string[]): Promise<Map<string, number>>;
    /** Throws `report_not_found`. */
    close(reportId: string, userId: string): Promise<void>;
  };
}
