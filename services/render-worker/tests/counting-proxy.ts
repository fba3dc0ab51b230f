import { createServer, connect as dial, type Socket } from 'node:net';

export interface CountingProxy {
  port: number;
  /** Requests since the last call, by their command. */
  take(): Map<string, number>;
  close(): Promise<void>;
}

/**
 * The longest chain of calls, each of which began after the one before had ended: how many round trips were waited for
 * one after the other, as long as one chunk runs at a time.
 */
export interface CallChain {
  /** Call it when a call begins; the returned function when it has ended. */
  begin(): () => void;
  /** The length since the last call. */
  take(): number;
}

export function createCallChain(): CallChain {
  let ended = 0;
  let from = 0;
  return {
    begin() {
      const place = ended + 1;
      return () => {
        ended = Math.max(ended, place);
      };
    },
    take() {
      const length = ended - from;
      from = ended;
      return length;
    },
  };
}

/** Which calls take part in a chain. */
interface InChain {
  chain: CallChain;
  isWaitedFor: (name: string) => boolean;
}

/** Splits a client's bytes into requests: returns the commands of complete ones and the remaining bytes. */
type Reader = (bytes: Buffer) => { names: string[]; rest: Buffer };

/** Starts a TCP proxy that forwards all bytes and counts the requests. */
async function startCountingProxy(
  { port, hostname }: URL,
  read: Reader,
  inChain?: InChain,
): Promise<CountingProxy> {
  const sockets = new Set<Socket>();
  let counts = new Map<string, number>();
  const server = createServer((client) => {
    const upstream = dial(Number(port), hostname);
    const end = (): void => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', end);
      socket.on('close', () => {
        sockets.delete(socket);
        end();
      });
    }
    let rest: Buffer = Buffer.alloc(0);
    let running: (() => void)[] = [];
    client.on('data', (bytes: Buffer) => {
      const found = read(Buffer.concat([rest, bytes]));
      rest = found.rest;
      for (const name of found.names) {
        counts.set(name, (counts.get(name) ?? 0) + 1);
        if (inChain?.isWaitedFor(name)) running.push(inChain.chain.begin());
      }
      upstream.write(bytes);
    });
    // Each connection answers its requests in order, and these are answered at once.
    upstream.on('data', () => {
      for (const end of running) end();
      running = [];
    });
    upstream.pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    take() {
      const taken = counts;
      counts = new Map();
      return taken;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** An update that sets nothing but `leaseUntil`, as BSON. */
const renewal = Buffer.from('$set\0\x19\0\0\0\x09leaseUntil\0', 'latin1');

/** In front of MongoDB: counts each OP_MSG by the first field of its body, which names the command and its collection. */
export async function countDatabase(
  url: string,
  inChain?: InChain,
): Promise<CountingProxy & { url: string }> {
  const target = new URL(url);
  const read: Reader = (bytes) => {
    const names: string[] = [];
    let at = 0;
    while (bytes.length - at >= 4 && bytes.length - at >= bytes.readInt32LE(at)) {
      const message = bytes.subarray(at, at + bytes.readInt32LE(at));
      // After the header (16 bytes), the flags (4), the section kind (1), the document's size (4) and the element type (1).
      const nameEnd = message.indexOf(0, 26);
      const name = message.toString('latin1', 26, nameEnd);
      const isOfText = message[25] === 2;
      const collection = isOfText
        ? message.toString('latin1', nameEnd + 5, message.indexOf(0, nameEnd + 5))
        : '';
      const joins = message.includes('$lookup') ? 'with joined rows' : '';
      const renews = message.includes(renewal) ? 'to renew a lease' : '';
      names.push([name, collection, joins, renews].filter(Boolean).join(' '));
      at += message.length;
    }
    return { names, rest: bytes.subarray(at) };
  };
  const proxy = await startCountingProxy(target, read, inChain);
  target.host = `127.0.0.1:${proxy.port}`;
  target.searchParams.set('directConnection', 'true');
  return { ...proxy, url: target.href };
}

/** In front of Redis: each RESP array is a command; a transaction counts as one `exec`, a pipeline of one script as one. */
export async function countRedis(url: string, inChain?: InChain): Promise<CountingProxy & { url: string }> {
  const target = new URL(url);
  const read: Reader = (bytes) => {
    const text = bytes.toString('latin1');
    const names: string[] = [];
    let lastScript: string | undefined;
    let at = 0;
    for (;;) {
      const command = readCommand(text, at);
      if (command === undefined) break;
      // The commands of a transaction arrive together; one that has not arrived completely is read again.
      if (command.name === 'multi') {
        const exec = text.indexOf('\r\nexec\r\n', at);
        if (exec < 0) break;
        names.push('exec');
        at = exec + '\r\nexec\r\n'.length;
        continue;
      }
      // BullMQ adds several jobs by one script in a pipeline, which is written and answered at once.
      if (command.script === undefined || command.script !== lastScript) names.push(command.name);
      lastScript = command.script;
      at = command.end;
    }
    return { names, rest: bytes.subarray(at) };
  };
  const proxy = await startCountingProxy(target, read, inChain);
  target.host = `127.0.0.1:${proxy.port}`;
  return { ...proxy, url: target.href };
}

/** `*<parts>\r\n` and then, for each part, `$<bytes>\r\n<bytes>\r\n`. */
function readCommand(
  text: string,
  from: number,
): { name: string; script: string | undefined; end: number } | undefined {
  const lineEnd = text.indexOf('\r\n', from);
  if (lineEnd < 0) return undefined;
  let at = lineEnd + 2;
  let name = '';
  let script: string | undefined;
  for (let part = 0; part < Number(text.slice(from + 1, lineEnd)); part++) {
    const sizeEnd = text.indexOf('\r\n', at);
    if (sizeEnd < 0) return undefined;
    const size = Number(text.slice(at + 1, sizeEnd));
    if (text.length < sizeEnd + 2 + size + 2) return undefined;
    if (part === 0) name = text.slice(sizeEnd + 2, sizeEnd + 2 + size).toLowerCase();
    if (part === 1 && name === 'evalsha') script = text.slice(sizeEnd + 2, sizeEnd + 2 + size);
    at = sizeEnd + 2 + size + 2;
  }
  return { name, script, end: at };
}
