import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { importObjects, openBlobs } from '@sello/blobs';
import { idOfRow, newId, type Store } from '@sello/store';
import { readStudents } from '../../services/render-worker/src/student-imports/read-students.ts';
import { writeRows } from '../../services/render-worker/src/student-imports/write-rows.ts';
import type { Cells } from './people.ts';

const leaseMs = 60_000;
const owner = 'bench';

/**
 * What services do with a CSV, without the queue between them: the file is kept and read, each row is compared and its
 * preview stored, the batch is created, and its chunks are claimed, written and finished one after another. Resolves with
 * seconds.
 */
export async function importFile(store: Store, tenantId: string, cells: readonly Cells[]): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'sello-bench-import-'));
  const blobs = openBlobs({ url: folder });
  try {
    const columns = Object.keys(cells[0]!);
    const lines = cells.map((row) => columns.map((column) => row[column]).join(','));
    const csv = [columns.join(','), ...lines, ''].join('\n');
    const importId = newId();
    const objects = importObjects(blobs, tenantId, importId);
    const sha256 = '0'.repeat(64);
    const began = performance.now();
    await objects.putCsv(Readable.from([csv]));
    await objects.putFacts({ fileName: 'bench.csv', size: csv.length, sha256, origin: importId });
    const summary = await readStudents(
      { store, blobs },
      { tenantId, importId, existing: 'update' },
      { onProgress: () => {}, signal: new AbortController().signal },
    );
    if (summary.added !== cells.length) throw new Error(`${summary.added} of ${cells.length} would be added`);
    const { parts } = await objects.comparison();
    const items = [];
    for (const { part } of parts) {
      for (const { row, fullName } of await objects.preview(part)) {
        items.push({ row, fullName, studentId: idOfRow(importId, row) });
      }
    }
    const { _id: batchId } = await store.batches.create(tenantId, {
      ...{ kind: 'import', title: 'bench.csv', createdBy: newId(), items },
      source: { importId, origin: importId, sha256, existing: 'update', failed: 0 },
    });
    for (;;) {
      const batch = await store.batches.get(tenantId, batchId);
      const [chunk] = await store.batches.nextChunks(tenantId, batchId, 1);
      if (batch === null || chunk === undefined) break;
      const { items: claimed } = await store.batches.claim(tenantId, batchId, chunk, { owner, leaseMs });
      await store.batches.finish(tenantId, batchId, await writeRows({ store, blobs }, batch, claimed));
    }
    const seconds = (performance.now() - began) / 1_000;
    const { added } = await store.batches.outcomes(tenantId, batchId);
    if (added !== cells.length) throw new Error(`${added} of ${cells.length} were added`);
    return seconds;
  } finally {
    await blobs.close();
    await rm(folder, { recursive: true, force: true });
  }
}
