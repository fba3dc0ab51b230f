// Writes packages/design/src/fonts/coverage.generated.ts: which characters each family stands in for. Run it when a font
// package changes: node packages/render/scripts/coverage.ts FOLDER_OF_PACKS
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  catalogueFamilies,
  emojiFamily,
  encodeCoverage,
  fontPacks,
  scriptsOfFamily,
} from '@sello/design/fonts';
import { createFace } from '@sello/design/shaping';
import { bundledFiles, readBundled } from '../src/fonts/bundled.ts';
import { packedPath, packFiles } from '../src/fonts/packs.ts';

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('name the folder of the packs');

/** What all faces of a family have. */
function shared(fonts: readonly (() => Uint8Array)[]): Set<number> {
  const [first = new Set<number>(), ...others] = fonts.map(
    (read) => new Set(createFace('', read()).codePoints),
  );
  return new Set([...first].filter((code) => others.every((other) => other.has(code))));
}

const european = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]$/u;
const isForHan = (code: number) =>
  code >= 0x1100 &&
  (code >= 0x2000 || code < 0x1200) &&
  (code >= 0xff00 || !european.test(String.fromCodePoint(code)));

const filesOf = (family: string) =>
  bundledFiles()
    .filter((file) => file.family.family === family)
    .map((file) => () => readBundled(file));

const coverage = new Map<string, Iterable<number>>();
for (const { family } of catalogueFamilies.values()) {
  const scripts = scriptsOfFamily.get(family);
  if (!scripts && family !== emojiFamily) continue;
  const test = scripts && new RegExp(`^[${scripts.map((script) => `\\p{scx=${script}}`).join('')}]$`, 'u');
  const codes = shared(filesOf(family));
  coverage.set(
    family,
    [...codes].filter((code) => (test ? test.test(String.fromCodePoint(code)) : true)),
  );
}
for (const { name } of fontPacks.filter((pack) => pack.name.startsWith('Noto Sans'))) {
  // Both kinds of a language have to cover the same: which is absent must not decide where a character goes.
  const both = [name, name.replace('Sans', 'Serif')];
  const packs = fontPacks.filter((pack) => both.includes(pack.name));
  const codes = shared(
    packs.flatMap((pack) =>
      packFiles(pack).map((file) => () => readFileSync(packedPath(folder, pack, file))),
    ),
  );
  coverage.set(name, [...codes].filter(isForHan));
}

const lines = [...coverage].map(([family, codes]) => `  '${family}':\n    '${encodeCoverage(codes)}',\n`);
writeFileSync(
  join(import.meta.dirname, '../../design/src/fonts/coverage.generated.ts'),
  `// Written by packages/render/scripts/coverage.ts.\nexport const coverageData: Record<string, string> = {\n${lines.join('')}};\n`,
);
