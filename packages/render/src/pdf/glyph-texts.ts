import type { FontFace, ShapedRun } from '@sello/design';

interface Cluster {
  text: string;
  glyphs: number[];
  /** The glyph with the largest advance: the base letter, not its dots and marks. */
  base: number;
}

/** Groups the glyphs of a run by cluster. */
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
      if (glyph.advance > widest) cluster.base = glyph.id;
      widest = Math.max(widest, glyph.advance);
    } else {
      clusters.push({
        text: run.text.slice(glyph.cluster, end.get(glyph.cluster)),
        glyphs: [glyph.id],
        base: glyph.id,
      });
      widest = glyph.advance;
    }
    last = glyph.cluster;
  }
  return clusters;
}

/**
 * Maps each new glyph of a run to its text. In a cluster of several glyphs, the glyph of a combining mark maps to the
 * mark and the base glyph to the rest of the text.
 */
export function recordGlyphs(
  run: ShapedRun,
  face: Pick<FontFace, 'glyphOf'>,
  texts: Map<number, string>,
): void {
  for (const { text, glyphs, base } of clustersOf(run)) {
    let rest = text;
    let pending = glyphs;
    if (glyphs.length > 1) {
      for (const mark of text.match(marks) ?? []) {
        const glyph = face.glyphOf(mark.codePointAt(0) as number);
        if (glyph === undefined || glyph === base || !pending.includes(glyph)) continue;
        if (!texts.has(glyph)) texts.set(glyph, mark);
        pending = pending.filter((other) => other !== glyph);
        rest = rest.replace(mark, '');
      }
    }
    for (const glyph of pending) if (!texts.has(glyph)) texts.set(glyph, glyph === base ? rest : '');
  }
}

const marks = /\p{M}/gu;
const anySpace = /\s/g;

/**
 * Whether a reader extracts the run's text from its glyphs by these mappings. False for left-to-right clusters of
 * several glyphs, because readers may insert a space between the glyphs.
 */
export function isExtractable(run: ShapedRun, texts: ReadonlyMap<number, string>): boolean {
  if (mapsOneToOne(run, texts)) return true;
  return clustersOf(run).every(({ text, glyphs }) => {
    if (glyphs.length > 1) return run.rightToLeft;
    const extracted = texts.get(glyphs[0] as number) ?? '';
    return extracted === text || extracted.replace(anySpace, ' ') === text.replace(anySpace, ' ');
  });
}

/** Whether the run has one glyph per character in logical order: the common case, which needs no clusters. */
export function mapsOneToOne(run: ShapedRun, texts: ReadonlyMap<number, string>): boolean {
  const { glyphs, text } = run;
  if (glyphs.length !== text.length) return false;
  for (let at = 0; at < glyphs.length; at += 1) {
    const glyph = glyphs[at];
    if (glyph?.cluster !== at || texts.get(glyph.id) !== text[at]) return false;
  }
  return true;
}
