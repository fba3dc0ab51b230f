import { z } from 'zod';
import { defineEntity, field, optionalField } from './define.ts';
import { anyText, asMoment, date, text } from './stored.ts';

export const auditEntity = defineEntity({
  collection: 'auditLog',
  fields: {
    _id: field(text, { wire: true }),
    tenantId: field(text),
    at: field(date, { wire: asMoment }),
    actorId: field(text, { wire: true }),
    actorName: field(anyText, { wire: true }),
    /** `<resource>.<fn>`, e.g. `certificates.revoke`. */
    action: field(text, { wire: true }),
    /** Id of the affected record. */
    target: optionalField(anyText, { wire: true }),
    /** The /24 or /48 that the request came from; absent for what a service did by itself. */
    network: optionalField(text, { wire: true }),
    /** When the entry is deleted. Entries of the first releases have none and are kept. */
    expiresAt: optionalField(date, { internal: true }),
    /**
     * Stored as JSON text: its keys can be any text, which field names in MongoDB cannot. It names no student: a name is
     * read from the student's record, so that nothing is left here when the student is erased.
     */
    details: field(z.record(z.string(), z.unknown()), {
      wire: true,
      stored: {
        type: text,
        write: (details: Record<string, unknown>) => JSON.stringify(details),
        read: (stored: string) => JSON.parse(stored) as Record<string, unknown>,
      },
    }),
  },
  /** The name of what the action was about, as far as it is still stored: of a student, of a certificate's holder. */
  computed: { subject: z.string().optional() },
  indexes: [
    { keys: ['tenantId', 'at', '_id'] },
    { keys: ['tenantId', 'actorId', 'at', '_id'] },
    { keys: ['expiresAt'], expireAfterSeconds: 0 },
  ],
});
