// A CSV with as many rows as an import may have, sent once: read and compared, stopped on the way, sent again and finished.
// The time of each step, the peak memory of the services, and whether everybody is there once. Writes a report as JSON:
// node import.ts [--rows 100000] [--report FILE].
import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { batchesApi, studentImportsApi, studentsApi, tenantsApi } from '@sello/contracts';
import { signIn, startStack } from '@sello/dev-stack';
import { memoryOf } from '../../bench/measure/memory.ts';

const { values } = parseArgs({
  options: { report: { type: 'string' }, rows: { type: 'string', default: '100000' } },
});
const rows = Number(values.rows);
/** Every fiftieth row has no name. */
const isWrong = (at: number): boolean => at % 50 === 49;
const wrong = Math.floor(rows / 50);
const pollMs = 100;

const lines = ['fullName;idNumber;email;country;startDate;endDate;scoreNumeric;scoreLetter;sede'];
for (let at = 0; at < rows; at++) {
  const name = isWrong(at) ? '' : `"Núñez de la Peña, Alumna ${at + 1}"`;
  lines.push(
    `${name};I-${at + 1};a${at + 1}@escuela.example;Peru;30/03/2026;2026-10-30;${(at % 100) / 10};A;Lima`,
  );
}
const csv = Buffer.from(`${lines.join('\r\n')}\r\n`);

const stack = await startStack({ web: false, services: ['bff', 'render-worker'] });
try {
  const client = await signIn(stack, { email: 'directora@oficios.example' });
  const { _id: tenant } = await client.call(tenantsApi, 'create', { body: { name: 'Escuela de Oficios' } });
  const services = stack.processes.filter(({ name }) => name === 'bff' || name.startsWith('render-worker'));
  const memory = (field: 'VmRSS' | 'VmHWM') =>
    Object.fromEntries(services.map(({ name, pid }) => [name, Math.round(memoryOf(pid!, field))]));
  const before = memory('VmRSS');
  const seconds: Record<string, number> = {};
  async function timed<Result>(step: string, run: () => Promise<Result>): Promise<Result> {
    const began = performance.now();
    const result = await run();
    seconds[step] = Number(((performance.now() - began) / 1_000).toFixed(1));
    return result;
  }
  async function send() {
    const form = new FormData();
    form.set('csv', new Blob([csv]), 'promocion.csv');
    const answer = await client.fetch('/api/students?fn=import-file', {
      ...{ method: 'POST', headers: { 'x-tenant-id': tenant }, body: form },
    });
    if (answer.status !== 200) throw new Error(await answer.text());
    return (await answer.json()) as { importId: string; stopped?: { done: number; total: number } };
  }
  const read = (importId: string) =>
    client.call(studentImportsApi, 'import-read', { tenant, body: { importId } });
  async function start(importId: string): Promise<string> {
    const answer = await client.call(studentImportsApi, 'import-start', {
      ...{ tenant, body: { importId }, isAsync: true },
    });
    return (answer as { batchId: string }).batchId;
  }
  /** Waits until the batch is as wanted; progress that goes back is an error. */
  async function follow(id: string, until: (batch: { done: number; state: string }) => boolean) {
    let last = 0;
    for (;;) {
      const { batch } = await client.call(batchesApi, 'get', { tenant, query: { id, limit: 0 } });
      if (batch.done < last) throw new Error(`${batch.done} rows after ${last}`);
      last = batch.done;
      if (until(batch)) return batch;
      await pause(pollMs);
    }
  }
  const hasEnded = ({ state }: { state: string }): boolean => state !== 'queued' && state !== 'running';

  const { importId } = await timed('sent', send);
  const summary = await timed('compared', () => read(importId));
  const first = await timed('answered', () => start(importId));
  const stopped = await timed('untilStopped', async () => {
    await follow(first, ({ done }) => done >= rows / 4);
    await client.call(batchesApi, 'cancel', { tenant, body: { id: first } });
    return follow(first, hasEnded);
  });
  const again = await timed('sentAgain', send);
  await timed('comparedAgain', () => read(again.importId));
  const second = await start(again.importId);
  const finished = await timed('finished', () => follow(second, hasEnded));
  const { total } = await client.call(studentsApi, 'list', { tenant, query: { limit: 1 } });
  const result = await client.call(studentImportsApi, 'import-result', {
    tenant,
    query: { batchId: second },
  });
  const report = {
    ...{
      date: new Date().toISOString(),
      cpus: cpus().length,
      rows,
      megabytes: Number((csv.length / 1e6).toFixed(1)),
    },
    ...{ wouldBeAdded: summary.added, failed: summary.failed, seconds },
    stopped: { state: stopped.state, done: stopped.done, said: again.stopped },
    finished: { state: finished.state, result },
    students: total,
    memoryMb: { before, peak: memory('VmHWM') },
  };
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  if (values.report) await writeFile(values.report, `${JSON.stringify(report, null, 2)}\n`);
  const isProved =
    summary.added === rows - wrong &&
    summary.failed === wrong &&
    stopped.state === 'cancelled' &&
    again.stopped !== undefined &&
    finished.state === 'done' &&
    total === rows - wrong;
  process.exitCode = isProved ? 0 : 1;
} finally {
  await stack.close();
}
