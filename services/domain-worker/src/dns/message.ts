/** DNS messages (RFC 1035, 4; EDNS of RFC 6891), read and written with dns-packet. */
import { decode, encode, RECURSION_DESIRED, type Answer as Resource } from 'dns-packet';

export type QueryType = 'TXT' | 'CNAME' | 'A' | 'AAAA';

/** Bytes of a UDP response that no network on the way fragments (DNS flag day 2020). */
const udpPayload = 1_232;

/** Extended errors (RFC 8914, 4) that say of SERVFAIL: no server of the zone answered for it. */
const noAuthority = new Set([20, 22, 23]);

/** One record of a response, as text: the target of a CNAME, an address, the joined strings of a TXT. */
export interface FoundRecord {
  name: string;
  type: QueryType;
  value: string;
}

export interface Response {
  code: string;
  isTruncated: boolean;
  /** The server answers from its own data of the zone. */
  isAuthoritative: boolean;
  /** The server resolves names of other zones as well. */
  isRecursive: boolean;
  /** It named the start of the zone, as a server of the zone or a resolver does when there are no records. */
  hasStartOfZone: boolean;
  hasNoAuthority: boolean;
  records: FoundRecord[];
}

/** Lower case without the final dot; DNS names are compared without regard to case (RFC 4343). */
export const plainName = (name: string): string => name.toLowerCase().replace(/\.$/, '');

export function encodeQuery(id: number, name: string, type: QueryType): Buffer {
  return encode({
    type: 'query',
    id,
    flags: RECURSION_DESIRED,
    questions: [{ type, name, class: 'IN' }],
    additionals: [{ type: 'OPT', name: '.', udpPayloadSize: udpPayload, flags: 0, options: [] }],
  } as unknown as Parameters<typeof encode>[0]);
}

/**
 * Reads a response; `undefined` when it answers another query, because anybody can send packets to the port. Throws when
 * it is no DNS message.
 */
export function decodeResponse(
  bytes: Buffer,
  { id, name, type }: { id: number; name: string; type: QueryType },
): Response | undefined {
  if (bytes.length < 12 || bytes.readUInt16BE(0) !== id) return undefined;
  const message = decode(bytes) as ReturnType<typeof decode> & { rcode: string };
  if (message.type !== 'response') return undefined;
  const [question] = message.questions ?? [];
  // Some servers leave the question out of an error response.
  if (question && (plainName(question.name) !== plainName(name) || question.type !== type)) return undefined;
  const errors = (message.additionals ?? []).flatMap(extendedErrors);
  return {
    code: message.rcode,
    isTruncated: message.flag_tc,
    isAuthoritative: message.flag_aa,
    isRecursive: message.flag_ra,
    hasStartOfZone: (message.authorities ?? []).some((record) => record.type === 'SOA'),
    hasNoAuthority: errors.some((code) => noAuthority.has(code)),
    records: (message.answers ?? []).flatMap(foundRecord),
  };
}

function foundRecord(record: Resource): FoundRecord[] {
  const name = plainName(record.name);
  switch (record.type) {
    case 'CNAME':
      return [{ name, type: 'CNAME', value: plainName(record.data) }];
    case 'A':
    case 'AAAA':
      return [{ name, type: record.type, value: record.data }];
    case 'TXT': {
      // One TXT record may come in several strings, which belong together (RFC 1035, 3.3.14).
      const strings = [record.data].flat().map((part) => (typeof part === 'string' ? part : part.toString()));
      return [{ name, type: 'TXT', value: strings.join('') }];
    }
    default:
      return [];
  }
}

/** The codes of the extended errors (option 15) of an OPT record. */
function extendedErrors(record: Resource): number[] {
  if (record.type !== 'OPT') return [];
  const options = (record as unknown as { options?: { code: number; data?: Buffer }[] }).options ?? [];
  return options.flatMap(({ code, data }) =>
    code === 15 && data && data.length >= 2 ? [data.readUInt16BE(0)] : [],
  );
}
