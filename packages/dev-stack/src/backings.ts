import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { dnsHandler, startDns } from './dns/server.ts';
import { type RecordType, Zone } from './dns/zone.ts';
import { startIssuer } from './issuer/issuer.ts';
import { demoPeople, type Person } from './issuer/people.ts';
import { inboxHandler } from './mail/inbox.ts';
import { type Mail, Mailbox } from './mail/mailbox.ts';
import { startSmtp } from './mail/smtp.ts';
import { startMongo } from './mongo/mongo.ts';
import { startObjects } from './objects/objects.ts';
import { listen } from './pages/server.ts';
import { claim } from './process/claim.ts';
import { Keeper } from './process/keeper.ts';
import { Part } from './process/part.ts';
import { Ports } from './process/ports.ts';
import { startRedis } from './redis/redis.ts';
import { type Reporter, silentReporter } from './report.ts';
import { openSecrets, type Secrets } from './secrets.ts';
import type { Surroundings } from './surroundings.ts';
import { type Backing, type Way, Ways } from './ways.ts';

export type BackingName = 'mongo' | 'redis' | 'objects' | 'smtp' | 'oidc' | 'dns';

export interface BackingsOptions {
  /** Kept between starts; a throw-away folder when absent. */
  dataDir?: string;
  /** All of them when absent. */
  only?: BackingName[];
  people?: readonly Person[];
  /** What the operator has set; `process.env` when absent. */
  environment?: Record<string, string | undefined>;
  /** Origins beside this machine's own to which sign-in may return. */
  origins?: string[];
  report?: Reporter;
  /** Aborting it during a start ends the start, and what had begun. */
  signal?: AbortSignal;
  /** Called once the data folder is ours alone, before anything starts. */
  onClaimed?(): Promise<void>;
}

