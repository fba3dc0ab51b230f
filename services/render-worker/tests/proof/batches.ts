import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Redis } from 'ioredis';
import {
  addSigningCertificate,
  addStudents,
  buildStudent,
  createBatch,
  type Fixture,
  followBatch,
  killWorker,
  openFixture,
  spawnWorker,
} from '../fixture.ts';

// Two workers issue a batch and are killed repeatedly at random times; halfway Redis is flushed. At the end every row has
// one valid certificate whose stored bytes have the issued hash.
const { values } = parseArgs({
  options: {
    report: { type: 'string' },
    rows: { type: 'string', default: '3000' },
    kills: { type: 'string', default: '12' },
  },
});
const rows = Number(values.rows);
const kills = Number(values.kills);

const fixture = await openFixture();
const workers: ChildProcess[] = [];
try {
  const signing = await addSigningCertificate(fixture);
  const items = await addStudents(
    fixture,
    Array.from({ length: rows }, (_, index) => buildStudent(index)),
  );
  workers.push(spawnWorker(fixture.env), spawnWorker(fixture.env));
  const chaos = { isOn: true, killed: 0, forgotten: 0 };
  let killing: Promise<void> | undefined;
  const started = performance.now();
  const { batch } = await followBatch(
    fixture,
    async () => {
      const ordered = await createBatch(fixture, 'generate', items, signing);
      killing = kill(chaos);
      return ordered;
    },
    1_200_000,
  );
  chaos.isOn = false;
  await killing;
  const seconds = Math.round((performance.now() - started) / 1_000);
  const result = await checkBatch(fixture, batch._id);
  const report = { rows, killed: chaos.killed, redisForgot: chaos.forgotten, seconds, ...result };
  console.log(report);
  if (values.report) {
    const file = resolve(values.report);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
  }
  const isProved =
    batch.done === rows && result.valid === rows && result.duplicates === 0 && result.damaged === 0;
  process.exitCode = isProved ? 0 : 1;
} finally {
  await Promise.all(workers.map((worker) => killWorker(worker)));
  await fixture.close();
}

async function kill(chaos: { isOn: boolean; killed: number; forgotten: number }): Promise<void> {
  const redis = new Redis(fixture.config.REDIS_URL, { maxRetriesPerRequest: null });
  while (chaos.isOn && chaos.killed < kills) {
    await sleep(300 + Math.random() * 2_500);
    const place = Math.floor(Math.random() * workers.length);
    await killWorker(workers[place]!);
    chaos.killed++;
    if (chaos.killed === Math.ceil(kills / 2)) {
      await redis.flushall();
      chaos.forgotten++;
    }
    workers[place] = spawnWorker(fixture.env);
  }
  redis.disconnect();
}

async function checkBatch({ store, blobs, tenantId }: Fixture, batchId: string) {
  const students = new Set<string>();
  const result = { valid: 0, duplicates: 0, damaged: 0, mostAttempts: 0, packs: 0 };
  for await (const { state, studentId, prefix, pack, hash } of store.certificates.each(tenantId)) {
    if (state === 'valid') result.valid++;
    if (students.has(studentId)) result.duplicates++;
    students.add(studentId);
    const sum = createHash('sha256');
    try {
      const parts = [{ key: prefix.key, offset: 0, length: prefix.size }, pack];
      for await (const chunk of blobs.concat(parts)) sum.update(chunk as Buffer);
    } catch {
      result.damaged++;
      continue;
    }
    if (sum.digest('hex') !== hash) result.damaged++;
  }
  const { items } = await store.batches.items(tenantId, batchId);
  result.mostAttempts = Math.max(...items.map((item) => item.attempts));
  for await (const _ of blobs.list('certificates/packs/')) result.packs++;
  return result;
}
