import { defineEntity, field, optionalField } from './define.ts';
import { anyText, date, text } from './stored.ts';

/** A public report to the operator about an issuer; never shown to that organization. */
export const reportEntity = defineEntity({
  collection: 'reports',
  fields: {
    _id: field(text),
    tenantId: field(text),
    certId: field(text),
    text: field(text),
    email: optionalField(anyText),
    at: field(date),
    closedAt: optionalField(date),
    closedBy: optionalField(anyText),
  },
  indexes: [{ keys: ['tenantId', 'at'] }, { keys: ['at'] }],
});
