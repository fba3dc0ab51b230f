import type { FontFace } from '@sello/design';
import { outlinedGlyphs } from './sfnt.ts';
import type { FontSource } from './source.ts';
import type { FontSubsetter } from './subset.ts';

/**
 * The code points that the prefix embeds for a face used by variable text: European scripts with their punctuation and
 * currency symbols. Other characters are embedded in the tail of the certificates that need them.
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

/** A face with more code points than this would enlarge every file; its glyphs are embedded in the tails only. */
const maxCodePoints = 3_000;

const letters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** The glyph of a text that is shaped to exactly one glyph. */
function singleGlyph(face: FontFace, text: string): number | null {
  const { glyphs } = face.shape(text, { rightToLeft: false, script: 'Latn', ligatures: true });
  return glyphs.length === 1 ? (glyphs[0]?.id ?? null) : null;
}

/** Ligatures of two and three Latin letters, found by shaping all combinations. */
function ligatures(face: FontFace): [number, string][] {
  const found: [number, string][] = [];
  for (const first of letters) {
    for (const second of letters) {
      const pair = first + second;
      const glyph = singleGlyph(face, pair);
      if (glyph === null) continue;
      found.push([glyph, pair]);
      for (const third of letters) {
        const triple = singleGlyph(face, pair + third);
        if (triple !== null) found.push([triple, pair + third]);
      }
    }
  }
  return found;
}

const cache = new WeakMap<FontSource, ReadonlyMap<number, string>>();

/**
 * The glyphs of a face's repertoire with the text each maps to; empty for a face of more than 3,000 code points. A
 * glyph that two characters share maps to the lower code point. Results are cached by source.
 */
export function repertoireOf(source: FontSource, subsetter: FontSubsetter): ReadonlyMap<number, string> {
  const cached = cache.get(source);
  if (cached) return cached;
  const face = source.face();
  const texts = new Map<number, string>();
  if (face.codePoints.length <= maxCodePoints) {
    const codePoints = [...face.codePoints]
      .filter((code) => ranges.some(([from, to]) => code >= from && code <= to))
      .sort((a, b) => a - b);
    for (const code of codePoints) {
      const text = String.fromCodePoint(code);
      const glyph = singleGlyph(face, text);
      if (glyph !== null && !texts.has(glyph)) texts.set(glyph, text);
    }
    for (const [glyph, text] of ligatures(face)) if (!texts.has(glyph)) texts.set(glyph, text);
    // Contextual marks and localized forms use glyphs that no single character maps to.
    const isGlyf = source.facts().outlines === 'glyf';
    const closure = isGlyf ? outlinedGlyphs(subsetter.characters(source.bytes(), codePoints)) : [];
    for (const glyph of closure) if (glyph !== 0 && !texts.has(glyph)) texts.set(glyph, '');
  }
  cache.set(source, texts);
  return texts;
}
