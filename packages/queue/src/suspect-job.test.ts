import { expect, it } from 'vitest';
import { createJobGate } from './job-gate.ts';
import { aloneAtFirst } from './suspect-job.ts';

it('a job that works long is alone at first, and lets others run beside it then', async () => {
  const gate = createJobGate();
  const { promise: end, resolve: finish } = Promise.withResolvers<void>();
  const steps: string[] = [];
  const long = gate.enter(({ alone }) =>
    aloneAtFirst(
      alone,
      async () => {
        steps.push('begins');
        await end;
        steps.push('ends');
      },
      1,
    ),
  );
  await gate.enter(async () => void steps.push('another'));
  finish();
  expect(await long).toBe(true);
  expect(steps).toEqual(['begins', 'another', 'ends']);
});

it('a fault of the job is thrown, early or late', async () => {
  const gate = createJobGate();
  const fail = async (): Promise<void> => {
    throw new Error('a fault');
  };
  await expect(gate.enter(({ alone }) => aloneAtFirst(alone, fail, 60_000))).rejects.toThrow('a fault');
  const { promise, reject } = Promise.withResolvers<void>();
  const late = gate.enter(({ alone }) => aloneAtFirst(alone, () => promise, 1));
  await gate.enter(async () => reject(new Error('late')));
  await expect(late).rejects.toThrow('late');
});
