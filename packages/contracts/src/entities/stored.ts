import { z } from 'zod';
import type { Design } from '../design.ts';
import { moment } from '../scalars.ts';

/** Schemas of stored values that many entities share. */

/** Non-empty text. */
export const text = z.string().min(1);
/** Text that may be empty. */
export const anyText = z.string();
export const number = z.number();
export const flag = z.boolean();
export const date = z.date();
/** A design; it is validated when it is received. */
export const storedDesign = z.custom<Design>();

/**
 * Designs of the first version of an entity were given UTC where nobody had named a time zone: they take the organization's.
 * Revisions are not migrated, as certificates were printed from them.
 */
export function withoutUsualZone({ design, ...rest }: Record<string, unknown>): Record<string, unknown> {
  const { timeZone, ...of } = design as Record<string, unknown>;
  return { ...rest, design: timeZone === 'UTC' ? of : design };
}

/** A `Date` on the wire: ISO 8601 in UTC. */
export const asMoment = { type: moment, view: (date: Date): string => date.toISOString() } as const;

/** Texts by name, stored as pairs: names may hold dots and dollar signs. */
export const asPairs = {
  type: z.array(z.object({ name: anyText, value: anyText })),
  write: (texts: Readonly<Record<string, string>>) =>
    Object.entries(texts).map(([name, value]) => ({ name, value })),
  read: (pairs: readonly { name: string; value: string }[]): Record<string, string> =>
    Object.fromEntries(pairs.map(({ name, value }) => [name, value])),
};
