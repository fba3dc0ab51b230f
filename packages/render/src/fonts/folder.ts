import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fontCount, fontOf, readFontFacts } from './sfnt.ts';
import { type FontSource, openSource } from './source.ts';
import type { FontSubsetter } from './subset.ts';

/** A file in the operator's folder that was skipped. */
export interface RefusedFont {
  file: string;
  reason: string;
}

const weightsOfVariableFonts = [100, 200, 300, 400, 500, 600, 700, 800, 900];

/** Every face a file offers: one for each font of a collection, one for each weight of a variable font. */
function facesIn(file: string, path: string, bytes: Uint8Array, subsetter: FontSubsetter): FontSource[] {
  const count = fontCount(bytes);
  return Array.from({ length: count }, (_, index): FontSource[] => {
    const facts = readFontFacts(bytes, index);
    const key = count === 1 ? file : `${file}#${index}`;
    const base = { family: facts.family, italic: facts.italic, bundled: false };
    const readWhole = () => fontOf(readFileSync(path), index);
    const range = facts.axes.get('wght');
    if (facts.axes.size === 0)
      return [openSource({ ...base, key, weight: facts.weight, read: readWhole }, subsetter)];
    const weights = range
      ? weightsOfVariableFonts.filter((weight) => weight >= range.min && weight <= range.max)
      : [facts.weight];
    return weights.map((weight) => {
      const pinned = new Map(
        [...facts.axes].map(([tag, axis]) => [tag, tag === 'wght' ? weight : axis.default]),
      );
      const options = {
        ...base,
        key: `${key}@${weight}`,
        weight,
        read: () => subsetter.instance(readWhole(), pinned),
      };
      return openSource(options, subsetter);
    });
  }).flat();
}

/**
 * The faces of every font file in the operator's folder and its subfolders; files that cannot be read are `refused`.
 */
export async function readFolder(
  folder: string,
  subsetter: FontSubsetter,
): Promise<{ sources: FontSource[]; refused: RefusedFont[] }> {
  const sources: FontSource[] = [];
  const refused: RefusedFont[] = [];
  const names = await readdir(folder, { recursive: true });
  for (const file of names.filter((name) => /\.(ttf|otf|ttc|otc)$/i.test(name)).sort()) {
    const path = join(folder, file);
    try {
      sources.push(...facesIn(file, path, await readFile(path), subsetter));
    } catch (error) {
      refused.push({ file, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  return { sources, refused };
}
