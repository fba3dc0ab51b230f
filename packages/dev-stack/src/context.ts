import type { ManagedProcess, ProcessSpec } from './process/managed-process.ts';
import type { Ports } from './process/ports.ts';
import type { Providers } from './providers.ts';
import type { Reporter } from './report.ts';
import type { Secrets } from './secrets.ts';

/** The context in which every backing service is started. */
export interface StackContext {
  /** Absolute. */
  dataDir: string;
  /** Fetched programs are kept here, for every data folder of this user. */
  cacheDir: string;
  /** The operator's environment: an address in it takes precedence over our own servers. */
  environment: Record<string, string | undefined>;
  ports: Ports;
  providers: Providers;
  secrets: Secrets;
  report: Reporter;
  /** Starts a process that is restarted when it ends unexpectedly; resolves when it is ready. */
  supervise(spec: Omit<ProcessSpec, 'logFile' | 'cwd'>): Promise<ManagedProcess>;
}
