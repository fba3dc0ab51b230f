import type { Part, PartSpec } from './process/part.ts';
import type { Ports } from './process/ports.ts';
import type { Providers } from './providers.ts';
import type { Reporter } from './report.ts';
import type { Secrets } from './secrets.ts';

/** What every backing service is brought up with. */
export interface StackContext {
  /** Absolute. */
  dataDir: string;
  /** Fetched programs are kept here, for every data folder of this user. */
  cacheDir: string;
  /** What the operator has set: an address named here is used before anything of ours. */
  environment: Record<string, string | undefined>;
  ports: Ports;
  providers: Providers;
  secrets: Secrets;
  report: Reporter;
  /** Starts a process that is brought back when it ends unasked; answers when it is ready. */
  supervise(spec: Omit<PartSpec, 'logFile' | 'cwd'>): Promise<Part>;
}
