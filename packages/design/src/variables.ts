import {
  countries,
  type Design,
  fieldsWith,
  type NamesWith,
  type PrintFacts,
  studentEntity,
} from '@sello/contracts';

/** One piece of a text: as it stands, or the name of a variable. */
export type TextPart = { kind: 'text'; text: string } | { kind: 'variable'; name: string };

const place = /\{\{\s*([\p{L}\p{N}._-]{1,100})\s*\}\}/gu;

/** Splits `Dear {{fullName}}` into its parts. Braces that hold no well-formed name are ordinary text. */
export function parseText(content: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of content.matchAll(place)) {
    if (match.index > end) parts.push({ kind: 'text', text: content.slice(end, match.index) });
    parts.push({ kind: 'variable', name: match[1] as string });
    end = match.index + match[0].length;
  }
  if (end < content.length) parts.push({ kind: 'text', text: content.slice(end) });
  return parts;
}

type Declared = typeof studentEntity;
type Printed = NamesWith<Declared, 'print'>;
/** The flags that hide a field. */
type ShownBy = Extract<
  Declared['fields'][Printed]['facts'],
  { print: { shownBy: string } }
>['print']['shownBy'];

/**
 * What a student's variables are printed from, by the names of the fields that are declared as printed; dates
 * `YYYY-MM-DD`, the country by its English name.
 */
export type StudentValues = { fullName: string } & {
  [Name in Exclude<Printed, 'fullName'>]?: string | number | null;
} & { [Name in ShownBy]?: boolean | null };

/** Everything a certificate may print. */
export interface PrintedValues {
  student: StudentValues;
  /** Extra CSV columns by name. */
  custom: Record<string, string>;
  tenant: { name: string; publicName: string };
  certificate: { id: string; issuedAt: Date; verifyUrl: string };
}

type Setting = Pick<Design, 'locale' | 'dateStyle' | 'timeZone' | 'variables'>;

/** A variable that nobody fills: the row's error, by the variable's name. */
export interface UnknownVariable {
  unknown: string;
}

const isoDate = /^(\d{4})-(\d{2})-(\d{2})$/;
const isoCode = new Map(countries.map(([code, name]) => [name as string, code as string]));

// Intl objects are costly to make and printed values need the same few again and again.
const dateFormats = new Map<string, Intl.DateTimeFormat>();
function dateFormat(locale: string, dateStyle: Setting['dateStyle'], timeZone: string): Intl.DateTimeFormat {
  const key = `${locale}|${dateStyle}|${timeZone}`;
  let format = dateFormats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(locale, { dateStyle, timeZone });
    dateFormats.set(key, format);
  }
  return format;
}

const numberFormats = new Map<string, Intl.NumberFormat>();
function numberFormat(locale: string): Intl.NumberFormat {
  let format = numberFormats.get(locale);
  if (!format) {
    format = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 });
    numberFormats.set(locale, format);
  }
  return format;
}

const regionNames = new Map<string, Intl.DisplayNames>();

/** A stored calendar day in the design's language; what is no such day prints as it stands. */
function printDate(value: string, setting: Setting): string {
  const match = isoDate.exec(value);
  if (!match) return value;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const moment = new Date(Date.UTC(year, month - 1, day));
  if (moment.getUTCMonth() !== month - 1 || moment.getUTCDate() !== day) return value;
  return dateFormat(setting.locale, setting.dateStyle, 'UTC').format(moment);
}

/** A number in the design's language; what is no number prints as it stands. */
function printNumber(value: number | string, setting: Setting): string {
  const number = typeof value === 'number' ? value : value.trim() === '' ? Number.NaN : Number(value);
  return Number.isFinite(number) ? numberFormat(setting.locale).format(number) : String(value);
}

/** The country in the design's language, from the English name that is stored. */
function printCountry(name: string, setting: Setting): string {
  const code = isoCode.get(name);
  if (!code) return name;
  let names = regionNames.get(setting.locale);
  if (!names) {
    names = new Intl.DisplayNames(setting.locale, { type: 'region' });
    regionNames.set(setting.locale, names);
  }
  return names.of(code) ?? name;
}

/** `7K3M9QXT…` in groups of four, as people read and type it. */
function groupCertificateId(id: string): string {
  return id.replace(/(.{4})(?=.)/gu, '$1 ');
}

type Reader = (values: PrintedValues, setting: Setting) => string;

const printers: Record<PrintFacts['as'], (value: string | number, setting: Setting) => string> = {
  text: String,
  date: (value, setting) => printDate(String(value), setting),
  number: printNumber,
  country: (value, setting) => printCountry(String(value), setting),
};

function readerOf(name: string, { as, shownBy }: PrintFacts): Reader {
  return ({ student }, setting) => {
    const of = student as Record<string, string | number | boolean | null | undefined>;
    const value = of[name];
    if (value === undefined || value === null || value === '') return '';
    return shownBy !== undefined && of[shownBy] === false ? '' : printers[as](value as string, setting);
  };
}

const readers = new Map<string, Reader>([
  ...fieldsWith(studentEntity, 'print').flatMap(({ name, fact }): [string, Reader][] => {
    const read = readerOf(name, fact);
    return [
      [name, read],
      [`student.${name}`, read],
    ];
  }),
  ['tenant.name', ({ tenant }) => tenant.name],
  ['tenant.publicName', ({ tenant }) => tenant.publicName],
  ['certificate.id', ({ certificate }) => groupCertificateId(certificate.id)],
  ['certificate.verifyUrl', ({ certificate }) => certificate.verifyUrl],
  [
    'certificate.issuedAt',
    ({ certificate }, { locale, dateStyle, timeZone }) =>
      dateFormat(locale, dateStyle, timeZone).format(certificate.issuedAt),
  ],
]);

/** Whether a name can ever be filled: a built-in variable, its short form, or a custom column. */
export function isKnownVariable(name: string): boolean {
  return readers.has(name) || name.startsWith('custom.');
}

/**
 * What a variable prints for one certificate, in the design's locale and style. An absent value prints empty;
 * a name that nobody fills comes back as `unknown`.
 */
export function printVariable(
  name: string,
  values: PrintedValues,
  setting: Setting,
): string | UnknownVariable {
  const read = readers.get(name);
  if (read) return read(values, setting);
  const declared = setting.variables.find((variable) => variable.name === name);
  const column = name.startsWith('custom.') ? name.slice('custom.'.length) : null;
  if (column === null || !Object.hasOwn(values.custom, column)) {
    return declared?.optional ? '' : { unknown: name };
  }
  const value = values.custom[column] ?? '';
  if (value === '') return '';
  if (declared?.kind === 'date') return printDate(value, setting);
  if (declared?.kind === 'number') return printNumber(value, setting);
  return value;
}

/** The names in the order of their first use, over all texts and QR codes that print. */
export function variablesOf(contents: Iterable<string>): string[] {
  const names = new Set<string>();
  for (const content of contents) {
    for (const part of parseText(content)) if (part.kind === 'variable') names.add(part.name);
  }
  return [...names];
}
