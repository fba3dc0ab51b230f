import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { SigningAlgorithm } from '@sello/contracts';
import { createSigner, generateSigningCertificate } from '@sello/proof';
import { compile, loadFonts, stamp } from '@sello/render';
import { rowOf, subject, subjectDesign } from '../../packages/render/bench/rendering/subject.ts';

/**
 * Stamping and signing without queue, database and object store: two processes make half of the certificates each.
 * Returns how long both took, s.
 */
export async function bareSeconds(algorithm: SigningAlgorithm, certificates: number): Promise<number> {
  // Each child exits when it has finished.
  const children = [0, 1].map(() => fork(import.meta.filename, [algorithm, String(certificates / 2)]));
  await Promise.all(children.map((child) => once(child, 'message')));
  const start = performance.now();
  for (const child of children) child.send('go');
  await Promise.all(children.map((child) => once(child, 'message')));
  const seconds = (performance.now() - start) / 1_000;
  return seconds;
}

const chunkRows = 50;
const chunksAtOnce = 2;

async function half(algorithm: SigningAlgorithm, certificates: number): Promise<void> {
  const params = { reason: 'Bench', location: 'Lima', contactInfo: 'mailto:a@example.org', name: 'Bench' };
  const material = await generateSigningCertificate({ algorithm, organization: 'Bench', params });
  const signer = createSigner({ id: 'bench', ...material });
  const fonts = await loadFonts();
  const images: Record<string, Buffer> = { background: subject.background, logo: subject.logo };
  const compiled = await compile(
    { id: 'bench', design: subjectDesign() },
    { fonts, assets: { get: async (assetId) => images[assetId]! } },
  );
  const one = (index: number) =>
    stamp(compiled, rowOf(index), { signer, fields: { ...params, signedAt: new Date() } });
  await Promise.all(Array.from({ length: chunkRows }, (_, index) => one(index)));

  process.send?.('ready');
  await once(process, 'message');
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < certificates) {
      const from = next;
      next += chunkRows;
      const rows = Array.from({ length: Math.min(chunkRows, certificates - from) }, (_, index) =>
        one(from + index),
      );
      await Promise.all(rows);
    }
  };
  await Promise.all(Array.from({ length: chunksAtOnce }, worker));
  process.send?.('done');
}

if (process.send && process.argv[1] === import.meta.filename) {
  const [algorithm, certificates] = process.argv.slice(2);
  await half(algorithm as SigningAlgorithm, Number(certificates));
}
