import { setTimeout as pause } from 'node:timers/promises';
import type { Attack, Figures, Size } from '../attack.ts';
import { prepareUploads } from '../attackers/attackers.ts';
import type { UploadAttack, UploadOutcome } from '../attackers/uploads.worker.ts';
import { figuresOf, measureDuring } from '../honest-requests.ts';
import { type AbuseStack, issueOne, newAddress } from '../stack.ts';

const megabyte = 1_048_576;

/** Looks up certificates whose files are not checked yet: how many responses lack the facts of the file, and the slowest. */
async function lookUpFresh(abuse: AbuseStack, certIds: readonly string[]): Promise<Figures> {
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
  return { withoutFacts, freshLookUpWorstMs: Math.round(worst) };
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
  const { check, refused } = abuse.honestChecks();
  const requests = { check, lookUp: abuse.lookUp };
  const url = `${abuse.stack.app}/api/verify?fn=file`;
  const upload = await prepareUploads({ url, address: newAddress(), ...attack });
  let heldSeconds = 0;
  const held = async () => {
    const begun = performance.now();
    const outcome = await upload();
    heldSeconds = Math.round((performance.now() - begun) / 1_000);
    return outcome;
  };
  const both = () => Promise.all([held(), pause(500).then(() => lookUpFresh(abuse, fresh))]);
  const { result, times } = await measureDuring(both, { requests, size });
  const [outcome, freshLookUps] = result;
  return { outcome, figures: { ...figuresOf(times), refused: refused(), ...freshLookUps, heldSeconds } };
}

export const stalledUploads: Attack = {
  name: 'stalled-uploads',
  title: 'checks other people’s files while one client stalls its uploads',
  isMostlyWaiting: true,
  async run(abuse, size) {
    // Together they take 256 MB minus a few kilobytes, which used to be the limit shared by all uploads.
    const full = { uploads: 6, size: 46 * megabyte, stallAfter: Math.floor((256 * megabyte - 6_000) / 6) };
    const sample = { uploads: 2, size: 4 * megabyte, stallAfter: 2 * megabyte };
    const chosen = size === 'sample' ? sample : full;
    const attack = { ...chosen, atOnce: chosen.uploads };
    const { outcome, figures } = await attackBeside(abuse, size, attack);
    return { ...figures, cutOff: (outcome[408] ?? 0) + (outcome[429] ?? 0) };
  },
  bounds: { refused: { max: 0 }, withoutFacts: { max: 0 }, cutOff: { min: 2 }, heldSeconds: { max: 60 } },
};

export const manySignatureUploads: Attack = {
  name: 'many-signatures',
  title:
    'checks other people’s files and answers look-ups while one client sends large files with 64 signatures',
  async run(abuse, size) {
    const uploads = size === 'sample' ? 2 : 24;
    const attack = { uploads, atOnce: 4, size: (size === 'sample' ? 16 : 46) * megabyte };
    const { outcome, figures } = await attackBeside(abuse, size, attack);
    return { uploads, ...figures, answered: outcome[200] ?? 0 };
  },
  bounds: { refused: { max: 0 }, withoutFacts: { max: 0 }, answered: { min: 1 } },
};
