/** Which of the two numbers of a date such as 03/04/2026 is the day. */
export type DateOrder = 'day' | 'month';

/**
 * What a cell says: `day`, a date as YYYY-MM-DD, with the order that alone makes it one; `both`, a date in either order;
 * `none`, the form of a date that is no day of the calendar; `other`, another form, such as a year of two digits.
 */
export type ReadDate =
  | { is: 'day'; day: string; order?: DateOrder }
  | { is: 'both'; day: string; month: string }
  | { is: 'none' }
  | { is: 'other' };

const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]0{1,2}:00(?::00(?:\.0+)?)?Z?)?$/;
const numbers = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})$/;

function dayOf(year: string, month: string, day: string): string | undefined {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : undefined;
}

/** Reads a trimmed cell: ISO 8601, or day and month in any order with the year of four digits at the end. */
export function readDate(cell: string): ReadDate {
  const [, year, month, day] = iso.exec(cell) ?? [];
  if (year !== undefined) {
    const found = dayOf(year, month!, day!);
    return found === undefined ? { is: 'none' } : { is: 'day', day: found };
  }
  const [, first, , second, last] = numbers.exec(cell) ?? [];
  if (last === undefined) return { is: 'other' };
  const dayFirst = dayOf(last, second!, first!);
  const monthFirst = dayOf(last, first!, second!);
  if (dayFirst === undefined && monthFirst === undefined) return { is: 'none' };
  if (dayFirst === monthFirst) return { is: 'day', day: dayFirst! };
  if (monthFirst === undefined) return { is: 'day', day: dayFirst!, order: 'day' };
  if (dayFirst === undefined) return { is: 'day', day: monthFirst, order: 'month' };
  return { is: 'both', day: dayFirst, month: monthFirst };
}
