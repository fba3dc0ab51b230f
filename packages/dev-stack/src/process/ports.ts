import { randomInt } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** Below the ephemeral range of outgoing connections, so that a stored port stays free. */
const RANGE = { from: 20_000, to: 32_000 };

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) =>
      // On a machine without IPv6 no other program can have the port on this address either.
      resolve(error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT'),
    );
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** Whether a port is free on every address by which a browser may reach "localhost". */
export async function isFree(port: number): Promise<boolean> {
  for (const host of ['127.0.0.1', '::1', '0.0.0.0']) if (!(await canListen(port, host))) return false;
  return true;
}

/**
 * A port that nothing listens on. It is never one of the ephemeral range: another program's outgoing connection could
 * take such a port before the caller listens on it.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(RANGE.from, RANGE.to);
    if (await isFree(port)) return port;
  }
}

/**
 * Assigns ports by name. In a kept data folder a name keeps its port between starts, because links in mails and the
 * issuer's URL contain it.
 */
export class Ports {
  readonly #file: string | null;
  readonly #known: Record<string, number>;
  readonly #given = new Set<number>();
  /** Serializes calls: services start concurrently and must not get the same port. */
  #last: Promise<unknown> = Promise.resolve();

  private constructor(file: string | null, known: Record<string, number>) {
    this.#file = file;
    this.#known = known;
  }

  static async open(dataDir: string | null): Promise<Ports> {
    const file = dataDir === null ? null : join(dataDir, 'ports.json');
    const text = file === null ? null : await readFile(file, 'utf8').catch(() => null);
    return new Ports(file, text === null ? {} : (JSON.parse(text) as Record<string, number>));
  }

  /** Assigns a port to a name: the first free one of `wanted`, else the port of the last start, else any free one. */
  take(name: string, ...wanted: number[]): Promise<number> {
    const taken = this.#last.then(() => this.#take(name, wanted));
    this.#last = taken.catch(() => {});
    return taken;
  }

  /** The port of the name at the last start, if any. */
  before(name: string): number | undefined {
    return this.#known[name];
  }

  async #take(name: string, wanted: number[]): Promise<number> {
    const queue = [...wanted, this.#known[name]].filter((port) => port !== undefined);
    let port = queue.shift() ?? (await freePort());
    while (this.#given.has(port) || !(await isFree(port))) port = queue.shift() ?? (await freePort());
    this.#given.add(port);
    this.#known[name] = port;
    if (this.#file !== null) await writeFile(this.#file, `${JSON.stringify(this.#known, null, 2)}\n`);
    return port;
  }
}
