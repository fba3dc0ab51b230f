import DNS from 'dns2';
import { recordTypes, type Zone } from './zone.ts';

const { Packet } = DNS;

/** Seconds; short, so that the next check sees a change. */
const TTL = 1;

/** Longest character-string of a TXT record (RFC 1035, 3.3). */
const TXT_PART = 255;

type Values = Record<string, unknown>;

function resource(type: string, value: string): Values {
  switch (type) {
    case 'A':
    case 'AAAA':
      return { address: value };
    case 'CNAME':
      return { domain: value };
    case 'NS':
      return { ns: value };
    case 'MX': {
      const [priority, exchange] = value.split(/\s+/);
      return { priority: Number(priority), exchange };
    }
    default:
      return { data: value.match(new RegExp(`[^]{1,${TXT_PART}}`, 'g')) ?? [''] };
  }
}

/** A DNS server for the zone, over UDP and TCP on loopback; it forwards nothing. */
export async function startDns(port: number, zone: Zone): Promise<{ close(): Promise<void> }> {
  const server = DNS.createServer({
    udp: true,
    tcp: true,
    handle(request, send) {
      const response = Packet.createResponseFromRequest(request);
      const question = response.questions[0];
      const type = recordTypes.find((name) => Packet.TYPE[name] === question?.type);
      response.header.aa = 1;
      response.header.ra = 1;
      const answer = question && type ? zone.resolve(question.name, type) : ({ kind: 'empty' } as const);
      if (answer.kind === 'failure') response.header.rcode = Packet.RCODE.SERVFAIL;
      if (answer.kind === 'unknown') response.header.rcode = Packet.RCODE.NXDOMAIN;
      if (answer.kind === 'records') {
        for (const record of answer.records) {
          response.answers.push({
            name: record.name,
            type: Packet.TYPE[record.type],
            class: Packet.CLASS.IN,
            ttl: TTL,
            ...resource(record.type, record.value),
          } as unknown as DNS.Packet.Resource);
        }
      }
      send(response);
    },
  });
  // A malformed query from another program of this machine must not crash the server.
  server.on('requestError', () => {});
  server.on('error', () => {});
  await server.listen({ udp: { port, address: '127.0.0.1' }, tcp: { port, address: '127.0.0.1' } });
  return { close: async () => void (await server.close()) };
}
