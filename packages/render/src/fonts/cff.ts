// Reads from a CFF table (Adobe Technical Note 5176) whether the font is name-keyed or CID-keyed.

const operators = { charset: 15, escape: 12, registry: 30 };

/** The data of each entry of an INDEX, and the offset of its end. */
function readIndex(view: DataView, at: number): { entries: DataView[]; end: number } {
  const count = view.getUint16(at);
  if (count === 0) return { entries: [], end: at + 2 };
  const size = view.getUint8(at + 2);
  const offset = (place: number) => {
    let value = 0;
    for (let byte = 0; byte < size; byte += 1)
      value = value * 256 + view.getUint8(at + 3 + place * size + byte);
    return value;
  };
  const data = at + 2 + (count + 1) * size;
  const entries = Array.from(
    { length: count },
    (_, place) =>
      new DataView(view.buffer, view.byteOffset + data + offset(place), offset(place + 1) - offset(place)),
  );
  return { entries, end: data + offset(count) };
}

/** The operators of a DICT with their last integer operand; two-byte operators as 12 × 256 + the second byte. */
function readDict(dict: DataView): Map<number, number> {
  const values = new Map<number, number>();
  let operand = 0;
  for (let at = 0; at < dict.byteLength; ) {
    const byte = dict.getUint8(at);
    at += 1;
    if (byte <= 21) {
      let operator = byte;
      if (byte === operators.escape) {
        operator = byte * 256 + dict.getUint8(at);
        at += 1;
      }
      values.set(operator, operand);
    } else if (byte === 28) {
      operand = dict.getInt16(at);
      at += 2;
    } else if (byte === 29) {
      operand = dict.getInt32(at);
      at += 4;
    } else if (byte === 30) {
      // A real number ends with a nibble of 15.
      for (let packed = 0; (packed & 0x0f) !== 0x0f; at += 1) packed = dict.getUint8(at);
    } else if (byte <= 246) {
      operand = byte - 139;
    } else if (byte <= 254) {
      const high = byte <= 250 ? byte - 247 : byte - 251;
      const value = high * 256 + dict.getUint8(at) + 108;
      operand = byte <= 250 ? value : -value;
      at += 1;
    }
  }
  return values;
}

/** Whether every glyph's CID is its glyph id. */
function isIdentity(view: DataView, charset: number, glyphCount: number): boolean {
  const format = view.getUint8(charset);
  let at = charset + 1;
  for (let glyph = 1; glyph < glyphCount; ) {
    if (view.getUint16(at) !== glyph) return false;
    const left = format === 0 ? 0 : format === 1 ? view.getUint8(at + 2) : view.getUint16(at + 2);
    at += format === 0 ? 2 : format === 1 ? 3 : 4;
    glyph += left + 1;
  }
  return true;
}

/**
 * How a PDF addresses the glyphs of a `CFF ` table: by glyph id when the font is name-keyed, by CID when it is
 * CID-keyed. Throws RangeError for a CID-keyed font whose CIDs differ from its glyph ids.
 */
export function glyphAddress(cff: DataView, glyphCount: number): 'glyph' | 'cid' {
  const names = readIndex(cff, cff.getUint8(2));
  const [top] = readIndex(cff, names.end).entries;
  if (!top) throw new RangeError('the font has no outlines');
  const dict = readDict(top);
  if (!dict.has(operators.escape * 256 + operators.registry)) return 'glyph';
  const charset = dict.get(operators.charset) ?? 0;
  if (charset <= 2 || !isIdentity(cff, charset, glyphCount)) {
    throw new RangeError('the font numbers its characters in a way that is not supported');
  }
  return 'cid';
}