export interface Backings {
  dataDir: string;
  /** Settings by which the services find all of it. */
  env: Record<string, string>;
  ways: Record<string, Way>;
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

/** What `startStack` needs beside: the same surroundings, for its own processes. */
export interface OwnedBackings extends Backings {
  around: Surroundings;
  secrets: Secrets;
  /** Processes that run now, ours and the servers'. */
  parts: Part[];
  recovered: string[];
}

/**
 * Brings up the backing services, each by the first way that works on this machine.
 * @throws Error in one sentence that says what to install; whatever had started is stopped again
 */
export async function startBackings(options: BackingsOptions = {}): Promise<Backings> {
  return openBackings(options);
}

export async function openBackings(options: BackingsOptions): Promise<OwnedBackings> {
  const report = options.report ?? silentReporter;
  const kept = options.dataDir !== undefined;
  const dataDir = kept ? resolve(options.dataDir!) : await throwAway();
  const environment = options.environment ?? process.env;
  const own = await claim(dataDir);
  const closers: (() => Promise<void>)[] = [];
  const keeper = new Keeper();
  const parts: Part[] = [];
  const close = async (): Promise<void> => {
    for (const step of closers.splice(0).reverse()) await step();
    // After a start that was broken off: what was still on its way.
    for (const part of parts) await part.close();
    await keeper.close();
    await own.release();
    if (!kept) await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await options.onClaimed?.();
    const [ports, ways, secrets] = await Promise.all([
      Ports.open(kept ? dataDir : null),
      Ways.open(kept ? dataDir : null, environment.SELLO_WAYS),
      openSecrets(dataDir),
    ]);
    const note = (): void => {
      const running = parts.flatMap((part) =>
        part.pid === null ? [] : [{ name: part.name, pid: part.pid }],
      );
      void own.note(running).catch((error: Error) => report.warn(error.message));
    };
    const around: Surroundings = {
      dataDir,
      cacheDir: resolve(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'sello'),
      environment,
      ports,
      ways,
      secrets,
      report,
      async supervise(spec) {
        const logFile = join(dataDir, 'logs', `${spec.name}.log`);
        const part = new Part({ ...spec, cwd: dataDir, logFile }, { keeper, report, onChange: note });
        parts.push(part);
        await part.start();
        return part;
      },
    };
    const started = await orAborted(startAll(around, options, closers), options.signal);
    return {
      dataDir,
      ...started,
      around,
      secrets,
      parts,
      recovered: own.recovered,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The work's result, or the signal's reason as soon as it is aborted. */
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

async function throwAway(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `sello-${randomBytes(2).toString('hex')}-`));
  // A server that steps down from root must pass through; what is secret inside has its own mode.
  await chmod(folder, 0o755);
  return folder;
}

type Started = Pick<Backings, 'env' | 'ways' | 'inbox' | 'issuer' | 'dns'>;

async function startAll(
  around: Surroundings,
  options: BackingsOptions,
  closers: (() => Promise<void>)[],
): Promise<Started> {
  const wanted = (name: BackingName): boolean => options.only?.includes(name) ?? true;
  const env: Record<string, string> = {};
  const bring = async (name: BackingName, start: () => Promise<Backing>): Promise<void> => {
    if (!wanted(name)) return;
    const backing = await start();
    closers.push(backing.close);
    Object.assign(env, backing.env);
  };
  await mkdir(join(around.dataDir, 'logs'), { recursive: true });
  const box = await Mailbox.open(join(around.dataDir, 'mail'));
  const zone = await Zone.open(join(around.dataDir, 'dns.json'));
  const people = options.people ?? demoPeople;
  const urls = { inbox: '', issuer: '', dns: '' };

  const settled = await Promise.allSettled([
    bring('mongo', () => startMongo(around)),
    bring('redis', () => startRedis(around)),
    bring('objects', () => startObjects(around)),
    bring('smtp', () => mail(around, box, urls)),
    bring('oidc', () => issuer(around, options, people, urls)),
    bring('dns', () => names(around, zone, urls)),
  ]);
  const failed = settled.filter((result) => result.status === 'rejected');
  if (failed.length > 0) {
    throw new Error(failed.map((result) => (result.reason as Error).message).join('\n'));
  }
  return {
    env,
    ways: around.ways.chosen,
    inbox: {
      url: urls.inbox,
      list: (filter) => box.list(filter),
      waitFor: (accepts, timeoutMs) => box.waitFor(accepts, timeoutMs),
    },
    issuer: { url: urls.issuer, people: around.environment.OIDC_ISSUER ? [] : people },
    dns: {
      url: urls.dns,
      set: (name, type, values) => zone.set(name, type, values),
      clear: () => zone.clear(),
    },
  };
}

interface Urls {
  inbox: string;
  issuer: string;
  dns: string;
}

async function mail(around: Surroundings, box: Mailbox, urls: Urls): Promise<Backing> {
  const given = around.environment.SMTP_URL;
  const notice = given ? 'Mail goes to the server that SMTP_URL names, and does not come here.' : null;
  const page = await listen(await around.ports.take('inbox'), inboxHandler(box, notice));
  urls.inbox = page.url;
  const backing = await around.ways.first(
    'Mail',
    [
      {
        way: 'environment',
        boundMs: 1_000,
        start: async () => (given ? { env: { SMTP_URL: given }, close: async () => {} } : null),
      },
      {
        way: 'embedded',
        boundMs: 10_000,
        start: async () => {
          const port = await around.ports.take('smtp');
          const server = await startSmtp(port, box);
          return { env: { SMTP_URL: `smtp://127.0.0.1:${port}` }, close: () => server.close() };
        },
      },
    ],
    'set SMTP_URL',
    around.report,
  );
  return {
    env: { ...backing.env, MAIL_FROM: around.environment.MAIL_FROM || 'Sello <certificates@sello.example>' },
    close: async () => {
      await backing.close();
      await page.close();
    },
  };
}

const CLIENT = 'sello';

function issuer(
  around: Surroundings,
  options: BackingsOptions,
  people: readonly Person[],
  urls: Urls,
): Promise<Backing> {
  const { environment, secrets } = around;
  return around.ways.first(
    'Sign-in',
    [
      {
        way: 'environment',
        boundMs: 1_000,
        start: async () => {
          if (!environment.OIDC_ISSUER) return null;
          urls.issuer = environment.OIDC_ISSUER;
          const env: Record<string, string> = { OIDC_ISSUER: environment.OIDC_ISSUER };
          for (const name of ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const) {
            if (environment[name]) env[name] = environment[name];
          }
          return { env, close: async () => {} };
        },
      },
      {
        way: 'embedded',
        boundMs: 15_000,
        start: async () => {
          const before = around.ports.before('issuer');
          const port = await around.ports.take('issuer');
          // People are known by the issuer's name, which holds its port: another port would make them strangers.
          if (before !== undefined && port !== before) {
            throw new Error(
              `port ${before}, where the people of this data sign in, is taken by another program`,
            );
          }
          const server = await startIssuer({
            port,
            people,
            clientId: CLIENT,
            clientSecret: secrets.oidcClientSecret,
            keys: secrets.issuerKeys,
            cookieKey: secrets.issuerCookieKey,
            origins: options.origins ?? [],
          });
          urls.issuer = server.url;
          return {
            env: {
              OIDC_ISSUER: server.url,
              OIDC_CLIENT_ID: CLIENT,
              OIDC_CLIENT_SECRET: secrets.oidcClientSecret,
            },
            close: () => server.close(),
          };
        },
      },
    ],
    'set OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET',
    around.report,
  );
}

async function names(around: Surroundings, zone: Zone, urls: Urls): Promise<Backing> {
  const given = around.environment.DNS_SERVERS;
  return around.ways.first(
    'DNS',
    [
      {
        way: 'environment',
        boundMs: 1_000,
        start: async () => (given ? { env: { DNS_SERVERS: given }, close: async () => {} } : null),
      },
      {
        way: 'embedded',
        boundMs: 10_000,
        start: async () => {
          const port = await around.ports.take('dns');
          const server = await startDns(port, zone);
          const page = await listen(await around.ports.take('dns-control'), dnsHandler(zone));
          urls.dns = page.url;
          return {
            env: { DNS_SERVERS: `127.0.0.1:${port}` },
            close: async () => {
              await page.close();
              await server.close();
            },
          };
        },
      },
    ],
    'set DNS_SERVERS',
    around.report,
  );
}
