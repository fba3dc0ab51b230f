import { tablesOf } from './sfnt.ts';
import { writeSfnt } from './web-fonts/sfnt-file.ts';

/** What HarfBuzz reads to shape horizontal text (OpenType 1.9). */
const shapingTables = new Set([
  ...['cmap', 'head', 'hhea', 'hmtx', 'maxp', 'OS/2', 'name', 'post'],
  ...['GDEF', 'GPOS', 'GSUB', 'BASE', 'kern'],
]);

/**
 * A font that shapes as this one does and cannot be drawn: of a font with tens of thousands of ideographs nearly all bytes
 * are outlines. Only for fonts whose marks are placed by GPOS, as HarfBuzz measures outlines where that is missing.
 */
export function withoutOutlines(font: Uint8Array): Uint8Array {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength);
  const tables = [...tablesOf(font)].filter(([tag]) => shapingTables.has(tag));
  return writeSfnt(
    view.getUint32(0),
    tables.map(([tag, table]) => [tag, new Uint8Array(table.buffer, table.byteOffset, table.byteLength)]),
  );
}
