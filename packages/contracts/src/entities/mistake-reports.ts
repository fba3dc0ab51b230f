import { z } from 'zod';
import { languages } from '../limits.ts';
import { mistakeKind } from '../mistakes.ts';
import { defineEntity, field, optionalField } from './define.ts';
import { storedLetter } from './letters.ts';
import { date, text } from './stored.ts';

/**
 * A stranger's report to the organization about a mistake on a certificate. Its first letter asks the reporter to confirm
 * it; once confirmed, its second letter takes it to the organization.
 */
export const mistakeReportEntity = defineEntity({
  collection: 'mistakeReports',
  fields: {
    /** Derived from what is reported, so that the same report is one record however often it is sent. */
    _id: field(text),
    tenantId: field(text),
    certId: field(text),
    about: field(mistakeKind),
    text: field(text),
    /** The reporter's, lower-cased; nobody has shown that it is theirs until the report is confirmed. */
    email: field(text),
    /** Of the reporter, and of both letters. */
    language: field(z.enum(languages)),
    at: field(date),
    /**
     * 128 random bits, in the first letter only: whoever has it has read that mailbox. It is stored as it is, like an
     * invitation's code, because the worker that writes the letter needs it; all it can do is pass this report on.
     */
    token: field(text),
    /** The link of the first letter works until then. */
    expiresAt: field(date),
    confirmedAt: optionalField(date),
    /** The first letter, after the confirmation the second. */
    letter: field(storedLetter),
    /** When the record is removed. */
    keptUntil: field(date),
  },
  indexes: [
    { keys: ['token'], unique: true },
    { keys: ['tenantId', 'certId'] },
    { keys: ['letter.state', 'letter.at'] },
    { keys: ['keptUntil'], expireAfterSeconds: 0 },
  ],
});
