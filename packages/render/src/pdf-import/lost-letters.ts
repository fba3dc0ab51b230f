// Pages that were stored before codes and glyph names had white space between them: `[65/C 66/o]` was written as
// `[65/C66/o]`, which names a glyph "C66" that no font has. Where a name ends cannot be known, so such a page is not
// repaired but imported again.
import { PrefixWriter } from '../pdf/prefix.ts';
import { writeContent } from './page/content.ts';
import { PageContext } from './page/context.ts';
import { layersOf } from './page/layers.ts';
import { Notes } from './page/notes.ts';
import { UsedResources } from './page/used-resources.ts';
import { resourceWriters } from './page/write-page.ts';
import type { PdfFile } from './read/file.ts';
import { PdfName, PdfRef, type PdfStream, type PdfValue } from './read/values.ts';

/** A page that prints without letters that its PDF had. */
export class LettersLost extends Error {
  constructor() {
    super('letters of the imported page are lost');
  }
}

/** Whether codes ran into names: our importer has always written a code before each name. */
export function hasJoinedNames(differences: readonly PdfValue[]): boolean {
  const names = differences.filter((item) => item instanceof PdfName).length;
  return names > differences.length - names;
}

/**
 * Whether a stored page has an encoding with joined names, read from its bytes alone: our dictionaries are not compressed.
 * Its texts may show none of the codes that it lost.
 */
export function mayLackLetters(page: Uint8Array): boolean {
  const bytes = Buffer.from(page.buffer, page.byteOffset, page.byteLength);
  const key = '/Differences';
  for (let at = bytes.indexOf(key); at >= 0; at = bytes.indexOf(key, at + 1)) {
    const list = bytes.toString('latin1', at + key.length, bytes.indexOf(']', at));
    const [names, codes] = [/\//g, /[[ ]\d/g].map((sign) => list.match(sign)?.length ?? 0) as [
      number,
      number,
    ];
    if (names > codes) return true;
  }
  return false;
}

/**
 * Whether text on a page shows codes of an encoding with joined names. Reads the whole page, so ask only of one that has
 * such an encoding. Throws PdfFault.
 */
export async function losesLetters(file: PdfFile, form: PdfStream): Promise<boolean> {
  const context = new PageContext({
    ...{ file, out: new PrefixWriter(), layers: layersOf(file), notes: new Notes(), page: 1 },
    writers: resourceWriters,
    // A stored page names its own profile.
    cmykProfile: () => Buffer.alloc(0),
  });
  const resources = new UsedResources(context, file.dict(form.dict.get('Resources')));
  await writeContent(context, file.content(form), resources);
  return [...context.fonts].some(([key, font]) => {
    const dict = typeof key === 'number' ? file.dict(new PdfRef(key)) : key;
    const differences = file.array(file.dict(dict?.get('Encoding'))?.get('Differences'));
    if (!font || !hasJoinedNames(differences)) return false;
    const lost = joinedCodes(differences);
    return [...font.used].some((code) => lost.has(code));
  });
}

/** The codes that may have lost their glyph: those that names are read for now, and those that ran into a name. */
function joinedCodes(differences: readonly PdfValue[]): Set<number> {
  const codes = new Set<number>();
  let code = 0;
  for (const item of differences) {
    if (typeof item === 'number') code = item;
    if (!(item instanceof PdfName)) continue;
    codes.add(code);
    code += 1;
    const digits = /\d{1,3}$/.exec(item.text)?.[0] ?? '';
    for (let at = 0; at < digits.length; at += 1) codes.add(Number(digits.slice(at)));
  }
  return codes;
}
