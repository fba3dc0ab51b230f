import { createServer, connect as dial, type Socket } from 'node:net';

/** Where in a write's life the connection ends: before the database has it, within it, or done but not answered. */
export type CutPoint = 'before' | 'during' | 'after';

export interface CutPlan {
  at: CutPoint;
  /** Writes that pass before the first one is cut. */
  skip: number;
  /** Writes cut in a row: one is repeated by the driver where it can, two are lost to the caller. */
  times: number;
}

export interface CuttingProxy {
  url: string;
  /** Writes seen since the last `arm`, cut ones included. */
  writes(): number;
  /** Connections cut since the last `arm`. */
  cuts(): number;
  arm(plan: CutPlan): void;
  disarm(): void;
  close(): Promise<void>;
}

const writeCommands = new Set(['insert', 'update', 'delete', 'findAndModify']);
const opMsg = 2013;
/** Behind the header (16 bytes), the flags (4), the kind of section (1), the document's size (4) and the element's type (1). */
const commandNameAt = 26;

/** The command of a wire message: the name of the first field of its body. */
function commandOf(message: Buffer): string {
  if (message.readInt32LE(12) !== opMsg || message[20] !== 0) return '';
  return message.toString('latin1', commandNameAt, message.indexOf(0, commandNameAt));
}

/** Cuts a stream of bytes into wire messages, each of which begins with its length. */
function messageReader(onMessage: (message: Buffer) => void): (chunk: Buffer) => void {
  let kept = Buffer.alloc(0);
  return (chunk) => {
    kept = Buffer.concat([kept, chunk]);
    while (kept.length >= 4 && kept.length >= kept.readInt32LE(0)) {
      const size = kept.readInt32LE(0);
      onMessage(kept.subarray(0, size));
      kept = kept.subarray(size);
    }
  };
}

const ports = new Set<number>();

/** Whether a connection leads through one of the proxies. */
export const isCut = ({ port }: { port: number }): boolean => ports.has(port);

/** A proxy in front of a database that passes everything on, and cuts the connection of the writes it is told to. */
export async function startCuttingProxy(databaseUrl: string): Promise<CuttingProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let plan: CutPlan = { at: 'before', skip: 0, times: 0 };
  let seen = 0;
  let cut = 0;

  const server = createServer((client) => {
    const upstream = dial(Number(target.port), target.hostname);
    // The answer of a write that is cut after it was done is awaited, so that it surely was, and then withheld.
    let isWithheld = false;
    const end = () => {
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
    client.on(
      'data',
      messageReader((message) => {
        if (!writeCommands.has(commandOf(message))) return void upstream.write(message);
        seen += 1;
        if (seen <= plan.skip || cut >= plan.times) return void upstream.write(message);
        cut += 1;
        if (plan.at === 'before') return end();
        isWithheld = true;
        if (plan.at === 'after') return void upstream.write(message);
        upstream.write(message.subarray(0, message.length >> 1), end);
      }),
    );
    upstream.on(
      'data',
      messageReader((message) => (isWithheld ? end() : void client.write(message))),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');

  ports.add(address.port);
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${address.port}`;
  url.searchParams.set('directConnection', 'true');
  // The driver looks for a lost server at most this often, and every cut waits for it.
  url.searchParams.set('minHeartbeatFrequencyMS', '5');
  const arm = (next: CutPlan): void => {
    plan = next;
    seen = 0;
    cut = 0;
  };
  return {
    url: url.href,
    writes: () => seen,
    cuts: () => cut,
    arm,
    disarm: () => arm({ at: 'before', skip: 0, times: 0 }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
