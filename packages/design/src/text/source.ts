/**
 * Where each UTF-16 code unit of a text came from: the range of the source from which it was made. Null in place of a
 * map: the text is the source.
 */
export interface SourceMap {
  starts: Uint32Array;
  ends: Uint32Array;
}

/** A text made from another one. */
export interface MappedText {
  text: string;
  map: SourceMap | null;
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** The places of a text between which it is converted on its own, as ends of its parts. */
type Parts = (text: string) => number[];

function graphemeEnds(text: string): number[] {
  const ends: number[] = [];
  for (const { segment, index } of graphemes.segment(text)) ends.push(index + segment.length);
  return ends;
}

/**
 * Converts a text and keeps track of where each part went. Where the parts converted one by one differ in length from
 * the whole, because one depends on another, the whole counts as one part.
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

/** The start of the source of the code unit at `index`. */
export function startOf(map: SourceMap | null, index: number): number {
  return map ? (map.starts[index] as number) : index;
}

/** The end of the source of the code unit at `index`. */
export function endOf(map: SourceMap | null, index: number): number {
  return map ? (map.ends[index] as number) : index + 1;
}

/**
 * Where the code units at `kept`, in ascending order, of a text of `length` came from. What lies between them goes with
 * the one before it.
 */
export function pick(map: SourceMap | null, kept: readonly number[], length: number): SourceMap {
  const starts = Uint32Array.from(kept, (index) => startOf(map, index));
  const ends = Uint32Array.from(kept, (index, place) =>
    Math.max(endOf(map, index), endOf(map, (kept[place + 1] ?? length) - 1)),
  );
  return { starts, ends };
}
