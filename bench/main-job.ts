import { setTimeout as pause } from 'node:timers/promises';
import { batchesApi, certificatesApi, studentsApi, templatesApi, tenantsApi } from '@sello/contracts';
import { type ApiClient, type Stack, signIn, startStack } from '@sello/dev-stack';
import type { Row } from '../scripts/bench.ts';
import { median } from './measure/median.ts';
import { peaks } from './measure/memory.ts';

const count = 1_000;
const rounds = 5;
const person = { email: 'bench@school.example' };

/** The whole platform with an organization of 1,000 students who have nothing but their names yet. */
interface School {
  stack: Stack;
  client: ApiClient;
  tenant: string;
  certificateId: string;
  students: { _id: string; templateId: string }[];
}

/**
 * 1,000 students over HTTP: from the request to the last stored certificate, signed rsa-2048, on two platforms side by
 * side that take turns: one with a single render-worker, one with two. Then the peak memory of each process.
 */
export async function bench(): Promise<Row[]> {
  const schools: School[] = [];
  try {
    for (const render of [1, 2]) schools.push(await openSchool(render));
    const rates: number[][] = schools.map(() => []);
    // The first round warms both: templates are compiled, keys are opened.
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

async function openSchool(render: number): Promise<School> {
  const stack = await startStack({ web: false, workers: { render }, environment: {} });
  const client = await signIn(stack, person);
  const made = await client.call(tenantsApi, 'create', { body: { name: `Bench with ${render}` } });
  const tenant = made._id;
  const students = Array.from({ length: count }, (_, index) => ({
    fullName: `Alumna Número ${index + 1}`,
    idNumber: `B-${index + 1}`,
    scoreNumeric: (index % 100) / 10,
    startDate: '2026-03-03',
    endDate: '2026-10-30',
  }));
  await client.call(studentsApi, 'import', { tenant, body: { students } });
  const [template] = (await client.call(templatesApi, 'list', { tenant, query: {} })).items;
  const listed = (await client.call(studentsApi, 'list', { tenant, query: {} })).items;
  const certificate = await client.call(tenantsApi, 'certificates-action', {
    tenant,
    query: { tenantId: tenant },
    body: {
      action: 'generate',
      algorithm: 'rsa-2048',
      certificateParams: {
        reason: 'Bench',
        location: 'Lima',
        contactInfo: `mailto:${person.email}`,
        name: 'Bench',
      },
    },
  });
  return {
    stack,
    client,
    tenant,
    certificateId: certificate.id,
    students: listed.map(({ _id }) => ({ _id, templateId: template!._id })),
  };
}

async function issue({ client, tenant, students, certificateId }: School): Promise<number> {
  const start = performance.now();
  const asked = await client.call(certificatesApi, 'generate', {
    tenant,
    isAsync: true,
    body: { bulk: true, students, digitalSigning: { enabled: true, method: 'self-signed', certificateId } },
  });
  if (!('batchId' in asked)) throw new Error('the server did not answer with a batch');
  for (;;) {
    const { batch } = await client.call(batchesApi, 'get', {
      tenant,
      query: { id: asked.batchId, limit: 0 },
    });
    if (batch.state === 'done') {
      if (batch.done !== count) throw new Error(`${batch.failed} of ${count} certificates failed`);
      return (performance.now() - start) / 1_000;
    }
    await pause(20);
  }
}
