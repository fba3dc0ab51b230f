import { expect, it } from 'vitest';
import { createJobGate } from './job-gate.ts';

/** A job that runs until it is told to end. */
function startJob(gate: ReturnType<typeof createJobGate>) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const seen = { started: false, stopped: false };
  const ended = gate.enter(async ({ stop }) => {
    seen.started = true;
    stop.addEventListener('abort', () => (seen.stopped = true));
    await promise;
  });
  const end = () => {
    resolve();
    return ended;
  };
  return { seen, end };
}
const turn = () => new Promise(setImmediate);

it('lets one job run alone: the others are stopped and awaited, new ones wait', async () => {
  const gate = createJobGate();
  const other = startJob(gate);
  const steps: string[] = [];
  const { promise: work, resolve: endWork } = Promise.withResolvers<void>();
  const alone = gate.enter((job) =>
    job.alone(async () => {
      steps.push('alone');
      await work;
    }),
  );
  await turn();
  expect([other.seen, steps]).toEqual([{ started: true, stopped: true }, []]);
  const second = gate.enter((job) => job.alone(async () => void steps.push('second')));
  const next = startJob(gate);
  await other.end();
  await turn();
  expect([steps, next.seen.started]).toEqual([['alone'], false]);
  endWork();
  expect(await alone).toBe(true);
  await turn();
  expect(next.seen.started).toBe(true);
  await next.end();
  expect(await second).toBe(true);
});

it('gives way when the others do not end, or another job is about to run alone', async () => {
  const gate = createJobGate(1);
  const other = startJob(gate);
  const never = async () => expect.unreachable();
  const [first, second] = await Promise.all([
    gate.enter((job) => job.alone(never)),
    gate.enter((job) => job.alone(never)),
  ]);
  expect([first, second]).toEqual([false, false]);
  await startJob(gate).end();
  await other.end();
});
