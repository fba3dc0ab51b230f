import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { StackContext } from './context.ts';
import { startNameServers } from './dns/name-servers.ts';
import type { RecordType } from './dns/zone.ts';
import { demoPeople, type Person } from './issuer/people.ts';
import { startSignIn } from './issuer/sign-in.ts';
import { startMail } from './mail/mail.ts';
import type { Mail } from './mail/mailbox.ts';
import { startMongo } from './mongo/mongo.ts';
import { startObjects } from './objects/objects.ts';
import { claim } from './process/claim.ts';
import { ManagedProcess } from './process/managed-process.ts';
import { Ports } from './process/ports.ts';
import { Reaper } from './process/reaper.ts';
import { type Backing, type Provider, Providers } from './providers.ts';
import { startRedis } from './redis/redis.ts';
import { type Reporter, silentReporter } from './report.ts';
import { cacheFolder } from './root.ts';
import { openSecrets, type Secrets } from './secrets.ts';

export type BackingName = 'mongo' | 'redis' | 'objects' | 'smtp' | 'oidc' | 'dns';

export interface BackingsOptions {
  /** Kept between starts; a temporary folder, deleted by `close`, when absent. */
  dataDir?: string;
  /** Default: all. */
  only?: BackingName[];
  people?: readonly Person[];
  /** The operator's environment; default `process.env`. */
  environment?: Record<string, string | undefined>;
  /** Origins besides those of this machine to which sign-in may return. */
  origins?: string[];
  report?: Reporter;
  /** Aborting it during a start stops the start and every process it started. */
  signal?: AbortSignal;
  /** Called after the data folder was claimed, before anything starts. */
  onClaimed?(): Promise<void>;
}

export interface Backings {
  dataDir: string;
  /** The environment variables of the services for all backing services. */
  env: Record<string, string>;
  providers: Record<string, Provider>;
  inbox: {
    url: string;
    list(filter?: { to?: string; after?: string; limit?: number }): Promise<Mail[]>;
    waitFor(accepts: (mail: Mail) => boolean, timeoutMs?: number): Promise<Mail>;
  };
  issuer: { url: string; people: readonly Person[] };
  dns: {
    url: string;
    set(name: string, type: RecordType | 'FAILURE', values: string[]): Promise<void>;
    clear(): Promise<void>;
  };
  close(): Promise<void>;
}

/** For `startStack`: also the context, to start its own processes. */
export interface OwnedBackings extends Backings {
  context: StackContext;
  secrets: Secrets;
  /** The managed processes: services and servers. */
  processes: ManagedProcess[];
  recovered: string[];
}

/**
 * Starts the backing services, each by the first provider that works on this machine.
 * @throws Error in one sentence that says what to install; everything that had started is stopped again
 */
export async function startBackings(options: BackingsOptions = {}): Promise<Backings> {
  return openBackings(options);
}

export async function openBackings(options: BackingsOptions): Promise<OwnedBackings> {
  const report = options.report ?? silentReporter;
  const kept = options.dataDir !== undefined;
  const dataDir = kept ? resolve(options.dataDir!) : await createTemporaryFolder();
  const environment = options.environment ?? process.env;
  const own = await claim(dataDir);
  const closers: (() => Promise<void>)[] = [];
  const reaper = new Reaper();
  const processes: ManagedProcess[] = [];
  let isClosing = false;
  const close = async (): Promise<void> => {
    isClosing = true;
    for (const step of closers.splice(0).reverse()) await step();
    // After an aborted start: processes that were still starting.
    for (const child of processes) await child.close();
    await reaper.close();
    await own.release();
    if (!kept) await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await options.onClaimed?.();
    const [ports, providers, secrets] = await Promise.all([
      Ports.open(kept ? dataDir : null),
      Providers.open(kept ? dataDir : null, environment.SELLO_PROVIDERS),
      openSecrets(dataDir),
    ]);
    const note = (): void => {
      const running = processes.flatMap((child) =>
        child.pid === null ? [] : [{ name: child.name, pid: child.pid }],
      );
      void own.note(running).catch((error: Error) => report.warn(error.message));
    };
    const context: StackContext = {
      dataDir,
      cacheDir: cacheFolder,
      environment,
      ports,
      providers,
      secrets,
      report,
      async supervise(spec) {
        if (isClosing) throw new Error('the stack is being stopped');
        const logFile = join(dataDir, 'logs', `${spec.name}.log`);
        const child = new ManagedProcess(
          { ...spec, cwd: dataDir, logFile },
          { reaper, report, onChange: note },
        );
        processes.push(child);
        await child.start();
        return child;
      },
    };
    const started = await orAborted(startAll(context, options, closers), options.signal);
    return {
      dataDir,
      ...started,
      context,
      secrets,
      processes,
      recovered: own.recovered,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The result of `work`; rejects with the signal's reason as soon as it is aborted. */
export function orAborted<Result>(work: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (!signal) return work;
  return Promise.race([
    work,
    new Promise<never>((_, reject) => {
      if (signal.aborted) reject(signal.reason as Error);
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    }),
  ]);
}

async function createTemporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `sello-${randomBytes(2).toString('hex')}-`));
  // A server that drops root privileges must be able to enter; the secrets inside have modes of their own.
  await chmod(folder, 0o755);
  return folder;
}

type Started = Pick<Backings, 'env' | 'providers' | 'inbox' | 'issuer' | 'dns'>;

async function startAll(
  context: StackContext,
  options: BackingsOptions,
  closers: (() => Promise<void>)[],
): Promise<Started> {
  const env: Record<string, string> = {};
  const bring = async <One extends Backing>(
    name: BackingName,
    start: () => Promise<One>,
  ): Promise<One | null> => {
    if (!(options.only?.includes(name) ?? true)) return null;
    const backing = await start();
    closers.push(backing.close);
    Object.assign(env, backing.env);
    return backing;
  };
  const starting = [
    bring('smtp', () => startMail(context)),
    bring('oidc', () => startSignIn(context, options.people ?? demoPeople, options.origins ?? [])),
    bring('dns', () => startNameServers(context)),
    bring('mongo', () => startMongo(context)),
    bring('redis', () => startRedis(context)),
    bring('objects', () => startObjects(context)),
  ] as const;
  // All results are awaited before the first failure is thrown, so that nothing starts during the cleanup.
  const settled = await Promise.allSettled(starting);
  const failed = settled.filter((result) => result.status === 'rejected');
  if (failed.length > 0) throw new Error(failed.map((result) => (result.reason as Error).message).join('\n'));
  const [mail, signIn, names] = await Promise.all(starting);
  const { box, zone } = { box: mail?.box, zone: names?.zone };
  return {
    env,
    providers: context.providers.chosen,
    inbox: {
      url: mail?.url ?? '',
      list: async (filter) => (await box?.list(filter)) ?? [],
      waitFor: (accepts, timeoutMs) => started(box, 'smtp').waitFor(accepts, timeoutMs),
    },
    issuer: { url: signIn?.url ?? '', people: signIn?.people ?? [] },
    dns: {
      url: names?.url ?? '',
      set: (name, type, values) => started(zone, 'dns').set(name, type, values),
      clear: () => started(zone, 'dns').clear(),
    },
  };
}

function started<One>(one: One | undefined, name: BackingName): One {
  if (one === undefined) throw new Error(`The backing service "${name}" was not started.`);
  return one;
}
