import { createHash, randomBytes } from 'node:crypto';
import { serviceLimits } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { z } from 'zod';
import type { Redis } from '../../redis.ts';

/** What a browser carries from one host to the other by a ticket. */
const handedOver = z.strictObject({
  /** `there`: from the organization's own host to the platform; `back`: the other way. */
  leg: z.enum(['there', 'back']),
  tenantId: z.string(),
  /** SHA-256 of the secret in the cookie of the browser that began on the own host. */
  browser: z.string(),
  /** What the person came for: an invitation, by its reference, or to join with a code. */
  goal: z.string(),
});
export type HandedOver = z.infer<typeof handedOver>;

export interface Tickets {
  /** Creates a ticket: 256 random bits, of which only the hash is stored. Throws `unavailable`. */
  issue(value: HandedOver): Promise<string>;
  /** The value of a ticket of this leg, once; `undefined` when it was used, has expired or never was. */
  redeem(ticket: unknown, leg: HandedOver['leg']): Promise<HandedOver | undefined>;
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
/** 256 random bits. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** One-time tickets in Redis, which every BFF reads, under the hash of the ticket. */
export function createTickets(redis: Pick<Redis, 'set' | 'getdel'>): Tickets {
  const keyOf = (ticket: string, leg: string) => `handover:${leg}:${sha256(ticket)}`;
  const orUnavailable = (cause: unknown): never => {
    throw new AppError('unavailable', { cause });
  };
  return {
    async issue(value) {
      const ticket = newSecret();
      const key = keyOf(ticket, value.leg);
      await redis.set(key, JSON.stringify(value), 'EX', serviceLimits.ticketSeconds).catch(orUnavailable);
      return ticket;
    },
    async redeem(ticket, leg) {
      if (typeof ticket !== 'string' || !/^[\w-]{43}$/.test(ticket)) return undefined;
      const stored = await redis.getdel(keyOf(ticket, leg)).catch(orUnavailable);
      return stored === null ? undefined : handedOver.parse(JSON.parse(stored));
    },
  };
}
