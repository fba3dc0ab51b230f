import { defineEntity, field, optionalField, stored } from '@sello/contracts';
import { z } from 'zod';

const { anyText, date, number, text } = stored;

/** A signed-in browser. One counter per session; a refresh token names session and counter. */
export const sessionEntity = defineEntity({
  collection: 'sessions',
  fields: {
    _id: field(text),
    userId: field(text),
    /** The counter of the only current refresh token. */
    counter: field(number),
    /** When each of the last counters was created, newest last. */
    rotations: field(z.array(z.object({ to: number, at: date }))),
    /**
     * The newest counter whose access token was used: while it is older than the current one, the response with the
     * current token may have been lost.
     */
    usedCounter: optionalField(number),
    /** The newest counter whose cookie came back while it was the current one. */
    shownCounter: optionalField(number),
    /** How often an answer was given again instead of a rotation, and to whom last (the network as CIDR). */
    repeats: optionalField(z.object({ count: number, at: date, network: text.optional() })),
    /** The session whose cookie the browser had when it signed in; it ends when this one is used. */
    replaces: optionalField(text),
    userAgent: field(anyText),
    /** The network of its last sign-in or refresh, as CIDR. */
    network: optionalField(text),
    createdAt: field(date),
    lastUsedAt: field(date),
    /** The database deletes the session at this time (TTL index). */
    expiresAt: field(date),
    endedAt: field(date.nullable()),
    /** The one-time code that a browser exchanges for the session; kept when it was used, to know it when it comes again. */
    code: optionalField(z.object({ hash: text, challenge: text, expiresAt: date, usedAt: date.optional() }), {
      internal: true,
    }),
  },
  indexes: [{ keys: ['userId'] }, { keys: ['code.hash'] }, { keys: ['expiresAt'], expireAfterSeconds: 0 }],
});
