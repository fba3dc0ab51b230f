import { mistakeKind } from '../mistakes.ts';
import { serviceLimits } from '../service-limits.ts';
import { defineEntity, field, type Migration, optionalField } from './define.ts';
import { anyText, date, text } from './stored.ts';

/** Reports of the first release had no end. */
const withEnd: Migration = (older) => ({
  ...older,
  expiresAt: new Date(new Date(older.at as Date).getTime() + serviceLimits.operatorReportKeptMs),
});

/**
 * A public report to the operator about an issuer; never shown to that organization. With `mistake` it was meant for the
 * organization, whose address did not take it.
 */
export const reportEntity = defineEntity({
  collection: 'reports',
  version: 2,
  fields: {
    _id: field(text),
    tenantId: field(text),
    certId: field(text),
    /** Empty once the holder was erased. */
    text: field(anyText),
    email: optionalField(anyText),
    mistake: optionalField(mistakeKind),
    at: field(date),
    closedAt: optionalField(date),
    closedBy: optionalField(anyText),
    /** The database deletes the report at this time (TTL index). */
    expiresAt: field(date),
  },
  indexes: [
    { keys: ['tenantId', 'at'] },
    { keys: ['certId', 'at'] },
    { keys: ['at'] },
    { keys: ['expiresAt'], expireAfterSeconds: 0 },
  ],
  migrations: { 1: withEnd },
  isRewritten: true,
});
