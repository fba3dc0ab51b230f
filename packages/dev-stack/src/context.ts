import type { ManagedProcess, ProcessSpec } from './process/managed-process.ts';
import type { Ports } from './process/ports.ts';
import type { Providers } from './providers.ts';
import type { Reporter } from './report.ts';
import type { Secrets } from './secrets.ts';

/** The context in which every backing service is started. */
export interface StackContext {
  /** Absolute. */
  dataDir: string;
  /** Cache folder of fetched programs, shared by all data folders of this user. */
  cacheDir: string;
  /** The operator's environment: a server named in it takes precedence over the stack's own. */
  environment: Record<string, string | undefined>;
  ports: Ports;
  providers: Providers;
  secrets: Secrets;
  report: Reporter;
  /** Starts a process that is restarted when it ends unexpectedly; resolves when it is ready. */
  supervise(spec: Omit<ProcessSpec, 'logFile' | 'cwd'>): Promise<ManagedProcess>;
}
