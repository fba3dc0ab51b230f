import { createServer, connect as dial, type Socket } from 'node:net';

export interface CountingProxy {
  port: number;
  /** Requests since the last call, by their command. */
  take(): Map<string, number>;
  close(): Promise<void>;
}

/** Splits a client's bytes into requests: returns the commands of complete ones and the remaining bytes. */
type Reader = (bytes: Buffer) => { names: string[]; rest: Buffer };

/** Starts a TCP proxy that forwards all bytes and counts the requests. */
async function startCountingProxy({ port, hostname }: URL, read: Reader): Promise<CountingProxy> {
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
    client.on('data', (bytes: Buffer) => {
      const found = read(Buffer.concat([rest, bytes]));
      rest = found.rest;
      for (const name of found.names) counts.set(name, (counts.get(name) ?? 0) + 1);
      upstream.write(bytes);
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

/** In front of MongoDB: counts each OP_MSG by the first field of its body, which names the command and its collection. */
export async function countDatabase(url: string): Promise<CountingProxy & { url: string }> {
  const target = new URL(url);
  const proxy = await startCountingProxy(target, (bytes) => {
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
      names.push(`${name} ${collection}`.trim());
      at += message.length;
    }
    return { names, rest: bytes.subarray(at) };
  });
  target.host = `127.0.0.1:${proxy.port}`;
  target.searchParams.set('directConnection', 'true');
  return { ...proxy, url: target.href };
}

/** In front of Redis: each RESP array is a command; the commands of a transaction count as one request. */
export async function countRedis(url: string): Promise<CountingProxy & { url: string }> {
  const target = new URL(url);
  const proxy = await startCountingProxy(target, (bytes) => {
    const text = bytes.toString('latin1');
    const names: string[] = [];
    let at = 0;
    for (;;) {
      const command = readCommand(text, at);
      if (command === undefined) break;
      names.push(command.name);
      at = command.end;
    }
    return { names, rest: bytes.subarray(at) };
  });
  target.host = `127.0.0.1:${proxy.port}`;
  return { ...proxy, url: target.href };
}

/** `*<parts>\r\n` and then, for each part, `$<bytes>\r\n<bytes>\r\n`. */
function readCommand(text: string, from: number): { name: string; end: number } | undefined {
  const lineEnd = text.indexOf('\r\n', from);
  if (lineEnd < 0) return undefined;
  let at = lineEnd + 2;
  let name = '';
  for (let part = 0; part < Number(text.slice(from + 1, lineEnd)); part++) {
    const sizeEnd = text.indexOf('\r\n', at);
    if (sizeEnd < 0) return undefined;
    const size = Number(text.slice(at + 1, sizeEnd));
    if (text.length < sizeEnd + 2 + size + 2) return undefined;
    if (part === 0) name = text.slice(sizeEnd + 2, sizeEnd + 2 + size).toLowerCase();
    at = sizeEnd + 2 + size + 2;
  }
  return { name, end: at };
}
