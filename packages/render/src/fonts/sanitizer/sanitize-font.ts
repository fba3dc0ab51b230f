import type { FileFault } from '@sello/contracts';
import { createFace } from '@sello/design/shaping';
import { type FontFacts, readFontFacts, tablesOf } from '../sfnt.ts';
import { type FontSubsetter, loadSubsetter } from '../subset.ts';
import { unpackWebFont } from '../web-fonts/woff.ts';

/** Why a font file was rejected: it cannot be used, or its embedding permissions forbid it. */
export type FontRejection = { kind: 'unreadable' | 'forbidden'; reason: FileFault };

/** A font as it is stored: rewritten by the subsetter, with only the tables that shaping and embedding need. */
export interface SanitizedFont {
  family: string;
  italic: boolean;
  /** One face for a static font; one static instance per weight for a variable font. */
  faces: { weight: number; bytes: Uint8Array }[];
  /** The number of code points it covers. */
  characters: number;
}

const maxUnpackedSize = 40 * 1024 * 1024;
const maxNameLength = 100;
/** Weights of a variable font by priority; the last ones are dropped when all faces together exceed `maxFacesSize`. */
const weightSteps = [400, 700, 300, 600, 500, 800, 200, 900, 100];
const maxFacesSize = 24 * 1024 * 1024;

const flavors = new Map([
  [0x00010000, 'TrueType'],
  [0x74727565, 'TrueType'],
  [0x4f54544f, 'OpenType'],
]);

export class FontRejected extends Error {
  readonly rejection: FontRejection;

  constructor(rejection: FontRejection) {
    super(rejection.reason);
    this.rejection = rejection;
  }
}
const unreadable = (reason: FileFault) => new FontRejected({ kind: 'unreadable', reason });
const forbidden = (reason: FileFault) => new FontRejected({ kind: 'forbidden', reason });

/**
 * Checks the embedding permissions (OpenType 1.9, OS/2, fsType). Certificates embed subsets and are not edited, so
 * "preview and print" embedding is sufficient. Throws FontRejected.
 */
function checkEmbedding(font: Uint8Array): void {
  const fsType = tablesOf(font).get('OS/2')?.getUint16(8) ?? 0;
  // Old fonts may set several of these bits: the least restrictive one applies.
  if ((fsType & 0x000e) === 0x0002) throw forbidden('font_not_embedded');
  if ((fsType & 0x0100) !== 0) throw forbidden('font_not_subset');
  if ((fsType & 0x0200) !== 0) throw forbidden('font_only_bitmaps');
}

function weightsOf({ axes, weight }: FontFacts): number[] {
  const range = axes.get('wght');
  const within = range ? weightSteps.filter((step) => step >= range.min && step <= range.max) : [];
  return within.length > 0 ? within : [Math.min(900, Math.max(100, Math.round(weight / 100) * 100))];
}

function facesOf(bytes: Uint8Array, facts: FontFacts, subsetter: FontSubsetter): SanitizedFont['faces'] {
  const faces: SanitizedFont['faces'] = [];
  let size = 0;
  for (const weight of weightsOf(facts)) {
    const pinned = subsetter.pinned(bytes, weight);
    size += pinned.byteLength;
    if (faces.length > 0 && size > maxFacesSize) break;
    faces.push({ weight, bytes: pinned });
  }
  return faces;
}

function nameOf({ family }: FontFacts): string {
  const name = family.normalize('NFC').trim().replace(/\s+/gu, ' ');
  if (name === '' || name.length > maxNameLength || /[\p{C}\p{Zl}\p{Zp}]/u.test(name)) {
    throw unreadable('font_name');
  }
  return name;
}

/**
 * Sanitizes an uploaded font (TrueType, OpenType, WOFF or WOFF2): it is parsed and written again, so that a certificate
 * only embeds data that the subsetter has parsed. Throws FontRejected with the reason.
 */
export async function sanitizeFont(file: Uint8Array): Promise<SanitizedFont> {
  try {
    const font = unpackWebFont(file, maxUnpackedSize);
    if (font.byteLength < 12 || !flavors.has(new DataView(font.buffer, font.byteOffset).getUint32(0))) {
      throw unreadable('font_kind');
    }
    checkEmbedding(font);
    const subsetter = await loadSubsetter();
    const bytes = subsetter.rewrite(font);
    const facts = readFontFacts(bytes);
    const face = createFace('', bytes);
    if (face.codePoints.length === 0) throw unreadable('font_empty');
    const sample = String.fromCodePoint(...face.codePoints.slice(0, 200));
    face.shape(sample, { rightToLeft: false, script: 'Latn', ligatures: true });
    return {
      family: nameOf(facts),
      italic: facts.italic,
      faces: facesOf(bytes, facts, subsetter),
      characters: face.codePoints.length,
    };
  } catch (error) {
    if (error instanceof FontRejected) throw error;
    // A reader of one of its tables.
    throw unreadable('damaged');
  }
}
