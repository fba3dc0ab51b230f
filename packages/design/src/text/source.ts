/** The source range of each UTF-16 code unit of a converted text. Null in place of a map: the text equals its source. */
export interface SourceMap {
  starts: Uint32Array;
  ends: Uint32Array;
}

/** A text converted from a source text. */
export interface MappedText {
  text: string;
  map: SourceMap | null;
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Splits a text into parts that are converted separately; returns the end index of each part. */
type Parts = (text: string) => number[];

function graphemeEnds(text: string): number[] {
  const ends: number[] = [];
  for (const { segment, index } of graphemes.segment(text)) ends.push(index + segment.length);
  return ends;
}

/**
 * Converts a text and maps the result to its source part by part. If the separately converted parts differ in length
 * from the converted text, because one depends on another, the whole text is one part.
 */
export function convert(
  source: MappedText,
  change: (text: string) => string,
  parts: Parts = graphemeEnds,
): MappedText {
  const text = change(source.text);
  if (text === source.text) return source;
  let ends = parts(source.text);
  let lengths: number[] = [];
  let from = 0;
  let total = 0;
  for (const end of ends) {
    const { length } = change(source.text.slice(from, end));
    lengths.push(length);
    total += length;
    from = end;
  }
  if (total !== text.length) [ends, lengths] = [[source.text.length], [text.length]];
  const map: SourceMap = { starts: new Uint32Array(text.length), ends: new Uint32Array(text.length) };
  let at = 0;
  from = 0;
  for (const [index, end] of ends.entries()) {
    const length = lengths[index] as number;
    const start = startOf(source.map, from);
    const stop = end > from ? endOf(source.map, end - 1) : start;
    // Parts of equal length correspond unit by unit: a letter and its capital, with the same marks.
    const isAligned = length === end - from;
    for (let unit = 0; unit < length; unit += 1) {
      map.starts[at] = isAligned ? startOf(source.map, from + unit) : start;
      map.ends[at] = isAligned ? endOf(source.map, from + unit) : stop;
      at += 1;
    }
    from = end;
  }
  return { text, map };
}

/** The start of the source range of the code unit at `index`. */
export function startOf(map: SourceMap | null, index: number): number {
  return map ? (map.starts[index] as number) : index;
}

/** The end of the source range of the code unit at `index`. */
export function endOf(map: SourceMap | null, index: number): number {
  return map ? (map.ends[index] as number) : index + 1;
}

/**
 * The map of only the code units at `kept`, in ascending order, of a text of `length`. The source of a removed code unit
 * is added to the range of the kept one before it.
 */
export function pick(map: SourceMap | null, kept: readonly number[], length: number): SourceMap {
  const starts = Uint32Array.from(kept, (index) => startOf(map, index));
  const ends = Uint32Array.from(kept, (index, place) =>
    Math.max(endOf(map, index), endOf(map, (kept[place + 1] ?? length) - 1)),
  );
  return { starts, ends };
}
