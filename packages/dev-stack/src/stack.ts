import { pathToFileURL } from 'node:url';
import { type ServiceName, serviceNames } from '@sello/contracts';
import {
  type Backings,
  type BackingsOptions,
  type OwnedBackings,
  openBackings,
  orAborted,
} from './backings.ts';
import { demoPeople, type Person } from './issuer/people.ts';
import { type Reporter, silentReporter } from './report.ts';
import { type Seed, seedDemo } from './seed/seed.ts';
import { environmentOf, mainOf, stackSettings } from './services.ts';
import { ensureWeb, webFolder } from './web-build.ts';

export interface StackOptions extends Omit<BackingsOptions, 'only'> {
  /**
   * The app's port; an error when it is in use. Default: the port of the last start, else 3000, else a free one. A stack
   * whose data is not kept takes a free one at once: several may start at a time, and each finds 3000 free.
   */
  port?: number;
  /** Create the demo organization. */
  seed?: boolean;
  /** The number of processes of each worker; default 1. */
  workers?: { render?: number; mail?: number; domain?: number };
  /** The services to start, for tests that do not need all; the BFF is always started. */
  services?: ServiceName[];
  /** Whether the web application is built first; without it the BFF serves only the API. */
  web?: boolean;
  /** Settings for the services that take precedence over all others. */
  settings?: Record<string, string>;
  /** The path of a module that a service loads first, for tests that hold it in the middle of its work. */
  preload?: Partial<Record<ServiceName, string>>;
}

/** A process of the stack: a service or a server that it uses. */
export interface StackProcess {
  name: string;
  readonly pid: number | null;
  /** Stops it gracefully and starts it again; resolves when it is ready. */
  restart(): Promise<void>;
  /** Sends a signal. A process that ends unexpectedly is restarted. */
  kill(signal: NodeJS.Signals): void;
}

export interface Stack {
  /** The app's URL; also PUBLIC_URL. */
  app: string;
  inbox: Backings['inbox'];
  issuer: Backings['issuer'];
  dns: Backings['dns'];
  /** The BFF's internal server: health, metrics and `/internal`. */
  internal: string;
  /** URLs of the internal servers of all service processes, by process name. */
  internals: Record<string, string>;
  people: readonly Person[];
  /** The settings of all services; contains secrets. */
  env: Record<string, string>;
  providers: Backings['providers'];
  dataDir: string;
  processes: StackProcess[];
  /** The demo organization, when requested. */
  seed: Seed | null;
  close(): Promise<void>;
}

const DEFAULT_PORT = 3000;
/** A machine that does much else takes minutes; a service that ends is reported at once. */
const READY_MS = 240_000;
/** Services drain for at most 25 s. */
const STOP_MS = 28_000;

