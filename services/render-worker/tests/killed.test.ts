import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import {
  addSigningCertificate,
  addStudents,
  buildStudent,
  follow,
  killWorker,
  openWorld,
  order,
  spawnWorker,
  type World,
} from './world.ts';

let world: World;
const workers: ChildProcess[] = [];
beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => killWorker(worker)));
  await world?.close();
});

function start(): ChildProcess {
  const worker = spawnWorker(world.env);
  workers.push(worker);
  return worker;
}

async function rowsIn(state: 'done' | 'running', batchId: string): Promise<number> {
  const { items } = await world.store.batches.items(world.tenantId, batchId, { state });
  return items.length;
}

it('ends a batch of 200 with one current certificate each, although its worker was killed in the middle', async () => {
  const signing = await addSigningCertificate(world, 'rsa-4096');
  const students = Array.from({ length: 200 }, (_, index) => buildStudent(index));
  const items = await addStudents(world, students);
  const first = start();
  const { batch } = await follow(
    world,
    async () => {
      const ordered = await order(world, 'generate', items, signing);
      await vi.waitFor(
        async () => {
          expect(await rowsIn('done', ordered._id)).toBeGreaterThan(0);
          // Held still, so that what is seen is what it dies with.
          first.kill('SIGSTOP');
          const held = await rowsIn('running', ordered._id);
          if (held === 0) first.kill('SIGCONT');
          expect(held).toBeGreaterThan(0);
        },
        { timeout: 30_000, interval: 2 },
      );
      await killWorker(first);
      expect(await rowsIn('done', ordered._id)).toBeLessThan(200);
      start();
      return ordered;
    },
    90_000,
  );
  expect(batch).toMatchObject({ state: 'done', total: 200, done: 200, failed: 0, cancelled: 0 });

  const seen = new Set<string>();
  for await (const certificate of world.store.certificates.each(world.tenantId)) {
    expect(certificate.state).toBe('valid');
    expect(certificate.batchId).toBe(batch._id);
    expect(seen.has(certificate.studentId)).toBe(false);
    seen.add(certificate.studentId);
    expect(await world.blobs.head(certificate.pack.key)).toBeDefined();
  }
  expect(seen.size).toBe(200);
  const valid = await world.store.certificates.validOf(world.tenantId, [...seen]);
  const listed = await world.store.students.getMany(world.tenantId, [...seen]);
  for (const student of listed) expect(student.certId).toBe(valid.get(student._id)?._id);
});

it('hands over at once when its worker is told to end, and loses nothing', async () => {
  await Promise.all(workers.map((worker) => killWorker(worker)));
  const signing = await addSigningCertificate(world);
  const students = Array.from({ length: 400 }, (_, index) =>
    buildStudent(index, { idNumber: `drain-${index}` }),
  );
  const items = await addStudents(world, students);
  const first = start();
  const { batch } = await follow(world, async () => {
    const ordered = await order(world, 'generate', items, signing);
    await vi.waitFor(async () => expect(await rowsIn('running', ordered._id)).toBeGreaterThan(0), {
      timeout: 30_000,
      interval: 2,
    });
    await killWorker(first, 'SIGTERM');
    expect(first.exitCode).toBe(0);
    expect(await rowsIn('running', ordered._id)).toBe(0);
    start();
    return ordered;
  });
  expect(batch).toMatchObject({ state: 'done', done: 400, failed: 0 });
  const { items: rows } = await world.store.batches.items(world.tenantId, batch._id);
  expect(new Set(rows.map((row) => row.attempts))).toEqual(new Set([1]));
});
