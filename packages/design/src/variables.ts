import {
  countries,
  type Design,
  fieldsWith,
  initialOf,
  type NamesWith,
  printCertId,
  studentEntity,
} from '@sello/contracts';

/** One part of a text: literal text, or the name of a variable. */
export type TextPart = { kind: 'text'; text: string } | { kind: 'variable'; name: string };

const placeholder = /\{\{\s*([\p{L}\p{N}._-]{1,100})\s*\}\}/gu;

/** Splits `Dear {{fullName}}` into its parts. Braces without a well-formed name are literal text. */
export function parseText(content: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of content.matchAll(placeholder)) {
    if (match.index > end) parts.push({ kind: 'text', text: content.slice(end, match.index) });
    parts.push({ kind: 'variable', name: match[1] as string });
    end = match.index + match[0].length;
  }
  if (end < content.length) parts.push({ kind: 'text', text: content.slice(end) });
  return parts;
}

type Declared = typeof studentEntity;
type Printable = NamesWith<Declared, 'print'>;
/** The student's fields that hold the id of an image. */
type Pictured = {
  [Name in Printable]: Declared['fields'][Name]['facts'] extends { print: { as: 'image' } } ? Name : never;
}[Printable];
type Printed = Exclude<Printable, Pictured>;
/** The student's flags that show or hide a field, such as `showScoreNumeric`. */
type ShownBy = Extract<
  Declared['fields'][Printed]['facts'],
  { print: { shownBy: string } }
>['print']['shownBy'];

/**
 * The values of a student's variables, by the names of the fields whose declaration has `print`. Dates are
 * `YYYY-MM-DD`, the country is its English name.
 */
export type StudentValues = { fullName: string } & {
  [Name in Exclude<Printed, 'fullName'>]?: string | number | null | undefined;
} & { [Name in ShownBy]?: boolean | null | undefined };

/** The values of all variables of one certificate. */
export interface PrintedValues {
  student: StudentValues;
  /** Extra CSV columns by name. */
  custom: Record<string, string>;
  /** Values asked for once per batch, by what follows `batch.` in their names. */
  batch?: Readonly<Record<string, string>>;
  tenant: { name: string; publicName: string };
  certificate: {
    id: string;
    issuedAt: Date;
    /** The day of issue in the time zone of the design, else of the organization (`zoneOf`): `YYYY-MM-DD`. */
    issuedOn: string;
    verifyUrl: string;
  };
  /** PNG or JPEG files of this certificate alone, by the variable that names them. */
  images?: Readonly<Record<string, Uint8Array>>;
  /** Of certificates that are signed. */
  signature?: { name: string; reason: string; location: string; signedAt: Date };
}

/** The values of a student's own variables, from the record as it is stored or on the wire. */
export function printedStudent<Record extends StudentValues & Pick<PrintedValues, 'custom'>>(
  student: Record,
): { student: Record; custom: PrintedValues['custom'] } {
  return { student, custom: student.custom };
}

type Setting = Pick<Design, 'locale' | 'dateStyle' | 'variables'>;

/** The name of a variable without a value; the row fails with `variable_unknown`. */
export interface UnknownVariable {
  unknown: string;
}

export const batchPrefix = 'batch.';

/** The variable that names the organization's logo as an image. */
export const logoVariable = 'tenant.logo';

/**
 * The variables that name the signatures on the two lines of a certificate, with the value of the batch that is printed
 * below them: the picture is that of the organization's signatory of this name.
 */
export const signatureImages = {
  'signatory1.signature': 'signatory1',
  'signatory2.signature': 'signatory2',
} as const;
export type SignatureImage = keyof typeof signatureImages;

export const isSignatureImage = (name: string): name is SignatureImage =>
  Object.hasOwn(signatureImages, name);

/** The variables that name images of the organization, which many certificates share. */
export const organizationImages: readonly string[] = [logoVariable, ...Object.keys(signatureImages)];

