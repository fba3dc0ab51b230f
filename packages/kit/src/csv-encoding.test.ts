import type { CsvEncoding } from '@sello/contracts';
import { expect, it } from 'vitest';
import { decodeCsv, encodingOf, samplesOf } from './csv-encoding.ts';

const rules = { known: ['fullName', 'idNumber'], required: ['fullName'], further: 200 };

/** The bytes of a text, by what `TextDecoder` makes of each byte and pair of bytes. */
function encode(text: string, encoding: CsvEncoding): Uint8Array {
  const decoder = new TextDecoder(encoding);
  const wanted = new Set(text);
  const bytesOf = new Map<string, number[]>();
  const note = (bytes: number[]): void => {
    const character = decoder.decode(Uint8Array.from(bytes));
    if (wanted.has(character) && !bytesOf.has(character)) bytesOf.set(character, bytes);
  };
  for (let byte = 0; byte < 256; byte++) note([byte]);
  if (bytesOf.size < wanted.size)
    for (let lead = 0x81; lead < 255; lead++)
      for (let trail = 0x40; trail < 255; trail++) note([lead, trail]);
  return Uint8Array.from([...text].flatMap((character) => bytesOf.get(character)!));
}
const csvOf = (names: readonly string[], end = '\r\n') =>
  ['fullName;idNumber;email', ...names.map((name, at) => `${name};ID-${at};a${at}@example.org`), ''].join(
    end,
  );
function likelyOf(bytes: Uint8Array): CsvEncoding[] {
  const reading = encodingOf(bytes);
  return 'likely' in reading ? reading.likely : [];
}

const russian = ['Анна Соколова', 'Игорь Петров', 'Дмитрий Шевченко'];
const spanish = ['José Muñoz Peña', 'Zoé Façade', 'Íñigo Núñez'];
const japanese = ['山田太郎', '小野寺ソラ', '佐藤花子'];
it.each<[CsvEncoding, string[], string?]>([
  ['windows-1252', spanish],
  ['windows-1252', ['Lucía Ñahui', 'Ana Vela']],
  ['macintosh', spanish, '\r'],
  ['macintosh', ['José Muñoz Peña', 'Zoë Façade'], '\r'],
  ['windows-1250', ['Łucja Świątek', 'Małgorzata Źródło']],
  ['iso-8859-2', ['Łucja Świątek', 'Małgorzata Źródło']],
  ['windows-1251', russian],
  ['windows-1251', russian.map((name) => name.toUpperCase())],
  ['koi8-r', russian],
  ['ibm866', russian],
  ['windows-1253', ['Γιώργος Παπαδόπουλος', 'Ελένη Νικολάου']],
  ['windows-1254', ['Ayşe Yılmaz', 'İbrahim Çağlar']],
  ['windows-1255', ['דוד כהן', 'שרה לוי']],
  ['windows-1256', ['محمد علي', 'فاطمة حسن']],
  ['windows-1257', ['Jūratė Žukauskaitė', 'Šarūnas Čepaitis']],
  ['windows-874', ['สมชาย ใจดี', 'ปิยะบุตร แสงกนก']],
  ['shift_jis', japanese],
  ['gb18030', ['张伟', '王秀英', '李娜']],
  ['big5', ['陳建宏', '林淑芬', '黃美玲']],
  ['euc-kr', ['김민준', '이서연', '박지훈']],
])('guesses %s of %j, and is never certain', (encoding, names, end) => {
  const text = csvOf(names, end);
  const bytes = encode(text, encoding);
  const [guess] = likelyOf(bytes);
  expect(decodeCsv(bytes, guess!)).toBe(text);
  const [first] = samplesOf(bytes, likelyOf(bytes), rules);
  expect(first?.samples).toEqual(names);
});

it.each<[CsvEncoding, string[]]>([
  ['windows-1250', ['Jiří Dvořák', 'Gergő Kovács']],
  ['x-mac-cyrillic', ['Анна Соколова']],
  ['koi8-u', ['Олена Коваленко', 'Євген Їжакевич']],
  ['iso-8859-5', russian],
  ['iso-8859-13', ['Jūratė Žukauskaitė']],
  ['euc-jp', japanese],
])('offers %s among others with the names as it reads them: %j', (encoding, names) => {
  const bytes = encode(csvOf(names), encoding);
  const offered = samplesOf(bytes, likelyOf(bytes), rules);
  expect(offered).toContainEqual({ encoding, samples: names });
});

it('is certain of UTF-8, of ASCII and of marked UTF-16, whatever else was said of a marked file', () => {
  const text = csvOf(['José Muñoz', 'Анна']);
  expect(encodingOf(Buffer.from(text))).toEqual({ certain: 'utf-8' });
  expect(encodingOf(Buffer.from(csvOf(['Ana'])))).toEqual({ certain: 'utf-8' });
  const marked = Buffer.from(`\uFEFF${text}`, 'utf16le');
  expect(encodingOf(marked)).toEqual({ certain: 'utf-16le' });
  expect(encodingOf(marked, 'windows-1251')).toEqual({ certain: 'utf-16le' });
  expect(decodeCsv(marked, 'windows-1251')).toBe(text);
  expect(encodingOf(Buffer.from(text), 'gb18030')).toEqual({ certain: 'gb18030' });
  const big = Buffer.from(marked).swap16();
  expect(encodingOf(big)).toEqual({ certain: 'utf-16be' });
  expect(decodeCsv(big, 'utf-16be')).toBe(text);
});

it('knows UTF-16 without a mark and ISO-2022-JP, which are valid UTF-8', () => {
  const text = csvOf(['Ana Vela', 'Анна Соколова']);
  const bytes = Buffer.from(text, 'utf16le');
  expect(samplesOf(bytes, likelyOf(bytes), rules)).toEqual([
    { encoding: 'utf-16le', samples: ['Анна Соколова', 'Ana Vela'] },
  ]);
  expect(decodeCsv(bytes, 'utf-16le')).toBe(text);
  const escaped = Buffer.from('fullName\n\x1b$B;3EDB@O:\x1b(B\n', 'latin1');
  expect(samplesOf(escaped, likelyOf(escaped), rules)).toEqual([
    { encoding: 'iso-2022-jp', samples: ['山田太郎'] },
  ]);
});

it('offers UTF-8 first for a file of which few bytes are not', () => {
  const bytes = Buffer.concat([Buffer.from(csvOf(spanish)), Buffer.from('Inés;9;\n', 'latin1')]);
  expect(samplesOf(bytes, likelyOf(bytes), rules)[0]).toEqual({ encoding: 'utf-8', samples: spanish });
});

it('shows what differs, also when it is far down, in another column or in the header alone', () => {
  const western = (text: string) => Buffer.from(text, 'latin1');
  const firstOf = (bytes: Uint8Array) => samplesOf(bytes, likelyOf(bytes), rules)[0]?.samples;
  expect(firstOf(western(`fullName\n${'Ana\n'.repeat(90_000)}José\n`))?.[0]).toBe('José');
  expect(firstOf(western('fullName,Curso\nAna,"a\nb"\nLuis,Ética\n'))?.[0]).toBe('Ética');
  expect(firstOf(western('fullName,Región\nAna,1\n'))?.[0]).toBe('Región');
  expect(() => firstOf(western('nombre\nJosé\n'))).toThrow(
    expect.objectContaining({ code: 'csv_columns_missing' }),
  );
});
