import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Reporter } from './report.ts';

/** Where a backing service comes from, best first. */
export type Way = 'environment' | 'docker' | 'machine' | 'mirror' | 'embedded';

const spoken: Record<Way, string> = {
  environment: 'named by the environment',
  docker: 'in a Docker container',
  machine: 'installed on this machine',
  mirror: 'fetched without root',
  embedded: 'built in',
};

export interface Backing {
  /** Settings by which the services find it. */
  env: Record<string, string>;
  close(): Promise<void>;
}

/** One way of bringing a backing service up. `null` says that the way does not apply here; a throw says why it failed. */
export interface Try {
  way: Way;
  /** How long it may take, ms. */
  boundMs: number;
  start(signal: AbortSignal): Promise<Backing | null>;
}

/** Ways chosen before, kept with the data: data made by one way is not seen by another. */
export class Ways {
  readonly #file: string | null;
  readonly #before: Record<string, Way>;
  readonly #only: Record<string, string>;
  readonly chosen: Record<string, Way> = {};
  #written: Promise<void> = Promise.resolve();

  private constructor(file: string | null, before: Record<string, Way>, only: Record<string, string>) {
    this.#file = file;
    this.#before = before;
    this.#only = only;
  }

  /** @param wish ways to insist on, such as `redis=mirror,mongodb=embedded` */
  static async open(dataDir: string | null, wish = ''): Promise<Ways> {
    const file = dataDir === null ? null : join(dataDir, 'ways.json');
    const text = file === null ? null : await readFile(file, 'utf8').catch(() => null);
    const only = Object.fromEntries(wish.split(',').map((entry) => entry.trim().split('=')));
    return new Ways(file, text === null ? {} : (JSON.parse(text) as Record<string, Way>), only);
  }

  /**
   * Brings a service up by the first way that works: what the environment names, then the way its data was made
   * with, then the others in order.
   * @throws Error in one sentence that says what to install, with what each way said
   */
  async first(
    name: string,
    tries: Try[],
    install: string,
    report: Reporter,
  ): Promise<Backing & { way: Way }> {
    const before = this.#before[name];
    const rank = (entry: Try): number => (entry.way === 'environment' ? 0 : entry.way === before ? 1 : 2);
    const refusals: string[] = [];
    const only = this.#only[name.toLowerCase()];
    const open = tries.filter((entry) => only === undefined || entry.way === only);
    for (const entry of open.sort((a, b) => rank(a) - rank(b))) {
      try {
        const backing = await bounded(entry);
        if (backing === null) continue;
        if (before !== undefined && before !== entry.way) {
          report.warn(
            `${name} is now ${spoken[entry.way]}; before it was ${spoken[before]}, and what was stored there is not seen.`,
          );
        }
        report.say(`  ${name}: ${spoken[entry.way]}`);
        this.chosen[name] = entry.way;
        await this.#remember();
        return { ...backing, way: entry.way };
      } catch (error) {
        refusals.push(`${spoken[entry.way]}: ${(error as Error).message}`);
        // Someone who names a server wants that server, and not another one in silence.
        if (entry.way === 'environment') break;
      } finally {
        report.ended(name);
      }
    }
    const said = refusals.length === 0 ? '' : ` (${refusals.join('; ')})`;
    throw new Error(`${name} could not be brought up; ${install}.${said}`);
  }

  #remember(): Promise<void> {
    const file = this.#file;
    if (file === null) return Promise.resolve();
    const text = `${JSON.stringify({ ...this.#before, ...this.chosen }, null, 2)}\n`;
    this.#written = this.#written.then(() => writeFile(file, text));
    return this.#written;
  }
}

async function bounded(entry: Try): Promise<Backing | null> {
  const abort = new AbortController();
  const timer = setTimeout(() => {
    abort.abort(new Error(`no answer within ${entry.boundMs / 1000} s`));
  }, entry.boundMs);
  const starting = entry.start(abort.signal);
  const late = new Promise<never>((_, reject) => {
    abort.signal.addEventListener('abort', () => reject(abort.signal.reason as Error), { once: true });
  });
  try {
    return await Promise.race([starting, late]);
  } catch (error) {
    // A start that comes to its end after all must not stay behind unowned.
    void starting.then((backing) => backing?.close()).catch(() => {});
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