/** The variables that name images of a student, with the field that holds the id of the image. */
export const studentImages: ReadonlyMap<string, Pictured> = new Map(
  fieldsWith(studentEntity, 'print')
    .filter(({ fact }) => fact.as === 'image')
    .map(({ name }) => [`student.${name}`, name as Pictured]),
);

/** Whether a variable can name an image. */
export function isKnownImageVariable(name: string): boolean {
  return organizationImages.includes(name) || studentImages.has(name);
}

/** The student's fields that print as text. */
export const printedTexts = fieldsWith(studentEntity, 'print').flatMap(({ name, field, fact }) =>
  fact.as === 'image' ? [] : [{ name, field, as: fact.as, shownBy: fact.shownBy }],
);
type PrintedText = (typeof printedTexts)[number];

const isoDate = /^(\d{4})-(\d{2})-(\d{2})$/;
const isoCode = new Map(countries.map(([code, name]) => [name as string, code as string]));

// Intl objects are expensive to create, and a few of them format all values.
const dateFormats = new Map<string, Intl.DateTimeFormat>();
function dateFormat(locale: string, dateStyle: Setting['dateStyle']): Intl.DateTimeFormat {
  const key = `${locale}|${dateStyle}`;
  let format = dateFormats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(locale, { dateStyle, timeZone: 'UTC' });
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

// Formatting takes longer than a look: the days and the numbers of a batch recur.
const printedValues = new Map<string, string>();
const keptValues = 10_000;

function remembered(key: string, print: () => string): string {
  let printed = printedValues.get(key);
  if (printed === undefined) {
    printed = print();
    if (printedValues.size >= keptValues) printedValues.clear();
    printedValues.set(key, printed);
  }
  return printed;
}

const regionNames = new Map<string, Intl.DisplayNames>();

/** Formats a `YYYY-MM-DD` day in the design's locale; any other value is printed unchanged. */
function printDate(value: string, setting: Setting): string {
  const match = isoDate.exec(value);
  if (!match) return value;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const moment = new Date(Date.UTC(year, month - 1, day));
  if (moment.getUTCMonth() !== month - 1 || moment.getUTCDate() !== day) return value;
  const { locale, dateStyle } = setting;
  return remembered(`${locale}|${dateStyle}|${value}`, () => dateFormat(locale, dateStyle).format(moment));
}

/** Formats a number in the design's locale; any other value is printed unchanged. */
function printNumber(value: number | string, setting: Setting): string {
  const number = typeof value === 'number' ? value : value.trim() === '' ? Number.NaN : Number(value);
  if (!Number.isFinite(number)) return String(value);
  const { locale } = setting;
  return remembered(`${locale}|${number}`, () => numberFormat(locale).format(number));
}

/** The country name in the design's language, from the stored English name. */
function printCountry(name: string, { locale }: Setting): string {
  const code = isoCode.get(name);
  if (!code) return name;
  return remembered(`${locale}|${code}`, () => {
    let names = regionNames.get(locale);
    if (!names) {
      names = new Intl.DisplayNames(locale, { type: 'region' });
      regionNames.set(locale, names);
    }
    return names.of(code) ?? name;
  });
}

type Reader = (values: PrintedValues, setting: Setting) => string;

/** A grade is typed with the hyphen of the keyboard; its sign is a minus. */
const withMinus = (grade: string): string => grade.replace(/(?<=[\p{L}\p{N}])-$/u, '\u2212');

/** The verify page without its scheme and the number, which stands beside it: short enough to be typed. */
const addressOf = (verifyUrl: string): string =>
  verifyUrl.replace(/^https?:\/\//, '').replace(/\/[^/]*$/, '');

const printers: Record<PrintedText['as'], (value: string | number, setting: Setting) => string> = {
  text: String,
  date: (value, setting) => printDate(String(value), setting),
  number: printNumber,
  country: (value, setting) => printCountry(String(value), setting),
};

function readerOf({ name, as, shownBy }: PrintedText): Reader {
  return ({ student }, setting) => {
    const of = student as Record<string, string | number | boolean | null | undefined>;
    const value = of[name];
    if (value === undefined || value === null || value === '') return '';
    return shownBy !== undefined && of[shownBy] === false ? '' : printers[as](value as string, setting);
  };
}

const scoreLetter = readerOf(printedTexts.find(({ name }) => name === 'scoreLetter')!);
const gradeOf: Reader = (values, setting) => withMinus(scoreLetter(values, setting));

const readers = new Map<string, Reader>([
  ...printedTexts.flatMap((field): [string, Reader][] => {
    const read = readerOf(field);
    return [
      [field.name, read],
      [`student.${field.name}`, read],
    ];
  }),
  // Not `scoreLetter` itself: what was issued with that is made again with the same bytes.
  ['grade', gradeOf],
  ['student.grade', gradeOf],
  ['tenant.name', ({ tenant }) => tenant.name],
  ['tenant.publicName', ({ tenant }) => tenant.publicName],
  ['tenant.initial', ({ tenant }) => initialOf(tenant.publicName)],
  ['certificate.id', ({ certificate }) => printCertId(certificate.id)],
  ['certificate.verifyUrl', ({ certificate }) => certificate.verifyUrl],
  ['certificate.verifyAddress', ({ certificate }) => addressOf(certificate.verifyUrl)],
  ['signature.name', ({ signature }) => signature?.name ?? ''],
  ['signature.reason', ({ signature }) => signature?.reason ?? ''],
  ['signature.location', ({ signature }) => signature?.location ?? ''],
  // A certificate is signed with the moment of its issue.
  [
    'signature.date',
    ({ signature, certificate }, setting) => (signature ? printDate(certificate.issuedOn, setting) : ''),
  ],
  ['certificate.issuedAt', ({ certificate }, setting) => printDate(certificate.issuedOn, setting)],
]);

/** The names of the built-in variables of texts; those of a student in their short form, such as `fullName`. */
export const builtInVariables: readonly string[] = [...readers.keys()].filter(
  (name) => !name.startsWith('student.'),
);

/** Whether a variable can have a value: built in, the short form of one, a custom column or a value of the batch. */
export function isKnownVariable(name: string): boolean {
  return readers.has(name) || name.startsWith('custom.') || name.startsWith(batchPrefix);
}

/**
 * The formatted value of a variable for one certificate, in the design's locale and date style. An absent value and a
 * variable declared optional are the empty string; any other name without a value is returned as `unknown`.
 */
export function printVariable(
  name: string,
  values: PrintedValues,
  setting: Setting,
): string | UnknownVariable {
  const read = readers.get(name);
  if (read) return read(values, setting);
  const declared = setting.variables.find((variable) => variable.name === name);
  const value = givenValue(name, values);
  const { fallback = '' } = declared ?? {};
  if (value === undefined) return declared?.optional || fallback !== '' ? fallback : { unknown: name };
  if (value === '') return fallback;
  if (declared?.kind === 'date') return printDate(value, setting);
  if (declared?.kind === 'number') return printNumber(value, setting);
  return value;
}

/** The value of a custom column or of the batch; undefined when nobody gave one. */
function givenValue(name: string, { custom, batch = {} }: PrintedValues): string | undefined {
  for (const [prefix, values] of [
    ['custom.', custom],
    [batchPrefix, batch],
  ] as const) {
    const key = name.slice(prefix.length);
    if (name.startsWith(prefix)) return Object.hasOwn(values, key) ? values[key] : undefined;
  }
  return undefined;
}

/** The variable names of several contents, in the order of first use, without duplicates. */
export function variablesOf(contents: Iterable<string>): string[] {
  const names = new Set<string>();
  for (const content of contents) {
    for (const part of parseText(content)) if (part.kind === 'variable') names.add(part.name);
  }
  return [...names];
}
