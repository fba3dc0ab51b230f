import type { Person } from '../issuer/people.ts';

/** What the seed and its clients use of a running stack. */
export interface Platform {
  /** The app's URL. */
  app: string;
  issuer: { url: string };
  /** The people who can sign in. */
  people: readonly Person[];
  /** The settings of the services. */
  env: Record<string, string>;
  dataDir: string;
}
