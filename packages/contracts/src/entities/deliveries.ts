import { z } from 'zod';
import { languages } from '../limits.ts';
import { deliveryState } from './batches.ts';
import { defineEntity, field, optionalField } from './define.ts';
import { anyText, date, number, text } from './stored.ts';

/** One certificate to one address in one request (a batch). */
export const deliveryEntity = defineEntity({
  collection: 'emailDeliveries',
  fields: {
    _id: field(text),
    tenantId: field(text),
    batchId: field(text),
    index: field(number),
    certId: field(text),
    to: field(text),
    language: field(z.enum(languages)),
    state: field(deliveryState),
    /** Fixed with the row, so that a second copy of the same message can be recognised. */
    messageId: field(text),
    attempts: field(number),
    sendingSince: optionalField(date),
    /** Of the `begin` that is sending it: whose it is, should the answer be lost. */
    sendingId: optionalField(anyText, { internal: true }),
    /** The mail server's last words. */
    response: optionalField(z.object({ code: number.exactOptional(), text: anyText })),
    createdAt: field(date),
    updatedAt: field(date),
  },
  indexes: [{ keys: ['tenantId', 'certId', 'createdAt'] }],
});
