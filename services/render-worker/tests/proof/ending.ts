import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { exportParts } from '@sello/contracts';
import { checkRecords } from '../../src/check-store/records.ts';
import { startReport } from '../../src/check-store/report.ts';
import {
  countValid,
  createEndedOrganization,
  type EndedOrganization,
  nothingButTheCertificates,
  whatIsLeft,
} from '../deletion/ended-organization.ts';
import { killWorker, openFixture, spawnWorker } from '../fixture.ts';

// The data of a deleted organization is removed by one process, which tells its writes. That of two others is removed by
// processes that kill themselves: at each of these writes one, before it and after it. After every kill each of their 50
// certificates is checked in full. Then organizations of 1,000 and of 10,000 certificates are exported, each by a process of
// its own whose memory is measured.
const { values } = parseArgs({
  options: {
    report: { type: 'string' },
    certificates: { type: 'string', default: '50' },
    exported: { type: 'string', default: '1000,10000' },
  },
});
const count = Number(values.certificates);
const step = join(import.meta.dirname, 'ending-step.ts');

/** The organization, deleted when no worker runs, which would remove it itself, and with a batch that nobody worked on. */
async function createDeleted(certificates: number): Promise<EndedOrganization> {
  const worker = spawnWorker(fixture.env);
  try {
    return await createEndedOrganization(fixture, certificates, async (tenantId, [certId]) => {
      await killWorker(worker);
      const items = [{ fullName: 'Never zipped', certId: certId! }];
      await fixture.store.batches.create(tenantId, {
        kind: 'zip',
        title: 'Open',
        createdBy: tenantId,
        items,
      });
    });
  } finally {
    await killWorker(worker);
  }
}

async function removeWhole(): Promise<string[]> {
  await createDeleted(1);
  const run = await promisify(execFile)(process.execPath, [step, '--remove', 'whole'], { env });
  return JSON.parse(run.stdout) as string[];
}

async function removeInSteps(writes: readonly string[], when: 'before' | 'after') {
  const ended = await createDeleted(count);
  const killedAt: string[] = [];
  let fewestValid = count;
  let gaps = 0;
  const run = async (...args: string[]) => {
    const child = spawn(process.execPath, [step, '--remove', when, ...args], {
      ...{ env, stdio: ['ignore', 'ignore', 'inherit'] },
    });
    const [code, signal] = await once(child, 'exit');
    fewestValid = Math.min(fewestValid, await countValid(fixture, ended));
    const report = startReport(false);
    await checkRecords(fixture.store.consistency, report);
    gaps += report.examples.filter(({ tenantId }) => tenantId === ended.tenantId).length;
    if (signal !== 'SIGKILL' && code !== 0) throw new Error(`the process ended with ${code}`);
    return signal === 'SIGKILL';
  };
  for (const write of writes) if (await run('--at', write)) killedAt.push(write);
  if (await run()) throw new Error('the last process was killed');
  const left = await whatIsLeft(fixture, ended);
  const isAllGone = JSON.stringify(left) === JSON.stringify(nothingButTheCertificates);
  return {
    killed: when,
    kills: killedAt.length,
    killedAt,
    certificates: count,
    fewestValid,
    gaps,
    isAllGone,
  };
}

async function measureExport(certificates: number) {
  const { tenantId } = await createDeleted(certificates);
  await fixture.store.tenants.restore(tenantId, new Date(0));
  const items = exportParts.map((fullName) => ({ fullName }));
  const createdBy = tenantId;
  await fixture.store.batches.create(tenantId, { kind: 'export', title: 'Proof', createdBy, items });
  const { stdout } = await promisify(execFile)(process.execPath, [step, '--export', tenantId], { env });
  return { certificates, ...(JSON.parse(stdout) as { files: number; peakMiB: number; cpuSeconds: number }) };
}

const fixture = await openFixture();
const env = { ...process.env, ...fixture.env };
try {
  const writes = await removeWhole();
  // One after the other: a process removes all that is due.
  const removals = [await removeInSteps(writes, 'before'), await removeInSteps(writes, 'after')];
  const exports = [];
  for (const many of values.exported.split(',')) exports.push(await measureExport(Number(many)));
  const report = { writes: writes.length, removals, exports };
  console.dir(report, { depth: 4 });
  if (values.report) {
    const file = resolve(values.report);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
  }
  const areRemoved = removals.every(
    ({ fewestValid, gaps, isAllGone, kills }) =>
      fewestValid === count && gaps === 0 && isAllGone && kills === writes.length && kills > 10,
  );
  // Certificates, their index and what every organization has.
  const areExported = exports.every(({ certificates, files }) => files > certificates + 10);
  process.exitCode = areRemoved && areExported ? 0 : 1;
} finally {
  await fixture.close();
}
