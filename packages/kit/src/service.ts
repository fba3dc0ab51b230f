import { ConfigError, type ConfigOf, type Environment, readConfig, type Variables } from './config.ts';
import { createLogger, type Logger } from './logger.ts';
import { times } from './times.ts';
import { sharedVariables } from './variables.ts';

/** A service is created by `create(config, overrides)`, then started, then closed. */
export interface Service {
  start(): Promise<void>;
  /** Drains: finishes or hands back running work, then closes what it opened. May be called before `start`, and twice. */
  close(): Promise<void>;
}

export interface ServiceRun<Table extends Variables> {
  name: string;
  variables: Table;
  create: (config: ConfigOf<Table>, overrides: { log: Logger }) => Service | Promise<Service>;
  env?: Environment;
}

/**
 * Runs a service as this process: reads the configuration (all problems in one message, exit code 1) and takes it out of
 * `process.env`, starts, and closes
 * on SIGTERM or SIGINT within 25 s. An uncaught error is logged and the process exits with 1, because its state is
 * unknown. A second signal ends the process at once.
 */
export async function runService<const Table extends Variables>(run: ServiceRun<Table>): Promise<void> {
  const config = readOrExit(run);
  const level = 'LOG_LEVEL' in config ? String(config.LOG_LEVEL) : 'info';
  const log = createLogger({ service: run.name, level });
  let service: Service | undefined;
  let isClosing = false;

  const exit = (code: number): never => {
    log.flush?.();
    process.exit(code);
  };
  const fail = (error: unknown, what: string): void => {
    log.fatal({ err: error }, what);
    exit(1);
  };
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    if (isClosing) return exit(1);
    isClosing = true;
    log.info({ signal }, 'closing');
    setTimeout(
      () => fail(new Error(`still open after ${times.drainMs} ms`), 'closing took too long'),
      times.drainMs,
    ).unref();
    try {
      await service?.close();
      log.info('closed');
      exit(0);
    } catch (error) {
      fail(error, 'closing failed');
    }
  };
  process.on('uncaughtException', (error) => fail(error, 'uncaught exception'));
  process.on('unhandledRejection', (error) => fail(error, 'unhandled rejection'));
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);

  try {
    log.info({ config }, 'starting');
    service = await run.create(config, { log });
    if (!isClosing) await service.start();
    if (!isClosing) log.info('started');
  } catch (error) {
    fail(error, 'starting failed');
  }
}

function readOrExit<const Table extends Variables>(run: ServiceRun<Table>): ConfigOf<Table> {
  try {
    const { TIME_SCALE } = sharedVariables;
    // Read with the others for its problems alone: `times` has it already.
    const config = readConfig({ ...run.variables, TIME_SCALE }, run.env ?? process.env);
    // Keys and passwords among them: nothing that the service starts or loads finds one there.
    for (const name of Object.keys(config)) delete process.env[name];
    return config;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${run.name}: ${error.message}\n`);
    process.exit(1);
  }
}

export interface ClosingStep {
  name: string;
  close: () => Promise<unknown> | unknown;
}

/**
 * Closes dependencies one after the other. A step that fails or times out is logged by name and does not block the
 * others: each gets the rest of `limitMs`, less a second for every step after it.
 */
export async function closeInOrder(
  steps: ClosingStep[],
  log: Logger,
  limitMs = times.drainMs - times.lastStepMs,
): Promise<void> {
  const end = performance.now() + limitMs;
  for (const [index, step] of steps.entries()) {
    const waitMs = Math.max(
      times.stepMs,
      end - performance.now() - times.lastStepMs * (steps.length - 1 - index),
    );
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`still open after ${Math.round(waitMs)} ms`)), waitMs);
    });
    try {
      await Promise.race([Promise.resolve().then(step.close), late]);
    } catch (error) {
      log.error({ err: error, step: step.name }, 'a closing step failed');
    } finally {
      clearTimeout(timer);
    }
  }
}
