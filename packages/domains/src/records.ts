import { isIPv6 } from 'node:net';
import type { DnsRecordState, DomainRecord } from '@sello/store';
import { isApex } from './domain-name.ts';

/** Where a custom domain is to point: the host of PUBLIC_URL, and the addresses that it has. */
export interface Platform {
  host: string;
  addresses: readonly string[];
}

const notChecked = { state: 'unknown', reason: 'not_checked' } as const;

/**
 * The DNS records that decide the status of a domain: the challenge that proves ownership, and records that point to the
 * platform. An apex cannot have a CNAME (RFC 1034, 3.6.2), so it gets A and AAAA records instead.
 */
export function decidingRecords(
  { domain, token }: Pick<DomainRecord, 'domain' | 'token'>,
  { host, addresses }: Platform,
): DnsRecordState[] {
  const pointing = (type: DnsRecordState['type'], value: string): DnsRecordState => {
    return { type, name: domain, value, purpose: 'pointing', ...notChecked };
  };
  return [
    {
      type: 'TXT',
      name: `_sello-challenge.${domain}`,
      value: token,
      purpose: 'ownership',
      ...notChecked,
    },
    ...(isApex(domain) && addresses.length > 0
      ? addresses.map((address) => pointing(isIPv6(address) ? 'AAAA' : 'A', address))
      : [pointing('CNAME', host)]),
  ];
}

/**
 * The stored records of a domain with the deciding ones as they have to be now: one that is unchanged keeps its state,
 * others are not checked yet. Returns the stored list itself when nothing differs.
 */
export function withCurrentRecords(
  record: Pick<DomainRecord, 'domain' | 'token' | 'dnsRecords'>,
  platform: Platform,
): DnsRecordState[] {
  const stored = record.dnsRecords;
  // While the platform's addresses are not known, the stored ones are the best there are.
  if (isApex(record.domain) && platform.addresses.length === 0) return stored;
  const wanted = decidingRecords(record, platform);
  const isDeciding = ({ purpose }: DnsRecordState) => purpose === 'ownership' || purpose === 'pointing';
  const before = stored.filter(isDeciding);
  const same = (one: DnsRecordState, other: DnsRecordState) =>
    one.type === other.type && one.name === other.name && one.value === other.value;
  const isSame = before.length === wanted.length && before.every((one, index) => same(one, wanted[index]!));
  if (isSame) return stored;
  return [
    ...wanted.map((one) => before.find((other) => same(one, other)) ?? one),
    ...stored.filter((one) => !isDeciding(one)),
  ];
}
