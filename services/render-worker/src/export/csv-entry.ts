import { type CsvCell, csvLine, csvStart } from '@sello/contracts';
import type { StreamedEntry } from '../archive/zip.ts';

/** A CSV of a zip, written page by page. */
export function csvEntry(
  name: string,
  modifiedAt: Date,
  columns: readonly string[],
  pages: AsyncIterable<readonly (readonly CsvCell[])[]>,
): StreamedEntry {
  async function* stream() {
    yield Buffer.from(csvStart + csvLine(columns));
    for await (const rows of pages)
      if (rows.length > 0) yield Buffer.from(rows.map((line) => csvLine(line)).join(''));
  }
  return { name, modifiedAt, stream: stream() };
}
