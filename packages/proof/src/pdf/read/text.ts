// Text strings and dates (ISO 32000-1, 7.9.2 and 7.9.4).
import { PdfString, type PdfValue } from './values.ts';

/** The longest text that is shown, bytes in the file. */
const MAX_TEXT = 4_096;

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** The bytes of a string without escapes; undefined when the string is longer than MAX_TEXT. */
function stringBytes(source: Uint8Array, string: PdfString): Buffer | undefined {
  if (string.end - string.start > MAX_TEXT) return undefined;
  const inner = Buffer.from(source.subarray(string.start + 1, string.end - 1)).toString('latin1');
  if (string.isHex) {
    const digits = inner.replace(/[^0-9a-fA-F]/g, '');
    return Buffer.from(digits.length % 2 ? `${digits}0` : digits, 'hex');
  }
  const plain = inner.replace(/\\(\r\n|[0-7]{1,3}|[\s\S])/g, (_, escaped: string) => {
    if (/^[0-7]/.test(escaped)) return String.fromCharCode(Number.parseInt(escaped, 8) & 0xff);
    if (/^[\r\n]/.test(escaped)) return '';
    return ESCAPES[escaped] ?? escaped;
  });
  return Buffer.from(plain, 'latin1');
}

export function textOf(source: Uint8Array, value: PdfValue | undefined): string | undefined {
  if (!(value instanceof PdfString)) return undefined;
  const bytes = stringBytes(source, value);
  if (!bytes) return undefined;
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return utf16(bytes.subarray(2));
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return bytes.subarray(3).toString('utf8');
  return bytes.toString('latin1');
}

function utf16(bytes: Buffer): string {
  const even = Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2)));
  return even.swap16().toString('utf16le');
}

const DATE = /^D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:Z(?:00'?00'?)?|([+-])(\d\d)'?(?:(\d\d)'?)?)?$/;

/** Parses a date string; undefined when it is not one. Without an offset the time is UTC. */
export function dateOf(source: Uint8Array, value: PdfValue | undefined): Date | undefined {
  const match = DATE.exec(textOf(source, value) ?? '');
  if (!match) return undefined;
  const [
    ,
    year,
    month = '01',
    day = '01',
    hour = '00',
    minute = '00',
    second = '00',
    sign,
    hours,
    minutes = '00',
  ] = match;
  const offset = sign && hours ? `${sign}${hours}:${minutes}` : 'Z';
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`);
  return Number.isNaN(time) ? undefined : new Date(time);
}
