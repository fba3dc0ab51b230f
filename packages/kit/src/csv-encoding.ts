import { isUtf8 } from 'node:buffer';
import type { CsvEncoding, EncodingSample } from '@sello/contracts';
import { isAppError } from './app-error.ts';
import { type CsvRules, openCsv } from './csv-read.ts';
import { beyondAscii, byLikelihood, impossible } from './likely-encodings.ts';

// Marks and labels: WHATWG Encoding Standard, 4.2 and 6.

/** The bytes by which an encoding is guessed, at most. */
const sampleBytes = 16 * 1024;
/** A header of as many columns as a file may have fits. */
const lineBytes = 64 * 1024;
/** Of a text that is shown, in characters. */
const sampleLength = 120;

/** How a file can be read. `certain`: it says so itself; else `likely` has the encodings that fit, the likeliest first. */
export type CsvReading = { certain: CsvEncoding } | { likely: CsvEncoding[] };

/** A text in an encoding; a mark in the file wins. What is no character in it becomes U+FFFD. */
export function decodeCsv(bytes: Uint8Array, encoding: CsvEncoding): string {
  return new TextDecoder(markOf(bytes) ?? encoding).decode(bytes);
}

/**
 * Which encoding a file has. UTF-8, marked UTF-16 and what somebody has `given` are certain; nothing else is: bytes of a
 * code page are valid in many others.
 */
export function encodingOf(bytes: Uint8Array, given?: CsvEncoding): CsvReading {
  const certain = markOf(bytes) ?? given;
  if (certain) return { certain };
  const wide = unmarkedUtf16(bytes);
  if (wide) return { likely: [wide] };
  if (!isUtf8(bytes)) return { likely: byLikelihood(sampleOf(bytes)) };
  // It switches its alphabets by escapes, and is ASCII otherwise.
  const switched = bytes.includes(escapeByte) ? decodeCsv(sampleOf(bytes), 'iso-2022-jp') : '';
  return beyondAscii.test(switched) && !impossible.test(switched)
    ? { likely: ['iso-2022-jp'] }
    : { certain: 'utf-8' };
}

/**
 * The encodings with up to three texts of the file as each reads it: names first, of those first what is more than ASCII.
 * Encodings in which the file is none with these columns are left out. Throws the errors of `openCsv` by the first encoding.
 */
export function samplesOf(
  bytes: Uint8Array,
  likely: readonly CsvEncoding[],
  rules: CsvRules,
): EncodingSample[] {
  const isWide = likely[0]?.startsWith('utf-16');
  const sample = isWide ? bytes.subarray(0, lineBytes) : sampleOf(bytes);
  return likely.flatMap((encoding, at) => {
    const text = decodeCsv(sample, encoding);
    try {
      return { encoding, samples: textsOf(text, rules) };
    } catch (error) {
      if (at === 0) throw error;
      return [];
    }
  });
}

function textsOf(text: string, rules: CsvRules): string[] {
  const texts: string[] = [];
  try {
    const file = openCsv(text, rules);
    const rows = [...file.rows()].flat().map(({ cells }) => cells);
    const names = rows.flatMap((cells) => rules.required.map((column) => cells[column] ?? ''));
    const all = [...names, ...rows.flatMap((cells) => Object.values(cells)), ...file.columns];
    texts.push(...all.filter((cell) => beyondAscii.test(cell)), ...names);
  } catch (error) {
    // The sample may have no rows although the file has.
    if (!isAppError(error, 'csv_empty') && !isAppError(error, 'csv_malformed')) throw error;
    texts.push(...text.split(/[\n,;\t"]/).filter((cell) => beyondAscii.test(cell)));
  }
  const filled = texts.map((one) => one.trim().slice(0, sampleLength)).filter(Boolean);
  return [...new Set(filled)].slice(0, 3);
}

function markOf(bytes: Uint8Array): CsvEncoding | undefined {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/** UTF-16 without a mark has a zero in each ASCII character, always on the same side; a text in bytes has none. */
function unmarkedUtf16(bytes: Uint8Array): CsvEncoding | undefined {
  const zeros = [0, 0];
  const length = Math.min(bytes.length, sampleBytes);
  for (let at = 0; at < length; at++) if (bytes[at] === 0) zeros[at % 2]!++;
  const [even = 0, odd = 0] = zeros;
  const enough = length / 20;
  if (odd > enough && even < odd / 20) return 'utf-16le';
  return even > enough && odd < even / 20 ? 'utf-16be' : undefined;
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const escapeByte = 0x1b;
const quote = 0x22;
/** Lines that may come before the first row, and that row. */
const firstLines = 3;

/**
 * The first lines of a file, and of the others those that are more than ASCII. Without lines that end within quotes, so
 * that each is a row: where bytes beyond ASCII are, no encoding has line breaks or quotes as a part of another character.
 */
function sampleOf(bytes: Uint8Array): Buffer {
  const kept: Uint8Array[] = [];
  let size = 0;
  let start = 0;
  for (let line = 0; start < bytes.length && size < sampleBytes; line++) {
    let end = start;
    let quotes = 0;
    let isAscii = true;
    let isSwitched = false;
    for (; end < bytes.length; end++) {
      const byte = bytes[end]!;
      if (byte === lineFeed || byte === carriageReturn) break;
      if (byte === quote) quotes++;
      else if (byte === escapeByte) isSwitched = true;
      else if (byte > 127) isAscii = false;
    }
    if (line < firstLines || isSwitched || (!isAscii && quotes % 2 === 0)) {
      const one = shortened(bytes.subarray(start, end));
      kept.push(one, newLine);
      size += one.length + 1;
    }
    start = end + (bytes[end] === carriageReturn && bytes[end + 1] === lineFeed ? 2 : 1);
  }
  return Buffer.concat(kept);
}

/** Cut after a sign that is a part of no other character. */
function shortened(line: Uint8Array): Uint8Array {
  if (line.length <= lineBytes) return line;
  const cut = line.subarray(0, lineBytes).findLastIndex((byte) => byte < 0x30);
  return line.subarray(0, cut + 1);
}
const newLine = Uint8Array.of(lineFeed);
