import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Reporter } from './report.ts';

/** The providers of a backing service, best first. */
export type Provider = 'environment' | 'docker' | 'machine' | 'mirror' | 'embedded';

const labels: Record<Provider, string> = {
  environment: 'named by the environment',
  docker: 'in a Docker container',
  machine: 'installed on this machine',
  mirror: 'fetched without root',
  embedded: 'built in',
};

export interface Backing {
  /** The environment variables of the services for it. */
  env: Record<string, string>;
  close(): Promise<void>;
}

/**
 * An attempt to start a backing service by one provider. `start` returns `null` when the provider is not available here
 * and rejects when it fails.
 */
export interface ProviderAttempt {
  provider: Provider;
  /** How long the start may take, ms. */
  timeoutMs: number;
  start(signal: AbortSignal): Promise<Backing | null>;
}

/** The chosen providers, stored with the data: a provider does not see the data of another. */
export class Providers {
  readonly #file: string | null;
  readonly #before: Record<string, Provider>;
  readonly #only: Record<string, string>;
  readonly chosen: Record<string, Provider> = {};
  #written: Promise<void> = Promise.resolve();

  private constructor(file: string | null, before: Record<string, Provider>, only: Record<string, string>) {
    this.#file = file;
    this.#before = before;
    this.#only = only;
  }

  /** @param wish required providers, such as `redis=mirror,mongodb=embedded` */
  static async open(dataDir: string | null, wish = ''): Promise<Providers> {
    const file = dataDir === null ? null : join(dataDir, 'providers.json');
    const text = file === null ? null : await readFile(file, 'utf8').catch(() => null);
    const only = Object.fromEntries(wish.split(',').map((entry) => entry.trim().split('=')));
    return new Providers(file, text === null ? {} : (JSON.parse(text) as Record<string, Provider>), only);
  }

  /**
   * Starts a service by the first provider that works: the environment, then the provider that created its data, then
   * the others in order.
   * @throws Error in one sentence that says what to install, with the error of each provider
   */
  async first(
    name: string,
    attempts: ProviderAttempt[],
    install: string,
    report: Reporter,
  ): Promise<Backing & { provider: Provider }> {
    const before = this.#before[name];
    const rank = (entry: ProviderAttempt): number =>
      entry.provider === 'environment' ? 0 : entry.provider === before ? 1 : 2;
    const refusals: string[] = [];
    const only = this.#only[name.toLowerCase()];
    const open = attempts.filter((entry) => only === undefined || entry.provider === only);
    for (const entry of open.sort((a, b) => rank(a) - rank(b))) {
      try {
        const backing = await bounded(entry);
        if (backing === null) continue;
        if (before !== undefined && before !== entry.provider) {
          report.warn(
            `${name} is now ${labels[entry.provider]}; before it was ${labels[before]}, and what was stored there is not seen.`,
          );
        }
        report.info(`  ${name}: ${labels[entry.provider]}`);
        this.chosen[name] = entry.provider;
        await this.#remember();
        return { ...backing, provider: entry.provider };
      } catch (error) {
        refusals.push(`${labels[entry.provider]}: ${(error as Error).message}`);
        // A server named by the operator is never silently replaced by another.
        if (entry.provider === 'environment') break;
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

async function bounded(entry: ProviderAttempt): Promise<Backing | null> {
  const abort = new AbortController();
  const timer = setTimeout(() => {
    abort.abort(new Error(`no answer within ${entry.timeoutMs / 1000} s`));
  }, entry.timeoutMs);
  const starting = entry.start(abort.signal);
  const late = new Promise<never>((_, reject) => {
    abort.signal.addEventListener('abort', () => reject(abort.signal.reason as Error), { once: true });
  });
  try {
    return await Promise.race([starting, late]);
  } catch (error) {
    // A start that succeeds after its time limit must be stopped.
    void starting.then((backing) => backing?.close()).catch(() => {});
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
