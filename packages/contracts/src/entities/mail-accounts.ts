import { z } from 'zod';
import { defineEntity, field, optionalField } from './define.ts';
import { anyText, date, flag, number, text } from './stored.ts';

const mailWindow = z.object({ from: date, sent: number });

/** The recent e-mails of an organization and its e-mail pause. One record per organization. */
export const mailAccountEntity = defineEntity({
  collection: 'mailAccounts',
  fields: {
    /** The organization's id. */
    _id: field(text),
    tenantId: field(text),
    /** Incremented with every change, for optimistic concurrency: of two concurrent writers one retries. */
    rev: field(number),
    hour: field(mailWindow),
    day: field(mailWindow),
    /** The last hundred outcomes, newest last: true = refused. */
    outcomes: field(z.array(flag)),
    /** `by` is the super admin; absent when the platform paused it because too many e-mails were refused. */
    pause: optionalField(z.object({ at: date, by: anyText.exactOptional(), reason: text })),
  },
  indexes: [{ keys: ['pause.at'] }],
});
