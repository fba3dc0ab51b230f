import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import type { Row } from '../scripts/bench.ts';
import {
  addSigningCertificate,
  createBatch,
  followBatch,
  killWorker,
  spawnWorker,
} from '../services/render-worker/tests/fixture.ts';
import { type Classroom, openClassroom } from './issuing/classroom.ts';
import { median } from './measure/median.ts';
import { openShares } from './scaling/shares.ts';

const count = 2_000;
const rounds = 3;
const patienceMs = 600_000;
const workerCounts = [1, 2, 4] as const;
/** The share of a core for each worker: four of them leave the rest of two cores to the database and the queue. */
const share = 0.15;

/**
 * How issuing scales with the number of render-workers when each has only a share of a core, as on a small machine.
 * Database, queue and object store have the rest. Runs with one, two and four workers alternate.
 */
export async function bench(): Promise<Row[]> {
  const shares = openShares(share);
  const room = await openClassroom(count);
  const workers: ChildProcess[] = [];
  try {
    const certificate = await addSigningCertificate(room, 'rsa-2048');
    const rates = new Map<number, number[]>(workerCounts.map((many) => [many, []]));
    for (let round = 0; round < rounds; round++) {
      const counts = round % 2 === 0 ? workerCounts : workerCounts.toReversed();
      for (const many of counts) {
        for (let place = 0; place < many; place++) workers.push(spawnWorker(room.env));
        // Starting and compiling the template run without the limit; only issuing is measured.
        await issue(room, 50 * 4 * many, certificate);
        for (const worker of workers) shares.limit(worker.pid!);
        await issue(room, 50 * many, certificate);
        const seconds = await issue(room, (count / 4) * many, certificate);
        rates.get(many)!.push(((count / 4) * many) / seconds);
        await Promise.all(workers.splice(0).map((worker) => killWorker(worker)));
        // A short pause between the runs with different numbers of workers.
        await pause(1_000);
      }
    }
    const one = median(rates.get(1)!);
    return workerCounts.map((many) => {
      const rate = median(rates.get(many)!);
      const name = `signed rsa-2048, ${many} render-worker${many > 1 ? 's' : ''} of ${share} core each`;
      const beside = many === 1 ? {} : { [`${many} times what one issues`]: rate / (many * one) };
      return { name, value: rate, unit: 'certificates/s', beside };
    });
  } finally {
    await Promise.all(workers.map((worker) => killWorker(worker)));
    shares.close();
    await room.close();
  }
}

async function issue(room: Classroom, rows: number, certificate: string): Promise<number> {
  const start = performance.now();
  const { batch } = await followBatch(
    room,
    () => createBatch(room, 'generate', room.rows(rows), certificate),
    patienceMs,
  );
  if (batch.done !== rows) throw new Error(`${batch.failed} of ${rows} certificates failed`);
  return (performance.now() - start) / 1_000;
}
