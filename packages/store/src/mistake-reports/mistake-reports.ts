import type { Language, MistakeKind, mistakeReportEntity, RecordOf } from '@sello/contracts';
import type { Letters, LettersDue } from '../letters/letters.ts';

export type MistakeReportRecord = RecordOf<typeof mistakeReportEntity>;

export interface NewMistakeReport {
  certId: string;
  about: MistakeKind;
  text: string;
  email: string;
  language: Language;
  /** 32 hex characters; ignored when the same report is known. */
  token: string;
}

/** A letter is sent while its link works, or once the report is confirmed. */
export interface MistakeReports extends Letters<MistakeReportRecord> {
  get(tenantId: string, reportId: string): Promise<MistakeReportRecord | null>;
  /** Those that the reporter has confirmed, oldest first. */
  listConfirmed(tenantId: string): Promise<MistakeReportRecord[]>;
  /**
   * Writes a report with a queued letter to the reporter. The same words about the same certificate from the same address
   * are the same report: its letter is queued again, with the same link for another day, unless one is under way or the
   * report was confirmed.
   */
  ask(tenantId: string, report: NewMistakeReport, now?: Date): Promise<MistakeReportRecord>;
  acrossTenants: LettersDue<MistakeReportRecord> & {
    /**
     * Confirms the report of a link and queues its letter to the organization. `null` when the link is unknown or has
     * expired, with `only` also when the report is to another organization. Idempotent: the record of the first
     * confirmation is returned again.
     */
    confirm(token: string, only?: string, now?: Date): Promise<MistakeReportRecord | null>;
  };
}
