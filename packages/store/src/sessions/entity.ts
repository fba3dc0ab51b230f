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
    /** When each of the last counters came to be, newest last. */
    rotations: field(z.array(z.object({ to: number, at: date }))),
    /** The newest counter whose access token was used: as long as it is not the current one, its answer may be lost. */
    usedCounter: optionalField(number),
    userAgent: field(anyText),
    createdAt: field(date),
    lastUsedAt: field(date),
    /** The database forgets the session after this moment. */
    expiresAt: field(date),
    endedAt: field(date.nullable()),
    /** The one-time code that a browser exchanges for the session. */
    code: optionalField(z.object({ hash: text, challenge: text, expiresAt: date }), { internal: true }),
  },
  indexes: [{ keys: ['userId'] }, { keys: ['code.hash'] }, { keys: ['expiresAt'], expireAfterSeconds: 0 }],
});
