import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { CertificateRecord } from '@sello/store';
import { addZip, type Death, faultsOf, fileOf, remainsOf } from '../erasing.ts';
import {
  addSigningCertificate,
  addStudents,
  buildStudent,
  createBatch,
  followBatch,
  openFixture,
  startWorker,
} from '../fixture.ts';

// A process erases a student and kills itself (SIGKILL) before or after each of its writes to database and object store, one
// process for each; another process then continues. After the kill and after the end, 50 neighbours (those in the same pack
// first) are checked in full: record, bytes, hash and signature. At the end nothing of the student may be left.
const { values } = parseArgs({
  options: {
    report: { type: 'string' },
    students: { type: 'string', default: '200' },
    neighbours: { type: 'string', default: '50' },
  },
});
const neighbours = Number(values.neighbours);

const fixture = await openFixture();
const { store, blobs, tenantId } = fixture;
const problems: string[] = [];
let checks = 0;
let kills = 0;
try {
  const issued = await issue(Number(values.students));
  const writes = Number(await erase(await take(issued)));
  for (let at = 1; at <= writes; at++) {
    for (const when of ['before', 'after'] as const) await eraseKilled(issued, { at, when });
    console.error(`${at} of ${writes} writes, ${problems.length} problems`);
  }
  const control = await controlChecks(issued);
  const report = { writes, kills, neighbours, checks, problems, control };
  console.log(report);
  if (values.report) {
    const file = resolve(values.report);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
  }
  const isProved = problems.length === 0 && kills === 2 * writes && Object.values(control).every(Boolean);
  process.exitCode = isProved ? 0 : 1;
} finally {
  await fixture.close();
}

async function issue(count: number): Promise<CertificateRecord[]> {
  const worker = await startWorker(fixture);
  const signing = await addSigningCertificate(fixture);
  const students = Array.from({ length: count }, (_, index) =>
    buildStudent(index, { fullName: `Holder ${String(index).padStart(4, '0')} Zuñiga` }),
  );
  const items = await addStudents(fixture, students);
  const { batch } = await followBatch(fixture, () => createBatch(fixture, 'generate', items, signing));
  await worker.close();
  const { items: rows } = await store.batches.items(tenantId, batch._id);
  return store.certificates.getMany(
    tenantId,
    rows.map((row) => row.certId!),
  );
}

interface Taken {
  one: CertificateRecord;
  tail: Buffer;
  packKey: string;
}

/** The next one to erase, from another pack than the one before, with its tail and its present pack. */
async function take(issued: CertificateRecord[]): Promise<Taken> {
  const [next] = issued.splice((kills * 53) % issued.length, 1);
  const one = (await store.certificates.get(tenantId, next!._id))!;
  const tail = (await fileOf(blobs, one)).subarray(one.prefix.size);
  await addZip(fixture, one, tail);
  return { one, tail, packKey: one.pack.key };
}

/** Runs the process; resolves with the number of its writes, or `null` when it killed itself. */
async function erase({ one }: Taken, death?: Death): Promise<string | null> {
  const child = spawn(
    process.execPath,
    [
      join(import.meta.dirname, 'erasing-child.ts'),
      ...[tenantId, one.studentId],
      ...(death ? [String(death.at), death.when] : []),
    ],
    { env: { ...process.env, ...fixture.env }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  if (signal === 'SIGKILL') return null;
  if (code !== 0) throw new Error(`the process ended with ${code ?? signal}`);
  return output;
}

async function check(where: string, issued: readonly CertificateRecord[], packKey: string): Promise<void> {
  const inPack = new Set((await store.erasures.placesIn(tenantId, packKey)).map(({ certId }) => certId));
  const nearest = issued.toSorted(
    (one, other) => Number(inPack.has(other._id)) - Number(inPack.has(one._id)),
  );
  const chosen = nearest.slice(0, neighbours);
  checks += chosen.length;
  problems.push(...(await faultsOf(fixture, chosen, true)).map((fault) => `${where}: ${fault}`));
}

async function eraseKilled(issued: CertificateRecord[], death: Death): Promise<void> {
  const taken = await take(issued);
  const where = `${death.when} write ${death.at}`;
  if ((await erase(taken, death)) === null) kills++;
  else problems.push(`${where}: the process was not killed`);
  await check(`${where}, killed`, issued, taken.packKey);
  await erase(taken);
  await check(`${where}, continued`, issued, issued[0]!.pack.key);
  for (const remains of await remainsOf(fixture, taken.one, taken.tail))
    problems.push(`${where}: left in ${remains}`);
}

/** The checks report a flipped byte of a neighbour, and a student who was not erased. */
async function controlChecks(issued: CertificateRecord[]) {
  const taken = await take(issued);
  const remains = await remainsOf(fixture, taken.one, taken.tail);
  const victim = (await store.certificates.get(tenantId, issued[0]!._id))!;
  const pack = await blobs.read(victim.pack.key);
  pack[victim.pack.offset + 10]! ^= 1;
  await blobs.put(victim.pack.key, pack);
  const faults = await faultsOf(fixture, [victim], true);
  return {
    reportsWhatIsLeft: remains.some((remain) => remain === taken.packKey) && remains.includes('students'),
    reportsDamage: faults.length === 1,
  };
}
