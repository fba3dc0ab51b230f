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
import { type Fixture, killWorker, openFixture, spawnWorker } from '../fixture.ts';

// The data of two deleted organizations is removed by processes that kill themselves before, and after, each of their
// writes; after every kill each of their 50 certificates is checked in full. Then organizations of 1,000 and of 10,000
// certificates are exported, each by a process of its own whose memory is measured.
const { values } = parseArgs({
  options: {
    report: { type: 'string' },
    certificates: { type: 'string', default: '50' },
    exported: { type: 'string', default: '1000,10000' },
  },
});
const count = Number(values.certificates);
const step = join(import.meta.dirname, 'ending-step.ts');

async function removeInSteps(fixture: Fixture, ended: EndedOrganization, when: 'before' | 'after') {
  let kills = 0;
  let fewestValid = count;
  let gaps = 0;
  for (
    let at = 1;
    (await fixture.store.tenants.get(ended.tenantId))?.deletion?.removedAt === undefined;
    at++
  ) {
    const child = spawn(process.execPath, [step, '--remove', String(at), '--when', when], {
      env: { ...process.env, ...fixture.env },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [code, signal] = await once(child, 'exit');
    if (signal === 'SIGKILL') kills++;
    else if (code !== 0) throw new Error(`the process ended with ${code}`);
    fewestValid = Math.min(fewestValid, await countValid(fixture, ended));
    const report = startReport(false);
    await checkRecords(fixture.store.consistency, report);
    gaps += report.examples.filter(({ tenantId }) => tenantId === ended.tenantId).length;
  }
  const left = await whatIsLeft(fixture, ended);
  const isAllGone = JSON.stringify(left) === JSON.stringify(nothingButTheCertificates);
  return { killed: when, kills, certificates: count, fewestValid, gaps, isAllGone };
}

async function measureExport(fixture: Fixture, certificates: number) {
  const { tenantId } = await createEndedOrganization(fixture, certificates);
  await fixture.store.tenants.restore(tenantId, new Date(0));
  const items = exportParts.map((fullName) => ({ fullName }));
  const createdBy = tenantId;
  await fixture.store.batches.create(tenantId, { kind: 'export', title: 'Proof', createdBy, items });
  const { stdout } = await promisify(execFile)(process.execPath, [step, '--export', tenantId], {
    env: { ...process.env, ...fixture.env },
  });
  return { certificates, ...(JSON.parse(stdout) as { files: number; peakMiB: number; cpuSeconds: number }) };
}

const fixture = await openFixture();
let worker = spawnWorker(fixture.env);
try {
  const removals = [];
  // One after the other: a process removes all that is due.
  for (const when of ['before', 'after'] as const) {
    const ended = await createEndedOrganization(fixture, count);
    // It would remove it itself.
    await killWorker(worker);
    removals.push(await removeInSteps(fixture, ended, when));
    worker = spawnWorker(fixture.env);
  }
  const exports = [];
  for (const many of values.exported.split(',')) exports.push(await measureExport(fixture, Number(many)));
  const report = { removals, exports };
  console.dir(report, { depth: 4 });
  if (values.report) {
    const file = resolve(values.report);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
  }
  const areRemoved = removals.every(
    ({ fewestValid, gaps, isAllGone, kills }) =>
      fewestValid === count && gaps === 0 && isAllGone && kills > 10,
  );
  // Certificates, their index and what every organization has.
  const areExported = exports.every(({ certificates, files }) => files > certificates + 10);
  process.exitCode = areRemoved && areExported ? 0 : 1;
} finally {
  await killWorker(worker);
  await fixture.close();
}
