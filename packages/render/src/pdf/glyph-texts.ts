import type { ShapedRun } from '@sello/design';

interface Cluster {
  text: string;
  glyphs: number[];
}

/** A run's glyphs by the characters they stand for together. */
function clustersOf(run: ShapedRun): Cluster[] {
  const starts = [...new Set(run.glyphs.map((glyph) => glyph.cluster))].sort((a, b) => a - b);
  const end = new Map(starts.map((start, index) => [start, starts[index + 1] ?? run.text.length]));
  const clusters: Cluster[] = [];
  let last = -1;
  for (const glyph of run.glyphs) {
    if (glyph.cluster === last) clusters.at(-1)?.glyphs.push(glyph.id);
    else clusters.push({ text: run.text.slice(glyph.cluster, end.get(glyph.cluster)), glyphs: [glyph.id] });
    last = glyph.cluster;
  }
  return clusters;
}

/** Gives each new glyph of a run the text it stands for; the first glyph of several carries all of it. */
export function recordGlyphs(run: ShapedRun, texts: Map<number, string>): void {
  for (const { text, glyphs } of clustersOf(run)) {
    for (const [index, glyph] of glyphs.entries())
      if (!texts.has(glyph)) texts.set(glyph, index === 0 ? text : '');
  }
}

const anySpace = /\s/g;

/** Whether a reader who knows these texts gets the run's own text from its glyphs. */
export function readsBack(run: ShapedRun, texts: ReadonlyMap<number, string>): boolean {
  if (readsCharacterByCharacter(run, texts)) return true;
  return clustersOf(run).every(({ text, glyphs }) => {
    const read = glyphs.map((glyph) => texts.get(glyph) ?? '').join('');
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
