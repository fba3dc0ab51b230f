import { createFace } from '@sello/design/shaping';
import { type FontFacts, readFontFacts, tablesOf } from '../sfnt.ts';
import { type FontSubsetter, loadSubsetter } from '../subset.ts';
import { unpackWebFont } from '../web-fonts/woff.ts';

/** Why a font file was not taken: what it is, or what its maker allows. */
export type IntakeRefusal = { kind: 'unreadable' | 'forbidden'; reason: string };

/** A font as it is stored: written anew by the subsetter, with nothing in it but what setting text needs. */
export interface TakenFont {
  family: string;
  italic: boolean;
  /** One for a static font; of a variable one a static font for each weight. */
  faces: { weight: number; bytes: Uint8Array }[];
  /** How many characters it has. */
  characters: number;
}

const largestUnpacked = 40 * 1024 * 1024;
const longestName = 100;
/** Weights of a variable font, those that are wanted most first: what goes beyond the size is left out. */
const weightSteps = [400, 700, 300, 600, 500, 800, 200, 900, 100];
const largestFaces = 24 * 1024 * 1024;

const flavors = new Map([
  [0x00010000, 'TrueType'],
  [0x74727565, 'TrueType'],
  [0x4f54544f, 'OpenType'],
]);

export class FontRefused extends Error {
  readonly refusal: IntakeRefusal;

  constructor(refusal: IntakeRefusal) {
    super(refusal.reason);
    this.refusal = refusal;
  }
}
const unreadable = (reason: string) => new FontRefused({ kind: 'unreadable', reason });
const forbidden = (reason: string) => new FontRefused({ kind: 'forbidden', reason });

/** What the maker of a font allows (OpenType 1.9, OS/2, fsType). Certificates embed subsets that are not edited. */
function checkEmbedding(font: Uint8Array): void {
  const fsType = tablesOf(font).get('OS/2')?.getUint16(8) ?? 0;
  // In old fonts several bits may be set: the one that allows most counts.
  if ((fsType & 0x000e) === 0x0002)
    throw forbidden('its maker does not allow it to be embedded in documents');
  if ((fsType & 0x0100) !== 0) throw forbidden('its maker does not allow parts of it to be embedded');
  if ((fsType & 0x0200) !== 0) throw forbidden('its maker allows only its bitmaps to be embedded');
}

function weightsOf({ axes, weight }: FontFacts): number[] {
  const range = axes.get('wght');
  const within = range ? weightSteps.filter((step) => step >= range.min && step <= range.max) : [];
  return within.length > 0 ? within : [Math.min(900, Math.max(100, Math.round(weight / 100) * 100))];
}

function facesOf(bytes: Uint8Array, facts: FontFacts, subsetter: FontSubsetter): TakenFont['faces'] {
  const faces: TakenFont['faces'] = [];
  let size = 0;
  for (const weight of weightsOf(facts)) {
    const pinned = subsetter.pinned(bytes, weight);
    size += pinned.byteLength;
    if (faces.length > 0 && size > largestFaces) break;
    faces.push({ weight, bytes: pinned });
  }
  return faces;
}

function nameOf({ family }: FontFacts): string {
  const name = family.normalize('NFC').trim().replace(/\s+/gu, ' ');
  if (name === '' || name.length > longestName || /[\p{C}\p{Zl}\p{Zp}]/u.test(name)) {
    throw unreadable('its name cannot be shown');
  }
  return name;
}

/**
 * Takes in a font that somebody uploaded (TrueType, OpenType, WOFF or WOFF2). It is read and written anew, so that nothing
 * in it reaches a reader of certificates but what the subsetter has understood. Throws FontRefused with the reason.
 */
export async function takeIn(file: Uint8Array): Promise<TakenFont> {
  try {
    const font = unpackWebFont(file, largestUnpacked);
    if (font.byteLength < 12 || !flavors.has(new DataView(font.buffer, font.byteOffset).getUint32(0))) {
      throw unreadable('it is no TrueType, OpenType, WOFF or WOFF2 font');
    }
    checkEmbedding(font);
    const subsetter = await loadSubsetter();
    const bytes = subsetter.rewritten(font);
    const facts = readFontFacts(bytes);
    const face = createFace('', bytes);
    if (face.codePoints.length === 0) throw unreadable('it has no characters');
    const sample = String.fromCodePoint(...face.codePoints.slice(0, 200));
    face.shape(sample, { rightToLeft: false, script: 'Latn', ligatures: true });
    return {
      family: nameOf(facts),
      italic: facts.italic,
      faces: facesOf(bytes, facts, subsetter),
      characters: face.codePoints.length,
    };
  } catch (error) {
    if (error instanceof FontRefused) throw error;
    throw unreadable(error instanceof Error ? error.message : String(error));
  }
}
