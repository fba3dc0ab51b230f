import { z } from 'zod';
import { defineEntity, field, optionalField } from './define.ts';
import { anyText, date, text } from './stored.ts';

export const auditEntity = defineEntity({
  collection: 'auditLog',
  fields: {
    _id: field(text),
    tenantId: field(text),
    at: field(date),
    actorId: field(text),
    actorName: field(anyText),
    /** `<resource>.<fn>`, e.g. `certificates.revoke`. */
    action: field(text),
    /** Id of the affected record. */
    target: optionalField(anyText),
    /** Stored as JSON text: its keys can be any text, which field names in MongoDB cannot. */
    details: field(z.record(z.string(), z.unknown()), {
      stored: {
        type: text,
        write: (details: Record<string, unknown>) => JSON.stringify(details),
        read: (stored: string) => JSON.parse(stored) as Record<string, unknown>,
      },
    }),
  },
  indexes: [{ keys: ['tenantId', '_id'] }],
});
