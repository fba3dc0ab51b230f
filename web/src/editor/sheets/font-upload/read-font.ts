import { createFace } from '@sello/design/shaping';
import { cssFamilyOf } from '../../panels/fonts/faces.ts';

/** What a font file says of itself before it is uploaded; the server decides. */
export interface FontFileFacts {
  /** The CSS family that shows it; null when the browser cannot read it. */
  cssFamily: string | null;
  /** The characters that it has; null for a compressed one, whose tables only the server reads. */
  codePoints: ReadonlySet<number> | null;
  /** Whether its maker lets documents hold it. */
  embedding: 'allowed' | 'forbidden' | 'unknown';
}

/** A file that was chosen. */
export interface ChosenFont {
  file: File;
  /** The same for a second attempt, so that it makes no second font. */
  key: string;
  facts: FontFileFacts;
  /** Why it was not taken. */
  fault?: string;
}

const sfntVersions = new Set([0x0001_0000, 0x4f54_544f, 0x7472_7565]);

/** The tables of an uncompressed font (OpenType 1.9, "Font file"); null for any other file. */
function tablesOf(bytes: Uint8Array): Map<string, DataView> | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.byteLength < 12 || !sfntVersions.has(view.getUint32(0))) return null;
  const tables = new Map<string, DataView>();
  const count = view.getUint16(4);
  if (bytes.byteLength < 12 + count * 16) return null;
  for (let index = 0; index < count; index += 1) {
    const at = 12 + index * 16;
    const tag = String.fromCharCode(...bytes.subarray(at, at + 4));
    const [from, length] = [view.getUint32(at + 8), view.getUint32(at + 12)];
    if (from + length > bytes.byteLength) return null;
    tables.set(tag, new DataView(bytes.buffer, bytes.byteOffset + from, length));
  }
  return tables;
}

/** OpenType 1.9, OS/2, fsType: certificates hold parts of a font, and nobody edits them. */
function embeddingOf(tables: Map<string, DataView>): FontFileFacts['embedding'] {
  const os2 = tables.get('OS/2');
  if (!os2 || os2.byteLength < 10) return 'unknown';
  const fsType = os2.getUint16(8);
  const isRestricted = (fsType & 0x000e) === 0x0002;
  return isRestricted || (fsType & 0x0300) !== 0 ? 'forbidden' : 'allowed';
}

let read = 0;

export async function readFont(bytes: Uint8Array): Promise<FontFileFacts> {
  read += 1;
  const family = 'FontFace' in globalThis ? cssFamilyOf(`upload-${read}`, bytes) : Promise.reject();
  const cssFamily = await family.catch(() => null);
  const tables = tablesOf(bytes);
  if (!tables) return { cssFamily, codePoints: null, embedding: 'unknown' };
  let codePoints: ReadonlySet<number> | null = null;
  try {
    codePoints = new Set(createFace(`upload-${read}`, bytes).codePoints);
  } catch {
    // The server says what is wrong with it.
  }
  return { cssFamily, codePoints, embedding: embeddingOf(tables) };
}

/** Letters of the languages of this product beyond those of English. */
const westernLetters = 'ÁÂÃÀÇÉÊÍÑÓÔÕÚÜáâãàçéêíñóôõúü¿¡';

/** The letters of Spanish and Portuguese that a font does not have. */
export const missingLetters = (codePoints: ReadonlySet<number>): string[] =>
  [...westernLetters].filter((letter) => !codePoints.has(letter.codePointAt(0) as number));
