import { z } from 'zod';

/** The state of a required DNS record; `unknown` before the first check and while name servers gave no clear answer. */
export const dnsRecordState = z.enum(['unknown', 'missing', 'different', 'correct']);
export type DnsRecordStatus = z.infer<typeof dnsRecordState>;

/**
 * What name servers answered for a required record, and the state that the answer means. `unknown` means that nothing
 * was learned: such an answer never counts against a domain. Codes are stable; the web has a sentence for each
 * (`settings.domains.reasons.<reason>`).
 */
export const dnsReasons = {
  not_checked: 'unknown',
  correct: 'correct',
  /** The name does not exist (NXDOMAIN). */
  missing_name: 'missing',
  /** The name exists and has no record of the type. */
  missing_type: 'missing',
  /** One other value was found. */
  different: 'different',
  /** Several values were found, and none is the expected one; or several where only one is allowed. */
  several: 'different',
  /** The value was found cut off, as providers do with long TXT records. */
  cut: 'different',
  /** A name that nobody created has the same answer, so that it proves nothing. */
  wildcard: 'different',
  /** The chain of CNAMEs returns to a name of its own. */
  cname_loop: 'different',
  /** The chain of CNAMEs has more than `limits.cnameHops` links. */
  cname_too_long: 'different',
  /** Some of the configured name servers found the value, others not yet. */
  disagreement: 'unknown',
  servfail: 'unknown',
  refused: 'unknown',
  timeout: 'unknown',
  /** The server answers but does not serve the zone, and names no other server that does. */
  lame: 'unknown',
  /** The response does not follow RFC 1035, or has another error code. */
  unreadable: 'unknown',
} as const satisfies Record<string, DnsRecordStatus>;

export type DnsReason = keyof typeof dnsReasons;
export const dnsReason = z.enum(Object.keys(dnsReasons) as [DnsReason, ...DnsReason[]]);
