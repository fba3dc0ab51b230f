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

export interface ReportQuery extends ListQuery {
  tenantId?: string | undefined;
  closed?: boolean | undefined;
}

/** What was reported about one certificate. */
export interface ReportedRecord {
  certId: string;
  tenantId: string;
  /** The newest ones that match, at most `serviceLimits.reportsShown`. */
  newest: ReportRecord[];
  /** How many match. */
  total: number;
  open: number;
}

export interface Reports {
  add(tenantId: string, report: NewReport): Promise<ReportRecord>;
  acrossTenants: {
    /** Newest first; of one organization if named. */
    list(query?: ReportQuery): Promise<Page<ReportRecord>>;
    /**
     * By certificate, the one with the newest report first. `limit` and `total` count reports: a certificate stands on
     * the page of its newest one, so that a page may have fewer of them.
     */
    byCertificate(query?: ReportQuery): Promise<Page<ReportedRecord>>;
    /** The number of open reports of each organization; those without any are left out. */
    countOpen(tenantIds: readonly string[]): Promise<Map<string, number>>;
    /** Closes the open reports about a certificate that came until then. Throws `report_not_found` when there is none. */
    close(certId: string, until: Date, userId: string): Promise<void>;
  };
}
