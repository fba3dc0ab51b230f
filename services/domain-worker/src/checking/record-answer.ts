import type { DnsReason } from '@sello/contracts';

/** What one server says of a required record. */
export interface RecordAnswer {
  reason: DnsReason;
  found: string[];
}