/**
 * Starts the whole platform: the backing services, then the four services as separate processes, configured only by
 * their environment, as in production.
 * @throws Error that names the process and its log; everything that had started is stopped again
 */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const report = options.report ?? silentReporter;
  const environment = options.environment ?? process.env;
  const people = options.people ?? demoPeople;
  const given = environment.PUBLIC_URL;
  const web = options.web === false ? Promise.resolve(webFolder) : ensureWeb(report, options.signal);
  // Its error is thrown where it is awaited, not as an unhandled rejection.
  web.catch(() => {});
  const backings = await openBackings({
    ...options,
    environment,
    people,
    report,
    origins: given ? [new URL(given).origin] : [],
  });
  const close = async (): Promise<void> => {
    const services = backings.processes.filter((child) => child.spec.kind === 'service');
    // The BFF first, then the workers, then the stores they use.
    await services.find((child) => child.name === 'bff')?.close();
    await Promise.all(services.map((child) => child.close()));
    await backings.close();
  };
  try {
    if (backings.recovered.length > 0) {
      report.info(
        `  An earlier start was killed; the processes it left were ended: ${backings.recovered.join(', ')}`,
      );
    }
    const port = await appPort(backings, options, report);
    const publicUrl = given ?? `http://localhost:${port}`;
    const settings = {
      ...stackSettings({
        backings: backings.env,
        secrets: backings.secrets,
        publicUrl,
        web: await web,
        superAdmins: superAdmins(people, environment),
      }),
      ...options.settings,
    };
    const internals: Record<string, string> = {};
    const start = async (service: ServiceName, name: string): Promise<void> => {
      const internal = await backings.context.ports.take(`internal:${name}`);
      const own: Record<string, string> = { INTERNAL_PORT: `127.0.0.1:${internal}` };
      if (service === 'bff') own.PORT = `127.0.0.1:${port}`;
      internals[name] = `http://127.0.0.1:${internal}`;
      const first = options.preload?.[service];
      const child = await backings.context.supervise({
        name,
        kind: 'service',
        command: process.execPath,
        args: [...(first ? ['--import', pathToFileURL(first).href] : []), mainOf(service)],
        env: await environmentOf(service, settings, environment, own),
        ready: async () => {
          // `fetch` rejects while nothing listens on the port, which counts as not ready.
          const soon = AbortSignal.timeout(2_000);
          if (service === 'bff') await fetch(`http://127.0.0.1:${port}/`, { method: 'HEAD', signal: soon });
          return (await fetch(`${internals[name]}/readyz`, { signal: soon })).ok;
        },
        readyMs: READY_MS,
        stopMs: STOP_MS,
      });
      report.info(`  ${child.name}: ready`);
    };
    const all = Promise.allSettled(processList(options).map(([service, name]) => start(service, name)));
    const started = await orAborted(all, options.signal);
    const failed = started.filter((result) => result.status === 'rejected');
    if (failed.length > 0)
      throw new Error(failed.map((result) => (result.reason as Error).message).join('\n'));

    const stack: Stack = {
      app: publicUrl,
      inbox: backings.inbox,
      issuer: backings.issuer,
      dns: backings.dns,
      internal: internals.bff!,
      internals,
      people: backings.issuer.people,
      env: settings,
      providers: backings.providers,
      dataDir: backings.dataDir,
      processes: backings.processes,
      seed: null,
      close,
    };
    if (options.seed) stack.seed = await orAborted(seedDemo(stack, report), options.signal);
    return stack;
  } catch (error) {
    await close();
    throw error;
  }
}

async function appPort(
  backings: OwnedBackings,
  { port: wanted, dataDir }: StackOptions,
  report: Reporter,
): Promise<number> {
  const { ports } = backings.context;
  if (wanted !== undefined) {
    const port = await ports.take('app', wanted);
    if (port !== wanted) throw new Error(`Port ${wanted} is in use; choose another with --port.`);
    return port;
  }
  if (dataDir === undefined) return ports.take('app');
  const first = ports.before('app') ?? DEFAULT_PORT;
  const port = await ports.take('app', first);
  if (port !== first) report.info(`  Port ${first} is in use, so the app is at ${port}.`);
  return port;
}

function superAdmins(people: readonly Person[], environment: Record<string, string | undefined>): string[] {
  if (environment.SUPER_ADMINS) return [environment.SUPER_ADMINS];
  return people.filter((person) => person.role === 'super admin').map((person) => person.email);
}

function processList(options: StackOptions): [ServiceName, string][] {
  const counts: Record<ServiceName, number> = {
    bff: 1,
    'render-worker': options.workers?.render ?? 1,
    'mail-worker': options.workers?.mail ?? 1,
    'domain-worker': options.workers?.domain ?? 1,
  };
  const wanted = serviceNames.filter(
    (service) => service === 'bff' || (options.services?.includes(service) ?? true),
  );
  return wanted.flatMap((service) =>
    Array.from({ length: counts[service] }, (_, index): [ServiceName, string] => [
      service,
      counts[service] === 1 ? service : `${service}-${index + 1}`,
    ]),
  );
}
