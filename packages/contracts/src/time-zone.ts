import { z } from 'zod';

/** An IANA time zone that `Intl` knows. */
export const timeZone = z.string().max(64).refine(isTimeZone, 'not a time zone');

function isTimeZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
}
