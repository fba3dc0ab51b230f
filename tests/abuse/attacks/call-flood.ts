import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Attack } from '../attack.ts';
import type { Flood, FloodOutcome } from './flood.worker.ts';

/** One person asks a cheap question as fast as a machine can, over many connections. */
export const callFlood: Attack = {
  name: 'call-flood',
  title: 'tells a person who calls without end when to come again',
  async run(abuse, size) {
    const { person, tenant } = await abuse.stranger();
    const calls = size === 'sample' ? 1_000 : 5_000;
    const flood: Flood = {
      url: `${abuse.stack.app}/api/students?fn=list&limit=1`,
      headers: { authorization: `Bearer ${await person.token()}`, 'x-tenant-id': tenant },
      calls,
      atOnce: 40,
    };
    const attack = async (): Promise<FloodOutcome> => {
      const worker = new Worker(new URL('./flood.worker.ts', import.meta.url), { workerData: flood });
      const [outcome] = (await once(worker, 'message')) as [FloodOutcome];
      return outcome;
    };
    const { result, worstMs, medianMs, quietMs } = await abuse.beside(attack);
    return { calls, ...result, quietMs, medianMs, worstMs };
  },
  bounds: { refused: { min: 1 }, untold: { max: 0 }, faults: { max: 0 } },
};
