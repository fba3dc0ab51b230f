import { useTranslation } from 'react-i18next';
import { currentLanguage } from './index.ts';
import { localeTags } from './language.ts';

/** Makes a value when it is asked for first: a formatter takes a millisecond or more, and most pages need two of ten. */
function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/**
 * Formats numbers, days and times for a locale. Days are `YYYY-MM-DD` without a time zone; moments are shown in the local
 * one, or in UTC, which is named then.
 */
export function formatters(tag: string, timeZone?: 'UTC') {
  const zone = timeZone && { timeZone };
  const whole = once(() => new Intl.NumberFormat(tag, { maximumFractionDigits: 0, useGrouping: 'always' }));
  const one = once(() => new Intl.NumberFormat(tag, { maximumFractionDigits: 1 }));
  const percent = once(() => new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 0 }));
  const shortDay = once(
    () => new Intl.DateTimeFormat(tag, { day: '2-digit', month: 'short', year: 'numeric', timeZone: 'UTC' }),
  );
  const localDay = once(
    () => new Intl.DateTimeFormat(tag, { day: '2-digit', month: 'short', year: 'numeric' }),
  );
  const longDay = once(
    () => new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }),
  );
  const longMoment = once(
    () => new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'long', year: 'numeric', ...zone }),
  );
  const clock = once(
    () => new Intl.DateTimeFormat(tag, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...zone }),
  );
  const second = once(
    () =>
      new Intl.DateTimeFormat(tag, {
        ...{ day: '2-digit', month: 'short', year: 'numeric' },
        ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
      }),
  );
  const list = once(() => new Intl.ListFormat(tag, { type: 'conjunction' }));
  return {
    count: (value: number): string => whole().format(value),
    number: (value: number): string => one().format(value),
    percent: (share: number): string => percent().format(share),
    /** `03 Mar 2026`, for columns. */
    day: (value: string): string => tidyMonth(shortDay().formatToParts(new Date(`${value}T00:00:00Z`))),
    /** `3 March 2026`, for sentences. */
    longDay: (value: string): string => longDay().format(new Date(`${value}T00:00:00Z`)),
    /** The day of a timestamp in the local time zone, for sentences. */
    dayOf: (moment: string): string => longMoment().format(new Date(moment)),
    /** The same, for columns. */
    shortDayOf: (moment: string): string => tidyMonth(localDay().formatToParts(new Date(moment))),
    /** `03 Mar 2026, 14:05` in the local time zone, for columns. */
    moment: (moment: string): string =>
      `${tidyMonth(localDay().formatToParts(new Date(moment)))}, ${clock().format(new Date(moment))}`,
    time: (moment: string | Date): string => `${clock().format(new Date(moment))}${zone ? ' UTC' : ''}`,
    /** `20 Nov 2026, 10:42:11` in the local time zone, for columns. */
    secondOf: (moment: string): string => {
      const parts = second().formatToParts(new Date(moment));
      const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? '';
      return `${tidyMonth(parts)}, ${part('hour')}:${part('minute')}:${part('second')}`;
    },
    bytes: (value: number): string =>
      value < 1_000_000
        ? `${whole().format(Math.max(1, Math.round(value / 1000)))} KB`
        : `${one().format(value / 1_000_000)} MB`,
    list: (values: readonly string[]): string => list().format(values),
  };
}

/** Spanish and Portuguese write `03 de mar. de 2026`; a column of dates needs neither the words nor the period. */
function tidyMonth(parts: Intl.DateTimeFormatPart[]): string {
  const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('day')} ${part('month').replace('.', '')} ${part('year')}`;
}

/** Minutes and seconds left, `0:07`; with hours if there are any. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  const pad = (value: number): string => String(value).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(whole % 60)}` : `${minutes}:${pad(whole % 60)}`;
}

export type Formatters = ReturnType<typeof formatters>;

const made = new Map<string, Formatters>();
let timeZone: 'UTC' | undefined;

/** Shows moments in UTC from now on: a server does not know the time zone of its visitors. */
export function formatInUtc(): void {
  timeZone = 'UTC';
  made.clear();
}

/** The formatters of the current language, cached by language. */
export function useFormat(): Formatters {
  // Subscribes to language changes.
  useTranslation();
  return formattersNow();
}

/** The formatters of the current language, for use outside of components. */
export function formattersNow(): Formatters {
  const tag = localeTags[currentLanguage()];
  const known = made.get(tag) ?? formatters(tag, timeZone);
  made.set(tag, known);
  return known;
}
