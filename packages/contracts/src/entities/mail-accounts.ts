import { z } from 'zod';
import { defineEntity, field, optionalField } from './define.ts';
import { anyText, date, flag, number, text } from './stored.ts';

const mailWindow = z.object({ from: date, sent: number });

/** What an organization has sent lately, and whether it may go on. One record per organization. */
export const mailAccountEntity = defineEntity({
  collection: 'mailAccounts',
  fields: {
    /** The organization's id. */
    _id: field(text),
    tenantId: field(text),
    /** Raised with every change, so that of two takers at once one looks again. */
    rev: field(number),
    hour: field(mailWindow),
    day: field(mailWindow),
    /** The last hundred outcomes, newest last: true was refused. */
    outcomes: field(z.array(flag)),
    /** `by` is the super admin; absent when too many mails were refused. */
    pause: optionalField(z.object({ at: date, by: anyText.exactOptional(), reason: text })),
  },
  indexes: [{ keys: ['pause.at'] }],
});
