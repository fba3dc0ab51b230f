import { type DateOrder, readDate } from '@sello/contracts';
import { localeTags } from '../../i18n/language.ts';

export type DayPart = 'day' | 'month' | 'year';

/** The three parts of a day as they were typed. */
export type TypedDay = Record<DayPart, string>;

/** What keeps three parts from being a day: nothing, empty parts, or a day that no calendar has. */
export type DayProblem = { is: 'missing'; parts: DayPart[] } | { is: 'impossible'; text: string };

/** The parts in the order in which a language writes them. */
export function partsInOrder(tag: string): DayPart[] {
  const order = new Intl.DateTimeFormat(tag, { day: '2-digit', month: '2-digit', year: 'numeric' });
  return order
    .formatToParts(0)
    .map(({ type }) => type)
    .filter((type): type is DayPart => type === 'day' || type === 'month' || type === 'year');
}

/** Most digits of a part. */
export const digitsOf = (part: DayPart): number => (part === 'year' ? 4 : 2);

/** The parts of a value: a day `YYYY-MM-DD`, or what `valueOfDay` gives of one that is not finished. */
export function typedDay(value: string): TypedDay {
  const [year = '', month = '', day = ''] = value.split('-');
  return { day, month, year };
}

/**
 * The value of the parts: `YYYY-MM-DD` of a day, empty when nothing was typed, else the parts as they are, which no
 * schema takes for a day.
 */
export function valueOfDay(typed: TypedDay): string {
  const { day, month, year } = typed;
  if (day === '' && month === '' && year === '') return '';
  return problemOfDay(typed) === undefined
    ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    : `${year}-${month}-${day}`;
}

/** Empty parts have no problem. A year has four digits. */
export function problemOfDay({ day, month, year }: TypedDay): DayProblem | undefined {
  if (day === '' && month === '' && year === '') return undefined;
  const parts: DayPart[] = [];
  if (day === '') parts.push('day');
  if (month === '') parts.push('month');
  if (year.length < 4) parts.push('year');
  if (parts.length > 0) return { is: 'missing', parts };
  if (readDate(`${year}-${month}-${day}`).is === 'day') return undefined;
  return { is: 'impossible', text: `${day}/${month}/${year}` };
}

/** The parts as they are left: two digits of day and month, and a year of two digits within the next twenty or before. */
export function tidyDay({ day, month, year }: TypedDay, thisYear: number): TypedDay {
  const pad = (part: string): string => (part.length === 1 && part !== '0' ? `0${part}` : part);
  const century = Math.floor(thisYear / 100) * 100;
  const full = century + Number(year);
  const whole = year.length === 2 ? String(full > thisYear + 20 ? full - 100 : full) : year;
  return { day: pad(day), month: pad(month), year: whole };
}

/** Whether no further digit fits: it is complete, or any digit would make it too large. */
export function isFullPart(part: DayPart, text: string): boolean {
  if (text.length === digitsOf(part)) return true;
  return (part === 'day' && text > '3') || (part === 'month' && text > '1');
}

let monthsRead: Map<string, string> | undefined;

/** The months by the first three letters of their names, which differ in every language of the interface and agree between them. */
function monthByLetters(): Map<string, string> {
  if (monthsRead) return monthsRead;
  monthsRead = new Map();
  for (const tag of Object.values(localeTags)) {
    const name = new Intl.DateTimeFormat(tag, { month: 'long', timeZone: 'UTC' });
    for (let month = 0; month < 12; month++) {
      const letters = plain(name.format(Date.UTC(2026, month, 1))).slice(0, 3);
      monthsRead.set(letters, String(month + 1).padStart(2, '0'));
    }
  }
  return monthsRead;
}

const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/**
 * A whole date that was typed or pasted at once, as `YYYY-MM-DD`: ISO 8601, numbers with the year at the end, eight digits,
 * or a month's name in a language of the interface. What can be read both ways is read in `order`.
 */
export function readWholeDay(given: string, order: DateOrder): string | undefined {
  const text = given.trim().replaceAll(/\s*([/.-])\s*/g, '$1');
  const read = readDate(text.replace(/^(\d{4})[/.](\d{1,2})[/.](\d{1,2})$/, '$1-$2-$3'));
  if (read.is === 'day') return read.day;
  if (read.is === 'both') return read[order];
  const [, ...digits] = /^(\d{2})(\d{2})(\d{4})$/.exec(text) ?? [];
  if (digits.length > 0) {
    const asWritten = readWholeDay(digits.join('/'), order);
    return asWritten ?? readWholeDay(text.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3'), order);
  }
  // The last word that can be a month: in Spanish a Tuesday begins as March does.
  const words = plain(given).match(/\p{L}{3,}/gu) ?? [];
  const month = words.map((word) => monthByLetters().get(word.slice(0, 3))).findLast(Boolean);
  const [first, second] = given.match(/\d+/g) ?? [];
  if (!month || !first || !second) return undefined;
  const [day, year] = first.length === 4 ? [second, first] : [first, second];
  const named = readDate(`${year}-${month}-${day}`);
  return named.is === 'day' ? named.day : undefined;
}
