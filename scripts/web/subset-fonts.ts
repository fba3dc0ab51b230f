/**
 * Writes the fonts of the interface: `web/src/fonts/*.woff2` and `web/src/styles/fonts.css`, from the variable fonts of
 * the fontsource packages. Run it after a change of `core`, of a range below or of a package's version:
 *
 * node scripts/web/subset-fonts.ts
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import subsetFont from 'subset-font';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'web/src/fonts');

/** The letters and signs of the interface's own languages: the part of a font that every first visit fetches. */
export const core = [
  ...Array.from({ length: 0x7f - 0x20 }, (_, place) => String.fromCodePoint(0x20 + place)),
  ...'áàâãäçéèêëíïñóôõöúüÁÀÂÃÄÇÉÊËÍÏÑÓÔÕÖÚÜ',
  ...'\u00a0¡¿«»·°ºª©×±–—‘’“”…•−←→↑↓',
].join('');

/** Letters of a name that the front page shows, which is otherwise set in `core`. */
const front = 'ŁƐɔ';

/** Below 16 px and above 72 px the optical size stays the same: the interface needs no more of the axis. */
const opticalSize = { min: 16, max: 72 };
const faces = [
  {
    family: 'Newsreader',
    file: 'newsreader',
    style: 'normal',
    weights: '200 800',
    source: '@fontsource-variable/newsreader',
    axes: 'opsz',
    variationAxes: { opsz: opticalSize, wght: { min: 400, max: 500, default: 400 } },
  },
  {
    family: 'Newsreader',
    file: 'newsreader',
    style: 'italic',
    weights: '200 800',
    source: '@fontsource-variable/newsreader',
    axes: 'opsz',
    variationAxes: { opsz: opticalSize, wght: 400 },
  },
  {
    family: 'Source Sans 3',
    file: 'source-sans-3',
    style: 'normal',
    weights: '200 900',
    source: '@fontsource-variable/source-sans-3',
    axes: 'wght',
    variationAxes: { wght: { min: 400, max: 600, default: 400 } },
  },
] as const;

/**
 * The parts of a face: those of the packages, by script, and what is taken out of them. A browser takes the last declared
 * part that has a character.
 */
const parts: readonly { part: string; from: string; only?: string; of?: string }[] = [
  { part: 'vietnamese', from: 'vietnamese' },
  { part: 'latin-ext', from: 'latin-ext' },
  { part: 'latin', from: 'latin' },
  { part: 'core', from: 'latin', only: core },
  { part: 'front', from: 'latin-ext', only: front, of: 'Source Sans 3' },
];

/** What the interface's styles and plain typesetting use; stylistic sets and small capitals are left out. */
const keepFeatures = ['calt', 'ccmp', 'clig', 'kern', 'liga', 'lnum', 'locl', 'mark', 'mkmk', 'rlig', 'tnum'];

/** Without a glyph: a part of a font would be fetched for the isolates around a name. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** The characters of a `unicode-range` that have a glyph. */
function charactersOf(range: string): string[] {
  const points = range.split(',').flatMap((piece) => {
    const [from = 0, to = from] = piece
      .trim()
      .replace('U+', '')
      .split('-')
      .map((hex) => Number.parseInt(hex, 16));
    return Array.from({ length: to - from + 1 }, (_, place) => from + place);
  });
  return points.map((point) => String.fromCodePoint(point)).filter((character) => !invisible.test(character));
}

/** The shortest `unicode-range` of some characters. */
function rangeOf(characters: Iterable<string>): string {
  const points = [...characters].map((character) => character.codePointAt(0)!).sort((a, b) => a - b);
  const runs: [number, number][] = [];
  for (const point of points) {
    const last = runs.at(-1);
    if (last && point <= last[1] + 1) last[1] = point;
    else runs.push([point, point]);
  }
  const hex = (point: number): string => point.toString(16).toUpperCase().padStart(4, '0');
  return runs.map(([from, to]) => `U+${hex(from)}${to > from ? `-${hex(to)}` : ''}`).join(', ');
}

async function write(): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder)) if (name.endsWith('.woff2')) await rm(join(folder, name));
  const rules: string[] = [];
  for (const face of faces) {
    const from = join(root, 'node_modules', face.source);
    const ranges = JSON.parse(await readFile(join(from, 'unicode.json'), 'utf8')) as Record<string, string>;
    for (const { part, from: script, only, of = face.family } of parts) {
      if (of !== face.family) continue;
      const all = charactersOf(ranges[script]!);
      const text = only ?? all.filter((character) => !core.includes(character)).join('');
      const source = join(from, 'files', `${face.file}-${script}-${face.axes}-${face.style}.woff2`);
      const bytes = await subsetFont(await readFile(source), text, {
        targetFormat: 'woff2',
        variationAxes: face.variationAxes,
        keepFeatures,
        noHinting: true,
      });
      const name = `${face.file}-${face.style}-${part}.woff2`;
      await writeFile(join(folder, name), bytes);
      rules.push(
        [
          '  @font-face {',
          `    font-family: ${face.family.includes(' ') ? `"${face.family}"` : face.family};`,
          `    src: url(../fonts/${name}) format("woff2");`,
          `    font-weight: ${face.weights};`,
          `    font-style: ${face.style};`,
          '    font-display: swap;',
          `    unicode-range: ${rangeOf(only ?? all)};`,
          '  }',
        ].join('\n'),
      );
      console.log(`${name}: ${bytes.length} bytes`);
    }
  }
  const note = '  /* Written by scripts/web/subset-fonts.ts. */';
  await writeFile(
    join(root, 'web/src/styles/fonts.css'),
    `@layer tokens {\n${note}\n${rules.join('\n')}\n}\n`,
  );
}

if (process.argv[1] === import.meta.filename) await write();
