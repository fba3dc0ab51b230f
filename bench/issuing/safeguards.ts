import { type Blobs, blobsOptionsFrom, createObjectStoreGuard, openBlobs } from '@sello/blobs';
import type { Row } from '../../scripts/bench.ts';
import { createRenderWorker } from '../../services/render-worker/src/index.ts';
import { createBatch, followBatch, log } from '../../services/render-worker/tests/fixture.ts';
import { median } from '../measure/median.ts';
import type { Classroom } from './classroom.ts';
import { writeChecks } from './switched-check.ts';

const count = 1_000;
const rounds = 20;
const patienceMs = 600_000;

/**
 * What it costs to hold every write against its schema and to ask for marker, prefix and pack before certificates refer
 * to them: one worker that does so in one batch and takes everything at its word in the next, in turns, so that both
 * meet the same process and the same machine. The ratio is the median of those of the rounds.
 */
export async function safeguardsRow(room: Classroom, certificate: string): Promise<Row> {
  if (!writeChecks.isLoaded)
    throw new Error('the store was loaded with the check that cannot be switched off');
  const asks = { isOn: true };
  const blobs = openBlobs(blobsOptionsFrom(room.config));
  const guard = createObjectStoreGuard(blobs, room.store.installation, log);
  const worker = await createRenderWorker(room.config, {
    log,
    blobs: whenAsked(blobs, asks),
    objectStore: {
      ...guard,
      check: async () => (asks.isOn ? guard.check() : undefined),
      isOurs: async () => (asks.isOn ? guard.isOurs() : true),
    },
  });
  const rates = { asking: [] as number[], trusting: [] as number[] };
  await worker.start();
  try {
    await rate();
    for (let round = 0; round < rounds; round++) {
      const turns = round % 2 === 0 ? (['asking', 'trusting'] as const) : (['trusting', 'asking'] as const);
      for (const turn of turns) {
        asks.isOn = turn === 'asking';
        writeChecks.isOn = asks.isOn;
        rates[turn].push(await rate());
      }
    }
  } finally {
    await worker.close();
  }
  return {
    name: '1,000 signed rsa-2048 and stored, 1 render-worker, every write checked, marker, prefix and pack asked for',
    value: median(rates.asking),
    unit: 'certificates/s',
    beside: {
      'the same without checks and asking': median(
        rates.asking.map((value, round) => value / rates.trusting[round]!),
      ),
    },
  };

  async function rate(): Promise<number> {
    const start = performance.now();
    const { batch } = await followBatch(
      room,
      () => createBatch(room, 'generate', room.rows(count), certificate),
      patienceMs,
    );
    if (batch.done !== count) throw new Error(`${batch.failed} of ${count} certificates failed`);
    return count / ((performance.now() - start) / 1_000);
  }
}

/** Asked no longer, the store is taken at its word: what was put stands, and what was there is there. */
function whenAsked(blobs: Blobs, asks: { isOn: boolean }): Blobs {
  const known = new Map<string, Awaited<ReturnType<Blobs['head']>>>();
  return {
    ...blobs,
    async put(key, body) {
      const { size } = await blobs.put(key, body);
      known.set(key, { key, size, modifiedAt: new Date() });
      return { size };
    },
    async head(key) {
      if (asks.isOn || !known.has(key)) known.set(key, await blobs.head(key));
      return known.get(key);
    },
  };
}
