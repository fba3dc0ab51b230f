import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Attack, Figures, Size } from '../attack.ts';
import { type AbuseStack, issueOne, newAddress } from '../stack.ts';
import type { UploadAttack, UploadOutcome } from './uploads.worker.ts';

const megabyte = 1_048_576;

async function run(abuse: AbuseStack, attack: Omit<UploadAttack, 'url' | 'address'>): Promise<UploadOutcome> {
  const url = `${abuse.stack.app}/api/verify?fn=file`;
  const workerData: UploadAttack = { url, address: newAddress(), ...attack };
  const worker = new Worker(new URL('./uploads.worker.ts', import.meta.url), { workerData });
  const [outcome] = (await once(worker, 'message')) as [UploadOutcome];
  await worker.terminate();
  return outcome;
}

interface HonestCheck {
  /** Answers the ms until the file was answered well, or refused. */
  check(): Promise<number>;
  refused(): number;
}

/** An honest person checks a file. */
async function honestCheck(abuse: AbuseStack): Promise<HonestCheck> {
  const file = await fetch(`${abuse.stack.app}/c/${abuse.honest.certId}`);
  const bytes = await file.arrayBuffer();
  let refused = 0;
  async function check(): Promise<number> {
    const form = new FormData();
    form.set('file', new Blob([bytes]), 'certificate.pdf');
    const begun = performance.now();
    const response = await fetch(`${abuse.stack.app}/api/verify?fn=file`, {
      ...{ method: 'POST', headers: { 'x-forwarded-for': newAddress() }, body: form },
    });
    const answer = (await response.json()) as { file?: { bytes: string } };
    if (answer.file?.bytes !== 'issued') refused++;
    return performance.now() - begun;
  }
  return { check, refused: () => refused };
}

/** Look-ups of files that were never looked at; answers how many came without the facts of their file, and the slowest. */
async function freshLookUps(abuse: AbuseStack, certIds: readonly string[]): Promise<Figures> {
  let withoutFacts = 0;
  let worst = 0;
  for (const certId of certIds) {
    const begun = performance.now();
    const response = await fetch(`${abuse.stack.app}/api/verify?fn=lookup&hash=${certId}`, {
      headers: { 'x-forwarded-for': newAddress() },
    });
    const answer = (await response.json()) as { file?: unknown };
    if (answer.file === undefined) withoutFacts++;
    worst = Math.max(worst, performance.now() - begun);
    await pause(50);
  }
  return { withoutFacts, lookUpWorstMs: Math.round(worst) };
}

async function certificates(abuse: AbuseStack, count: number): Promise<string[]> {
  const certIds: string[] = [];
  for (let n = 0; n < count; n++) certIds.push((await issueOne(abuse.honest)).certId);
  return certIds;
}

async function attackBeside(
  abuse: AbuseStack,
  size: Size,
  attack: Omit<UploadAttack, 'url' | 'address'>,
): Promise<{ outcome: UploadOutcome; figures: Figures }> {
  const fresh = await certificates(abuse, size === 'sample' ? 2 : 10);
  const honest = await honestCheck(abuse);
  const both = () => Promise.all([run(abuse, attack), pause(500).then(() => freshLookUps(abuse, fresh))]);
  const { result, quietMs, medianMs, worstMs } = await abuse.beside(both, honest.check);
  const [outcome, lookUps] = result;
  return { outcome, figures: { quietMs, medianMs, worstMs, refused: honest.refused(), ...lookUps } };
}

export const stalledUploads: Attack = {
  name: 'stalled-uploads',
  title: 'checks other people’s files while one client holds its uploads back',
  async run(abuse, size) {
    // Together they take 256 MB but for a few kilobytes: what all uploads once had to share.
    const full = { uploads: 6, size: 46 * megabyte, stallAfter: Math.floor((256 * megabyte - 6_000) / 6) };
    const sample = { uploads: 2, size: 4 * megabyte, stallAfter: 2 * megabyte };
    const chosen = size === 'sample' ? sample : full;
    const attack = { ...chosen, atOnce: chosen.uploads };
    const begun = performance.now();
    const { outcome, figures } = await attackBeside(abuse, size, attack);
    const heldSeconds = Math.round((performance.now() - begun) / 1_000);
    return { ...figures, heldSeconds, cutOff: (outcome[408] ?? 0) + (outcome[429] ?? 0) };
  },
  bounds: { refused: { max: 0 }, withoutFacts: { max: 0 }, cutOff: { min: 2 }, heldSeconds: { max: 60 } },
};

export const manySignatureUploads: Attack = {
  name: 'many-signatures',
  title: 'checks other people’s files, and looks up, while one client sends large files of 64 signatures',
  async run(abuse, size) {
    const uploads = size === 'sample' ? 2 : 24;
    const attack = { uploads, atOnce: 4, size: (size === 'sample' ? 16 : 46) * megabyte };
    const { outcome, figures } = await attackBeside(abuse, size, attack);
    return { uploads, ...figures, answered: outcome[200] ?? 0 };
  },
  bounds: { refused: { max: 0 }, withoutFacts: { max: 0 }, answered: { min: 1 } },
};
