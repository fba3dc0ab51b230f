/** A number as a field shows it in a locale: without grouping, with at most `digits` decimals. */
export function numberText(value: number, tag: string, digits: number): string {
  return new Intl.NumberFormat(tag, { maximumFractionDigits: digits, useGrouping: false }).format(
    // No field shows −0.
    Number(value.toFixed(digits)) + 0,
  );
}

/** Points of one of each unit of length, as in CSS. */
const pointsOf = { mm: 72 / 25.4, cm: 720 / 25.4, in: 72, pt: 1, px: 0.75, pc: 12 } as const;
type LengthUnit = keyof typeof pointsOf;

/** What a field's number is in; `none` for one that is a count or a factor. */
export type NumberIn = LengthUnit | '°' | '%' | 'none';

/** Other ways to write a unit. */
const spellings: Readonly<Record<string, NumberIn>> = {
  ...{ inch: 'in', inches: 'in', '″': 'in', '”': 'in', '"': 'in', '′′': 'in', "''": 'in' },
  ...{ pts: 'pt', deg: '°', º: '°' },
};

function unitNamed(written: string): NumberIn | null {
  const name = written.toLowerCase();
  if (Object.hasOwn(spellings, name)) return spellings[name] as NumberIn;
  return Object.hasOwn(pointsOf, name) || name === '°' || name === '%' ? (name as NumberIn) : null;
}

const isLength = (unit: NumberIn): unit is LengthUnit => Object.hasOwn(pointsOf, unit);

/** Why what was typed is no number for a field: it is none at all, or in a unit that the field does not take. */
export type NotRead = 'notANumber' | 'otherUnit';

/**
 * A number as a person types it for a field whose number is in `unit`: with a comma or a point before its decimals, and
 * with or without a unit. A length in another unit is converted, to hundredths.
 */
export function readNumber(text: string, unit: NumberIn = 'none'): number | NotRead {
  const plain = text.replace(/[\s\u00a0\u202f]/g, '').replace('\u2212', '-');
  const [, written = '', suffix = ''] = /^([+-]?[\d.,'’]*\d[.,]?)(\D*)$/.exec(plain) ?? [];
  const digits = written.replace(/['’]/g, '');
  // Of two kinds of marks the last one stands before the decimals.
  const last = Math.max(digits.lastIndexOf(','), digits.lastIndexOf('.'));
  const whole = (last < 0 ? digits : digits.slice(0, last)).replace(/[.,]/g, '');
  const normal = last < 0 ? whole : `${whole}.${digits.slice(last + 1)}`;
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(normal)) return 'notANumber';
  const value = Number(normal);
  if (suffix === '') return value;
  const typed = unitNamed(suffix);
  if (typed === unit) return value;
  if (typed === null || !isLength(typed) || !isLength(unit)) return 'otherUnit';
  return Math.round(((value * pointsOf[typed]) / pointsOf[unit]) * 100) / 100;
}
