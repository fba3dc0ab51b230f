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
 * The cost of checking every write against its schema, and of checking marker, prefix and pack before certificates refer
 * to them: one worker alternates between a batch with these checks and a batch without, so that both run in the same
 * process. The ratio is the median of the rounds' ratios.
 */
export async function safeguardsRow(room: Classroom, certificate: string): Promise<Row> {
  if (!writeChecks.isLoaded)
    throw new Error('the store was loaded with a write check that cannot be switched off');
  const checks = { isOn: true };
  const blobs = openBlobs(blobsOptionsFrom(room.config));
  const guard = createObjectStoreGuard(blobs, room.store.installation, log);
  const worker = await createRenderWorker(room.config, {
    log,
    blobs: withSwitch(blobs, checks),
    objectStore: {
      ...guard,
      check: async () => (checks.isOn ? guard.check() : undefined),
      isOurs: async () => (checks.isOn ? guard.isOurs() : true),
    },
  });
  const rates = { checked: [] as number[], unchecked: [] as number[] };
  await worker.start();
  try {
    await rate();
    for (let round = 0; round < rounds; round++) {
      const order =
        round % 2 === 0 ? (['checked', 'unchecked'] as const) : (['unchecked', 'checked'] as const);
      for (const kind of order) {
        checks.isOn = kind === 'checked';
        writeChecks.isOn = checks.isOn;
        rates[kind].push(await rate());
      }
    }
  } finally {
    await worker.close();
  }
  return {
    name: '1,000 signed rsa-2048 and stored, 1 render-worker, every write checked, marker, prefix and pack asked for',
    value: median(rates.checked),
    unit: 'certificates/s',
    beside: {
      'the same without checks and asking': median(
        rates.checked.map((value, round) => value / rates.unchecked[round]!),
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

/** While the checks are off, `head` answers from memory: it assumes that every object that was put or seen exists. */
function withSwitch(blobs: Blobs, checks: { isOn: boolean }): Blobs {
  const known = new Map<string, Awaited<ReturnType<Blobs['head']>>>();
  return {
    ...blobs,
    async put(key, body) {
      const { size } = await blobs.put(key, body);
      known.set(key, { key, size, modifiedAt: new Date() });
      return { size };
    },
    async head(key) {
      if (checks.isOn || !known.has(key)) known.set(key, await blobs.head(key));
      return known.get(key);
    },
  };
}
