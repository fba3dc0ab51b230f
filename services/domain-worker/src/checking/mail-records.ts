// The TXT records that receivers of e-mails read: SPF (RFC 7208), DKIM keys (RFC 6376) and DMARC (RFC 7489).
import type { DmarcFinding, DnsReason } from '@sello/contracts';

/** What the TXT values of a name mean for the wanted record; `found` are those that receivers would take for it. */
export interface TxtFinding {
  reason: Extract<DnsReason, 'correct' | 'missing_type' | 'different' | 'several' | 'cut'>;
  found: string[];
}

/**
 * Receivers take the one record that begins with `v=spf1`; with several they take none. It may allow further servers: the
 * wanted record's `include:` must be among its mechanisms, not negated.
 */
export function validateSpf(values: readonly string[], wanted: string): TxtFinding {
  const found = values.filter((value) => /^v=spf1( |$)/i.test(value.trim()));
  if (found.length === 0) return { reason: 'missing_type', found: [] };
  if (found.length > 1) return { reason: 'several', found };
  const includes = (record: string) =>
    record
      .toLowerCase()
      .split(/\s+/)
      .map((mechanism) => mechanism.replace(/^\+/, ''))
      .filter((mechanism) => mechanism.startsWith('include:'));
  const there = new Set(includes(found[0]!));
  return { reason: includes(wanted).every((one) => there.has(one)) ? 'correct' : 'different', found };
}

/** The same key, whatever its other tags and spaces, unless they switch it off. */
export function validateDkim(values: readonly string[], wanted: string): TxtFinding {
  const found = values.filter((value) => value.includes('p='));
  if (found.length === 0) return { reason: 'missing_type', found: [] };
  if (found.length > 1) return { reason: 'several', found };
  const there = readTags(found[0]!);
  const { p: key = '' } = readTags(wanted);
  const p = there.p?.replace(/\s/g, '') ?? '';
  const accepts = (tag: string | undefined, value: string) =>
    tag === undefined || tag.split(':').some((one) => ['*', value].includes(one.trim().toLowerCase()));
  const isUsable =
    (there.v ?? 'DKIM1') === 'DKIM1' &&
    (there.k ?? 'rsa').toLowerCase() === 'rsa' &&
    accepts(there.h, 'sha256') &&
    accepts(there.s, 'email');
  if (p === key && isUsable) return { reason: 'correct', found };
  return { reason: p !== '' && p !== key && key.startsWith(p) ? 'cut' : 'different', found };
}

/**
 * What receivers are asked to do with messages that fail; `absent` when the name has no record, so that the name above it
 * decides. Our messages are signed for exactly the domain of their sender, which passes with relaxed and strict alignment.
 */
export function readDmarc(values: readonly string[]): Exclude<DmarcFinding, 'not_checked'> {
  const found = values.filter((value) => /^v\s*=\s*DMARC1\s*(;|$)/.test(value.trim()));
  if (found.length === 0) return 'absent';
  if (found.length > 1) return 'several';
  const policy = readTags(found[0]!).p?.toLowerCase();
  return policy === 'none' || policy === 'quarantine' || policy === 'reject' ? policy : 'unreadable';
}

/** The tags of a record (RFC 6376, 3.2); the first of two of the same name counts. */
function readTags(record: string): Record<string, string | undefined> {
  const tags = new Map<string, string>();
  for (const part of record.split(';')) {
    const split = part.indexOf('=');
    const name = part.slice(0, split).trim().toLowerCase();
    if (split > 0 && !tags.has(name)) tags.set(name, part.slice(split + 1).trim());
  }
  return Object.fromEntries(tags);
}
