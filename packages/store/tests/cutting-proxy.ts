import { createServer, connect as dial, type Socket } from 'node:net';

/**
 * When the connection is cut: before the database has received the write, within it, or after it was executed but
 * before the response.
 */
export type CutPoint = 'before' | 'during' | 'after';

export interface CutPlan {
  at: CutPoint;
  /** Writes that pass before the first one is cut. */
  skip: number;
  /**
   * Consecutive writes that are cut: the driver retries one where it can, so the caller sees an error only after two.
   */
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
/**
 * After the header (16 bytes), the flags (4), the kind of section (1), the document's size (4) and the element's type
 * (1).
 */
const commandNameAt = 26;

/** The command of a wire message: the name of the first field of its body. */
function commandOf(message: Buffer): string {
  if (message.readInt32LE(12) !== opMsg || message[20] !== 0) return '';
  return message.toString('latin1', commandNameAt, message.indexOf(0, commandNameAt));
}

/** Splits a stream of bytes into wire messages, each of which begins with its length. */
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

/** Whether a connection goes through one of the proxies. */
export const isCut = ({ port }: { port: number }): boolean => ports.has(port);

/** A proxy in front of a database that forwards everything, and cuts the connection at the planned writes. */
export async function startCuttingProxy(databaseUrl: string): Promise<CuttingProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let plan: CutPlan = { at: 'before', skip: 0, times: 0 };
  let seen = 0;
  let cut = 0;

  const server = createServer((client) => {
    const upstream = dial(Number(target.port), target.hostname);
    // For a cut after execution the proxy waits for the response, so that the write was certainly executed, and then
    // withholds it.
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
  // Every cut waits for the driver's next heartbeat, so this keeps the tests fast.
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
