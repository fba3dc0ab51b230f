import type { mailAccountEntity, RecordOf } from '@sello/contracts';
/** How many e-mails an organization has sent lately, and whether it may send more. One record per organization. */
export type MailAccountRecord = RecordOf<typeof mailAccountEntity>;

export type MailWindow = MailAccountRecord['hour'];

/** Mails that may be sent; `null` is no limit. */
export interface MailQuota {
  perHour: number | null;
  perDay: number | null;
}

/** More refused mails than this among the last hundred pause an organization's mail. */
export const mostRefused = 10;

export interface MailAccounts {
  /** `null` when the organization never sent anything. */
  get(tenantId: string): Promise<MailAccountRecord | null>;
  /** Takes up to `wanted` mails from the quota and returns how many; 0 while the mail is paused. */
  take(tenantId: string, wanted: number, quota: MailQuota, now?: Date): Promise<number>;
  /** Returns unused mails to the quota. */
  giveBack(tenantId: string, count: number, now?: Date): Promise<void>;
  /**
   * Stores the outcomes of mails (true = refused) and pauses the mail when more than `mostRefused` of the last hundred
   * were refused; returns the account. Outcomes from before a resumed pause do not count again.
   */
  noteOutcomes(tenantId: string, refused: readonly boolean[], now?: Date): Promise<MailAccountRecord>;
  pause(tenantId: string, pause: { by: string; reason: string }): Promise<MailAccountRecord>;
  /** Also drops the outcomes: the next hundred decide. */
  resume(tenantId: string): Promise<MailAccountRecord>;
  /** The accounts of these organizations, by id. */
  acrossTenants: {
    getMany(tenantIds: readonly string[]): Promise<Map<string, MailAccountRecord>>;
    pausedIds(): Promise<string[]>;
  };
}

/** The windows at a given time: an expired window starts again with the next mail. */
export function windowsAt(
  { hour, day }: Pick<MailAccountRecord, 'hour' | 'day'>,
  now: Date,
): { hour: MailWindow; day: MailWindow } {
  const running = (window: MailWindow, ms: number): MailWindow =>
    now.getTime() - window.from.getTime() < ms ? window : { from: now, sent: 0 };
  return { hour: running(hour, 60 * 60_000), day: running(day, 24 * 60 * 60_000) };
}
