import { z } from 'zod';
import { certIdPattern } from './cert-id.ts';
import { limits } from './limits.ts';

/** The id of a record: 24 hex characters, converted to lower case. */
export const id = z
  .string()
  .regex(/^[0-9a-f]{24}$/i, 'not an id')
  .toLowerCase();

/** A calendar date without a time zone, `YYYY-MM-DD`. */
export const day = z.string().refine(isDay, 'not a date YYYY-MM-DD');

/** Whether the text is a day of the calendar, `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** A date and time on the wire: ISO 8601 in UTC. */
export const moment = z.iso.datetime();

export const email = z.email().max(254);

/** 0 to 10 in steps of 0.1. */
export const scoreNumeric = z.number().min(0).max(limits.scoreNumericMax).multipleOf(limits.scoreNumericStep);

/** A to F, optionally followed by + or -; upper-cased. */
export const scoreLetter = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-F][+-]?$/);

/** 128 random bits in Crockford's base 32: 26 characters. */
export const certId = z.string().regex(certIdPattern);

export const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/);
