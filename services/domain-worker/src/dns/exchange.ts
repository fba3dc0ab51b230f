import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { connect, isIPv6 } from 'node:net';
import { times } from '@sello/kit';
import { decodeResponse, encodeQuery, type QueryType, type Response } from './message.ts';

export interface Server {
  address: string;
  port: number;
}

/** Why a server gave no response. */
export type NoResponse = 'timeout' | 'refused' | 'unreadable';

export interface Query {
  name: string;
  type: QueryType;
}

/** An address, or address:port with an IPv6 address in brackets. Port 53 is the default. */
export function readServer(text: string): Server {
  const bracketed = /^\[(.+)\](?::(\d+))?$/.exec(text);
  if (bracketed) return { address: bracketed[1]!, port: Number(bracketed[2] ?? 53) };
  const [address, port] = isIPv6(text) ? [text] : text.split(':');
  return { address: address!, port: Number(port ?? 53) };
}

/** Sends a query over UDP, and over TCP when the response is truncated (RFC 7766); a lost packet is sent again. */
export async function exchange(
  server: Server,
  query: Query,
  triesMs = times.nameServerMs,
): Promise<Response | NoResponse> {
  let last: NoResponse = 'timeout';
  for (const timeoutMs of triesMs) {
    const answer = await overUdp(server, query, timeoutMs);
    if (typeof answer === 'object') return answer.isTruncated ? overTcp(server, query, timeoutMs) : answer;
    last = answer;
    if (answer !== 'timeout') break;
  }
  return last;
}

function overUdp(server: Server, query: Query, timeoutMs: number): Promise<Response | NoResponse> {
  const id = randomInt(0x1_0000);
  return new Promise((resolve) => {
    // A socket of its own for each query has a random port, which an attacker has to guess besides the id (RFC 5452).
    const socket = createSocket(isIPv6(server.address) ? 'udp6' : 'udp4');
    const timer = setTimeout(() => end('timeout'), timeoutMs);
    const end = (result: Response | NoResponse): void => {
      clearTimeout(timer);
      socket.removeAllListeners();
      socket.on('error', () => {});
      socket.close();
      resolve(result);
    };
    socket.on('error', () => end('refused'));
    socket.on('message', (bytes) => {
      const answer = read(bytes, { id, ...query });
      if (answer !== undefined) end(answer);
    });
    // A connected socket receives packets of this server alone.
    socket.connect(server.port, server.address, () => socket.send(encodeQuery(id, query.name, query.type)));
  });
}

function overTcp(server: Server, query: Query, timeoutMs: number): Promise<Response | NoResponse> {
  const id = randomInt(0x1_0000);
  return new Promise((resolve) => {
    const socket = connect(server.port, server.address);
    const timer = setTimeout(() => end('timeout'), timeoutMs);
    let received = Buffer.alloc(0);
    const end = (result: Response | NoResponse): void => {
      clearTimeout(timer);
      socket.removeAllListeners();
      socket.on('error', () => {});
      socket.destroy();
      resolve(result);
    };
    socket.on('error', () => end('refused'));
    socket.on('close', () => end('unreadable'));
    socket.on('connect', () => {
      const message = encodeQuery(id, query.name, query.type);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(message.length);
      socket.write(Buffer.concat([length, message]));
    });
    socket.on('data', (bytes) => {
      received = Buffer.concat([received, bytes]);
      if (received.length < 2 || received.length < 2 + received.readUInt16BE(0)) return;
      end(read(received.subarray(2, 2 + received.readUInt16BE(0)), { id, ...query }) ?? 'unreadable');
    });
  });
}

function read(bytes: Buffer, query: Query & { id: number }): Response | 'unreadable' | undefined {
  try {
    return decodeResponse(bytes, query);
  } catch {
    return 'unreadable';
  }
}
