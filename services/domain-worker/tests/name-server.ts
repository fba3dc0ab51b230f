import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { type Answer, AUTHORITATIVE_ANSWER, decode, encode, TRUNCATED_RESPONSE } from 'dns-packet';

const recursionAvailable = 1 << 7;
const codes = { NOERROR: 0, SERVFAIL: 2, NXDOMAIN: 3, NOTIMP: 4, REFUSED: 5 } as const;

/** What the server sends for a query: nothing, these bytes, or a message. */
export type Reply =
  | 'silence'
  | Buffer
  | {
      code?: keyof typeof codes;
      records?: Answer[];
      authorities?: Answer[];
      /** An extended error (RFC 8914). */
      extendedError?: number;
      /** Default: a resolver. */
      from?: 'resolver' | 'zone' | 'neither';
      /** The UDP response holds nothing; the records come over TCP. */
      isTruncated?: true;
      /** Answers another query. */
      isOther?: true;
    };
export type Script = (question: { name: string; type: string }, tries: number) => Reply;

/** A name server on loopback, over UDP and TCP, that answers as a script says. */
export async function startNameServer(script: Script) {
  const asked: string[] = [];
  const tries = new Map<string, number>();
  function answer(bytes: Buffer, isTcp: boolean): Buffer | undefined {
    const query = decode(bytes);
    const { name, type } = query.questions![0]!;
    asked.push(`${isTcp ? 'tcp ' : ''}${type} ${name}`);
    const times = (tries.get(`${type} ${name}`) ?? 0) + 1;
    tries.set(`${type} ${name}`, times);
    const reply = script({ name: name.toLowerCase(), type }, times);
    if (reply === 'silence') return undefined;
    if (Buffer.isBuffer(reply)) return Buffer.concat([bytes.subarray(0, 2), reply]);
    const { code = 'NOERROR', records = [], authorities = [], from = 'resolver', extendedError } = reply;
    const isCut = reply.isTruncated === true && !isTcp;
    const flags =
      codes[code] |
      (from === 'zone' ? AUTHORITATIVE_ANSWER : 0) |
      (from === 'resolver' ? recursionAvailable : 0) |
      (isCut ? TRUNCATED_RESPONSE : 0);
    const data = Buffer.alloc(2);
    data.writeUInt16BE(extendedError ?? 0);
    return encode({
      type: 'response',
      id: reply.isOther ? (query.id! + 1) % 0x1_0000 : query.id,
      flags,
      questions: query.questions,
      answers: isCut ? [] : records,
      authorities,
      additionals:
        extendedError === undefined
          ? []
          : [{ type: 'OPT', name: '.', udpPayloadSize: 1_232, options: [{ code: 15, data }] }],
    } as unknown as Parameters<typeof encode>[0]);
  }

  const tcp = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      const sent = answer(bytes.subarray(2), true);
      if (!sent) return;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(sent.length);
      // In two parts, as a network may deliver it.
      socket.write(Buffer.concat([length, sent.subarray(0, 5)]));
      setImmediate(() => socket.write(sent.subarray(5)));
    });
  }).listen(0, '127.0.0.1');
  await once(tcp, 'listening');
  const { port } = tcp.address() as { port: number };
  const udp = createSocket('udp4');
  udp.on('message', (bytes, { port: to, address }) => {
    const sent = answer(bytes, false);
    if (sent) udp.send(sent, to, address);
  });
  udp.bind(port, '127.0.0.1');
  await once(udp, 'listening');
  return {
    asked,
    address: `127.0.0.1:${port}`,
    close: () => {
      udp.close();
      tcp.close();
    },
  };
}

export const txt = (name: string, ...strings: string[]): Answer => ({
  type: 'TXT',
  name,
  data: strings,
  ttl: 1,
});
export const cname = (name: string, target: string): Answer => ({
  type: 'CNAME',
  name,
  data: target,
  ttl: 1,
});
export const a = (name: string, address: string): Answer => ({ type: 'A', name, data: address, ttl: 1 });
