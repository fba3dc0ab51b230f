import { defineEntity, field, optionalField, type RowOf, stored } from '@sello/contracts';
import { z } from 'zod';

const { anyText, date, text } = stored;

export const idempotencyEntity = defineEntity({
  collection: 'idempotencyKeys',
  fields: {
    _id: field(text),
    bodyHash: field(text),
    state: field(z.enum(['running', 'done'])),
    /** Drawn by the `begin` that holds the key: whose it is, should the answer be lost. */
    holder: optionalField(anyText),
    leaseUntil: field(date),
    expiresAt: field(date),
    /** The answer as JSON: its keys are anything. */
    answer: optionalField(anyText),
  },
  indexes: [{ keys: ['expiresAt'], expireAfterSeconds: 0 }],
});
export type IdempotencyRow = RowOf<typeof idempotencyEntity>;
