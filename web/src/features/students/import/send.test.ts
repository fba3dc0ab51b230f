import { limits } from '@sello/contracts';
import { describe, expect, it } from 'vitest';
import type { FileRow } from './read.ts';
import { type ChunkReply, ImportStopped, sendRows } from './send.ts';

const rows = (count: number): FileRow[] =>
  Array.from({ length: count }, (_, place) => ({ place: place * 2, cells: { fullName: `Person ${place}` } }));
const reply = (more: Partial<ChunkReply> = {}): ChunkReply => ({
  success: 0,
  added: 0,
  updated: 0,
  skipped: 0,
  errors: [],
  ...more,
});

describe('an import', () => {
  it('sends chunks of 1,000 sequentially and sums the results', async () => {
    const sent: [number, number][] = [];
    const progress: number[] = [];
    let busy = 0;
    const sum = await sendRows(
      rows(2 * limits.importChunk + 5),
      async (chunk, firstRow) => {
        expect(++busy).toBe(1);
        sent.push([firstRow, chunk.length]);
        await Promise.resolve();
        busy--;
        return reply({ success: chunk.length, added: chunk.length - 1, updated: 1 });
      },
      (count) => progress.push(count),
    );
    expect(sent).toEqual([
      [0, 1000],
      [1000, 1000],
      [2000, 5],
    ]);
    expect(progress).toEqual([1000, 2000, 2005]);
    expect(sum).toMatchObject({ success: 2005, added: 2002, updated: 3, errors: [] });
  });

  it('numbers a failed row by its index in the file plus 2, also in a later chunk', async () => {
    const sum = await sendRows(
      rows(1500),
      async (_, firstRow) =>
        reply({ errors: firstRow === 0 ? [] : [{ row: firstRow + 3, error: 'Bad', code: 'date_invalid' }] }),
      () => {},
    );
    expect(sum.errors).toMatchObject([{ row: 1003 * 2 + 2, fullName: 'Person 1003', code: 'date_invalid' }]);
  });

  it('that fails midway reports the result so far', async () => {
    const stopped = sendRows(
      rows(2500),
      async (chunk, firstRow) => {
        if (firstRow === 1000) throw new Error('away');
        return reply({ success: chunk.length });
      },
      () => {},
    );
    const error = await stopped.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ImportStopped);
    expect((error as ImportStopped).sum.success).toBe(1000);
  });
});
