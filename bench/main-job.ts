import { setTimeout as pause } from 'node:timers/promises';
import { batchesApi } from '@sello/contracts';
import { startStack } from '@sello/dev-stack';
import type { Row } from '../scripts/bench.ts';
import { openSchool, requestCertificates, type School } from '../tests/proof/school.ts';
import { median } from './measure/median.ts';
import { peaks } from './measure/memory.ts';

const count = 1_000;
const rounds = 5;

/**
 * 1,000 students over HTTP: from the request to the last stored certificate, signed rsa-2048. Two stacks run alternately,
 * one with one render-worker, one with two. Then the peak memory of each process.
 */
export async function bench(): Promise<Row[]> {
  const schools: School[] = [];
  try {
    for (const render of [1, 2]) schools.push(await open(render));
    const rates: number[][] = schools.map(() => []);
    // The first round is a warm-up: templates are compiled, keys are opened.
    for (let round = 0; round <= rounds; round++) {
      for (const [index, school] of schools.entries()) {
        const seconds = await issue(school);
        if (round > 0) rates[index]!.push(count / seconds);
      }
    }
    const [one, two] = rates.map(median) as [number, number];
    const beside = { '1 render-worker': two / one };
    return [
      { name: '1,000 signed rsa-2048, 1 render-worker', value: one, unit: 'certificates/s', beside: {} },
      { name: '1,000 signed rsa-2048, 2 render-workers', value: two, unit: 'certificates/s', beside },
      ...[...peaks()].map(([name, value]) => ({
        name: `peak memory, ${name}`,
        value,
        unit: 'MB',
        beside: {},
      })),
    ];
  } finally {
    for (const { stack } of schools) await stack.close();
  }
}

async function open(render: number): Promise<School> {
  const stack = await startStack({ web: false, workers: { render }, environment: {} });
  return openSchool(stack, { name: `Bench with ${render}`, students: count });
}

async function issue(school: School): Promise<number> {
  const { client, tenant } = school;
  const start = performance.now();
  const id = await requestCertificates(school);
  for (;;) {
    const { batch } = await client.call(batchesApi, 'get', { tenant, query: { id, limit: 0 } });
    if (batch.state === 'done') {
      if (batch.done !== count) throw new Error(`${batch.failed} of ${count} certificates failed`);
      return (performance.now() - start) / 1_000;
    }
    await pause(20);
  }
}
