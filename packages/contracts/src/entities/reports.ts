import { mistakeKind } from '../mistakes.ts';
import { serviceLimits } from '../service-limits.ts';
import { defineEntity, field, optionalField } from './define.ts';
import { anyText, date, text } from './stored.ts';

/**
 * A public report to the operator about an issuer; never shown to that organization. With `mistake` it was meant for the
 * organization, whose address did not take it.
 */
export const reportEntity = defineEntity({
  collection: 'reports',
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
  },
  indexes: [
    { keys: ['tenantId', 'at'] },
    { keys: ['at'], expireAfterSeconds: serviceLimits.operatorReportKeptMs / 1_000 },
  ],
});
