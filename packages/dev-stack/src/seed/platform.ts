import type { Person } from '../issuer/people.ts';

/** What the seed and its clients need of a running stack. */
export interface Platform {
  /** Where people reach the app. */
  app: string;
  issuer: { url: string };
  /** Who can sign in. */
  people: readonly Person[];
  /** What the services were started with. */
  env: Record<string, string>;
  dataDir: string;
}
