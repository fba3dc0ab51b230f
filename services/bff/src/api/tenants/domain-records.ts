import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { DnsRecordState } from '@sello/store';

/**
 * The DNS records that the owner must create: the challenge that proves ownership, and a record that points to the
 * platform. A domain of two labels is treated as an apex, which cannot have a CNAME (RFC 1034, 3.6.2), so it gets A and
 * AAAA records instead.
 */
export async function dnsRecordsFor(
  domain: string,
  token: string,
  platformHost: string,
): Promise<DnsRecordState[]> {
  const challenge: DnsRecordState = {
    type: 'TXT',
    name: `_sello-challenge.${domain}`,
    value: token,
    state: 'unknown',
  };
  const addresses = domain.split('.').length === 2 ? await addressesOf(platformHost) : [];
  if (addresses.length === 0) {
    return [challenge, { type: 'CNAME', name: domain, value: platformHost, state: 'unknown' }];
  }
  return [
    challenge,
    ...addresses.map((value): DnsRecordState => {
      return { type: isIP(value) === 6 ? 'AAAA' : 'A', name: domain, value, state: 'unknown' };
    }),
  ];
}

async function addressesOf(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true }).catch(() => []);
  return [...new Set(found.map(({ address }) => address))];
}
