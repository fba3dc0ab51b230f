import { z } from 'zod';
import { languages } from '../limits.ts';
import { deliveryState } from './batches.ts';
import { defineEntity, field, optionalField } from './define.ts';
import { anyText, date, number, text } from './stored.ts';

/** The e-mail of one certificate to one address in one batch. */
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
    /** The Message-ID, assigned once, so that mail clients can recognise a second copy of the message. */
    messageId: field(text),
    attempts: field(number),
    /** The organization's own host, which the links of the message name; absent for the platform's. */
    linkHost: optionalField(text),
    sendingSince: optionalField(date),
    /** Id of the `begin` operation that claimed it, to identify the owner when the reply to the write is lost. */
    sendingId: optionalField(anyText, { internal: true }),
    /** The last reply of the mail server. */
    response: optionalField(z.object({ code: number.exactOptional(), text: anyText })),
    createdAt: field(date),
    updatedAt: field(date),
  },
  indexes: [{ keys: ['tenantId', 'certId', 'createdAt'] }, { keys: ['tenantId', 'linkHost'] }],
});
