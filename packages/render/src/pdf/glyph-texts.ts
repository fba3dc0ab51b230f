import type { FontFace, ShapedRun } from '@sello/design';

interface Cluster {
  text: string;
  glyphs: number[];
  /** The glyph that advances the pen most: a letter's body, as against its dots and marks. */
  body: number;
}

/** A run's glyphs by the characters they stand for together. */
function clustersOf(run: ShapedRun): Cluster[] {
  const starts = [...new Set(run.glyphs.map((glyph) => glyph.cluster))].sort((a, b) => a - b);
  const end = new Map(starts.map((start, index) => [start, starts[index + 1] ?? run.text.length]));
  const clusters: Cluster[] = [];
  let last = -1;
  let widest = 0;
  for (const glyph of run.glyphs) {
    const cluster = clusters.at(-1);
    if (cluster && glyph.cluster === last) {
      cluster.glyphs.push(glyph.id);
      if (glyph.advance > widest) cluster.body = glyph.id;
      widest = Math.max(widest, glyph.advance);
    } else {
      clusters.push({
        text: run.text.slice(glyph.cluster, end.get(glyph.cluster)),
        glyphs: [glyph.id],
        body: glyph.id,
      });
      widest = glyph.advance;
    }
    last = glyph.cluster;
  }
  return clusters;
}

/**
 * Gives each new glyph of a run the text it stands for. Of several glyphs for one character with its marks, a mark's
 * glyph stands for the mark and the letter's body for all the rest.
 */
export function recordGlyphs(
  run: ShapedRun,
  face: Pick<FontFace, 'glyphOf'>,
  texts: Map<number, string>,
): void {
  for (const { text, glyphs, body } of clustersOf(run)) {
    let rest = text;
    let pending = glyphs;
    if (glyphs.length > 1) {
      for (const mark of text.match(marks) ?? []) {
        const glyph = face.glyphOf(mark.codePointAt(0) as number);
        if (glyph === undefined || glyph === body || !pending.includes(glyph)) continue;
        if (!texts.has(glyph)) texts.set(glyph, mark);
        pending = pending.filter((other) => other !== glyph);
        rest = rest.replace(mark, '');
      }
    }
    for (const glyph of pending) if (!texts.has(glyph)) texts.set(glyph, glyph === body ? rest : '');
  }
}

const marks = /\p{M}/gu;
const anySpace = /\s/g;

/**
 * Whether a reader who knows these texts gets the run's own text from its glyphs. A character of several glyphs may
 * be read with a gap in it, so that is not relied on.
 */
export function readsBack(run: ShapedRun, texts: ReadonlyMap<number, string>): boolean {
  if (readsCharacterByCharacter(run, texts)) return true;
  return clustersOf(run).every(({ text, glyphs }) => {
    if (glyphs.length > 1) return run.rightToLeft;
    const read = texts.get(glyphs[0] as number) ?? '';
    return read === text || read.replace(anySpace, ' ') === text.replace(anySpace, ' ');
  });
}

/** The common case, one glyph for each character in the order of reading, told without cutting clusters. */
function readsCharacterByCharacter(run: ShapedRun, texts: ReadonlyMap<number, string>): boolean {
  const { glyphs, text } = run;
  if (glyphs.length !== text.length) return false;
  for (let at = 0; at < glyphs.length; at += 1) {
    const glyph = glyphs[at];
    if (glyph?.cluster !== at || texts.get(glyph.id) !== text[at]) return false;
  }
  return true;
}
