import type { ChildProcess } from 'node:child_process';
import type { SigningAlgorithm } from '@sello/contracts';
import type { BatchRecord } from '@sello/store';
import type { Row } from '../scripts/bench.ts';
import {
  addSigningCertificate,
  createBatch,
  followBatch,
  killWorker,
  spawnWorker,
} from '../services/render-worker/tests/fixture.ts';
import { bareSeconds } from './issuing/bare.ts';
import { type Classroom, issuedRows, openClassroom } from './issuing/classroom.ts';
import { naiveSeconds } from './issuing/naive.ts';
import { memoryOf, watch } from './measure/memory.ts';

const small = 1_000;
const large = 10_000;
const naiveSample = 200;
const patienceMs = 600_000;

/** Issuing and zipping through the real services, each compared with its baseline in the same run. */
export async function bench(): Promise<Row[]> {
  const room = await openClassroom(large);
  const workers: ChildProcess[] = [];
  try {
    const rows: Row[] = [];
    workers.push(spawnWorker(room.env), spawnWorker(room.env));
    for (const algorithm of ['rsa-2048', 'rsa-4096'] as const) rows.push(await queueRow(room, algorithm));
    await Promise.all(workers.splice(0).map((worker) => killWorker(worker, 'SIGTERM')));
    return [...rows, ...(await zipRows(room, workers))];
  } finally {
    await Promise.all(workers.map((worker) => killWorker(worker)));
    await room.close();
  }
}

/** 10,000 certificates through queue, database and object store, compared with the bare calls before and after. */
async function queueRow(room: Classroom, algorithm: SigningAlgorithm): Promise<Row> {
  const certificate = await addSigningCertificate(room, algorithm);
  await warm(room, certificate);
  const before = await bareSeconds(algorithm, large / 2);
  const { seconds } = await issue(room, large, certificate);
  const after = await bareSeconds(algorithm, large / 2);
  return row(`10,000 signed ${algorithm} and stored, 2 render-workers`, large / seconds, 'certificates/s', {
    'the same calls with no queue, database or store': (before + after) / seconds,
  });
}

/** All certificates of a batch in one zip; its memory is compared with that of a zip of a fifth, in another worker. */
async function zipRows(room: Classroom, workers: ChildProcess[]): Promise<Row[]> {
  const worker = spawnWorker(room.env);
  workers.push(worker);
  const certificate = await addSigningCertificate(room, 'rsa-2048');
  await warm(room, certificate);
  const { batch, seconds: issued } = await issue(room, large, certificate);
  await killWorker(workers.pop()!, 'SIGTERM');
  const rows = await issuedRows(room, batch);

  const fifth = await zip(room, rows.slice(0, large / 5));
  const naive = await naiveSeconds(naiveSample);
  const whole = await zip(room, rows);
  const naively = 'pdf-lib, P12Signer and deflate for each (from 200)';
  const naiveAll = naive * (large / naiveSample);
  return [
    row('10,000 certificates into one zip', whole.megabytes / whole.seconds, 'MB/s', {
      [naively]: naiveAll / whole.seconds,
    }),
    row('10,000 certificates issued by 1 render-worker and zipped', issued + whole.seconds, 's', {
      [naively]: naiveAll / (issued + whole.seconds),
    }),
    row('10,000 certificates into one zip, peak memory of its worker', whole.peak, 'MB'),
    row('10,000 certificates into one zip, peak memory above idle', whole.aboveIdle, 'MB', {
      '2,000 certificates': whole.aboveIdle / fifth.aboveIdle,
    }),
  ];

  async function zip({ env }: Classroom, items: typeof rows) {
    const zipper = spawnWorker(env);
    workers.push(zipper);
    // A small zip first, so that the idle memory is that of a warm worker.
    await followBatch(room, () => createBatch(room, 'zip', items.slice(0, 50)), patienceMs);
    const idle = memoryOf(zipper.pid!, 'VmRSS');
    const watching = watch(zipper.pid!);
    const start = performance.now();
    const { batch: zipped } = await followBatch(room, () => createBatch(room, 'zip', items), patienceMs);
    const seconds = (performance.now() - start) / 1_000;
    const peak = watching.stop();
    await killWorker(workers.pop()!, 'SIGTERM');
    return { seconds, peak, aboveIdle: peak - idle, megabytes: (zipped.download?.size ?? 0) / 1e6 };
  }
}

/** Makes every worker compile the template and open the key before the measurement. */
async function warm(room: Classroom, certificate: string): Promise<void> {
  await issue(room, small, certificate);
}

async function issue(
  room: Classroom,
  count: number,
  certificate: string,
): Promise<{ seconds: number; batch: BatchRecord }> {
  const start = performance.now();
  const { batch } = await followBatch(
    room,
    () => createBatch(room, 'generate', room.rows(count), certificate),
    patienceMs,
  );
  if (batch.done !== count) throw new Error(`${batch.failed} of ${count} certificates failed`);
  return { seconds: (performance.now() - start) / 1_000, batch };
}

function row(name: string, value: number, unit: string, beside: Record<string, number> = {}): Row {
  return { name, value, unit, beside };
}
