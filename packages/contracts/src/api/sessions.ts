import { z } from 'zod';
import { id, moment } from '../scalars.ts';
import { defineApi, done, idOf, sessionAccess } from './define.ts';

/** The browsers and systems that are told apart; others are not named. */
export const browsers = ['Chrome', 'Edge', 'Firefox', 'Opera', 'Safari', 'Samsung Internet'] as const;
export const systems = ['Android', 'ChromeOS', 'Linux', 'Windows', 'iPad', 'iPhone', 'macOS'] as const;

/** One browser in which the person is signed in. */
export const personSession = z.object({
  id,
  browser: z.enum(browsers).optional(),
  system: z.enum(systems).optional(),
  /** The network that it was used from last, as CIDR: a /24 of IPv4 or a /48 of IPv6. Addresses are not kept. */
  network: z.string().optional(),
  /** When the person signed in. */
  createdAt: moment,
  /** When its access token was last renewed, which a browser in use does every ten minutes. */
  lastUsedAt: moment,
  /**
   * How often its browser got an answer again instead of a renewal, and from which network last: two tabs renewed at the
   * same time, an answer was lost, or somebody has a copy.
   */
  repeats: z
    .object({ count: z.number().int().positive(), at: moment, network: z.string().optional() })
    .optional(),
  /** The session of this request. */
  current: z.boolean(),
});
export type PersonSession = z.infer<typeof personSession>;

/** The caller's own sessions. All of them at once, or all others, are ended by `/auth/v1/logout`. */
export const sessionsApi = defineApi('sessions', {
  /** The open ones, the one used last first. */
  list: {
    method: 'GET',
    access: sessionAccess,
    reply: z.array(personSession),
    fallback: 'Operation failed',
  },
  /** Ends one, its sockets included; one that has ended already stays ended. */
  end: {
    method: 'DELETE',
    access: sessionAccess,
    body: z.object({ id: idOf('not_found') }),
    reply: done,
    fallback: 'Operation failed',
  },
});
