/**
 * Writes tables into a TrueType or OpenType file (OpenType 1.9, "Organization of an OpenType font"). `flavor` is its
 * sfntVersion; checksums are left 0.
 */
export function writeSfnt(
  flavor: number,
  tables: Iterable<readonly [tag: string, table: Uint8Array]>,
): Uint8Array {
  const list = [...tables].sort(([a], [b]) => (a < b ? -1 : 1));
  const padded = (length: number) => (length + 3) & ~3;
  const size = list.reduce((sum, [, table]) => sum + padded(table.byteLength), 12 + 16 * list.length);
  const result = new Uint8Array(size);
  const view = new DataView(result.buffer);
  view.setUint32(0, flavor);
  view.setUint16(4, list.length);
  let at = 12 + 16 * list.length;
  for (const [place, [tag, table]] of list.entries()) {
    const entry = 12 + 16 * place;
    for (let letter = 0; letter < 4; letter += 1) result[entry + letter] = tag.charCodeAt(letter);
    view.setUint32(entry + 8, at);
    view.setUint32(entry + 12, table.byteLength);
    result.set(table, at);
    at += padded(table.byteLength);
  }
  return result;
}
