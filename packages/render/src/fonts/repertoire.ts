import type { FontFace } from '@sello/design';
import { outlinedGlyphs } from './sfnt.ts';
import type { FontSource } from './source.ts';
import type { FontSubsetter } from './subset.ts';

/**
 * The characters that a face used by variable text brings along in the prefix: European scripts with their
 * punctuation and currencies. What a face has beyond them goes into the tail of the certificates that need it.
 */
const ranges: readonly [number, number][] = [
  [0x20, 0x7e],
  [0xa0, 0x24f],
  [0x2b9, 0x2dd],
  [0x300, 0x338],
  [0x370, 0x45f],
  [0x48a, 0x4ff],
  [0x1e00, 0x1eff],
  [0x2000, 0x206f],
  [0x20a0, 0x20c0],
  [0x2116, 0x2122],
  [0x2212, 0x2215],
];

/** A face larger than this would weigh on every file; its glyphs go into the tail, a few at a time. */
const largestRepertoire = 3_000;

const letters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'];

function single(face: FontFace, text: string): number | null {
  const { glyphs } = face.shape(text, { rightToLeft: false, script: 'Latn', ligatures: true });
  return glyphs.length === 1 ? (glyphs[0]?.id ?? null) : null;
}

/** Ligatures of two and three Latin letters, found by asking the shaper. */
function ligatures(face: FontFace): [number, string][] {
  const found: [number, string][] = [];
  for (const first of letters) {
    for (const second of letters) {
      const pair = first + second;
      const glyph = single(face, pair);
      if (glyph === null) continue;
      found.push([glyph, pair]);
      for (const third of letters) {
        const triple = single(face, pair + third);
        if (triple !== null) found.push([triple, pair + third]);
      }
    }
  }
  return found;
}

const remembered = new WeakMap<FontSource, ReadonlyMap<number, string>>();

/**
 * The glyphs of a face's whole repertoire with the text each stands for; empty for a face too large to embed whole.
 * Where two characters share a glyph the first one names it.
 */
export function repertoireOf(source: FontSource, subsetter: FontSubsetter): ReadonlyMap<number, string> {
  const known = remembered.get(source);
  if (known) return known;
  const face = source.face();
  const texts = new Map<number, string>();
  if (face.codePoints.length <= largestRepertoire) {
    const codePoints = [...face.codePoints]
      .filter((code) => ranges.some(([from, to]) => code >= from && code <= to))
      .sort((a, b) => a - b);
    for (const code of codePoints) {
      const text = String.fromCodePoint(code);
      const glyph = single(face, text);
      if (glyph !== null && !texts.has(glyph)) texts.set(glyph, text);
    }
    for (const [glyph, text] of ligatures(face)) if (!texts.has(glyph)) texts.set(glyph, text);
    // Marks in context and local forms bring glyphs that no single character names.
    const isGlyf = source.facts().outlines === 'glyf';
    const closure = isGlyf ? outlinedGlyphs(subsetter.characters(source.bytes(), codePoints)) : [];
    for (const glyph of closure) if (glyph !== 0 && !texts.has(glyph)) texts.set(glyph, '');
  }
  remembered.set(source, texts);
  return texts;
}
