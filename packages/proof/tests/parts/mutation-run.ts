import type { FontLibrary } from '@sello/render';
import { createSigner, judgePdf, type Outcome, signPdf } from '../../src/index.ts';
import { someDocument } from './documents.ts';
import { someFields, someMaterial } from './material.ts';
import { mutate, mutationKinds, type SignedPair } from './mutations.ts';
import { Random } from './random.ts';
import { fontsOfSixScripts, renderedCertificate } from './rendered.ts';

export interface MutationRun {
  mutations: number;
  outcomes: Record<Outcome, number>;
  /** Changed files that were called intact: kind and number, to find them again. */
  missed: string[];
}

/** Two files by one signer: of any program, or as the product makes them, of either key size. */
async function signedPair(random: Random, index: number, fonts: FontLibrary): Promise<SignedPair> {
  // The first six certificates of a run are rsa-2048, the next six rsa-4096.
  const nth = index % 4 < 2 ? index : 6 + index;
  if (index % 2 === 0) {
    const [one, other] = [
      await renderedCertificate(fonts, random, nth),
      await renderedCertificate(fonts, random, nth),
    ];
    return { pdf: one.pdf, other: other.pdf };
  }
  const material = await someMaterial(index % 4 === 3 ? 'rsa-4096' : 'rsa-2048');
  const signer = createSigner({ id: 'signer', material });
  const sign = async () =>
    Buffer.from(await signPdf(await someDocument(random, random.between(1, 5)), signer, someFields()));
  return { pdf: await sign(), other: await sign() };
}

/** Changes signed files `count` times, kind after kind, and counts the verdicts. */
export async function runMutations(count: number, seed: number): Promise<MutationRun> {
  const random = new Random(seed);
  const fonts = await fontsOfSixScripts();
  const pairs: SignedPair[] = [];
  for (let index = 0; index < 8; index++) pairs.push(await signedPair(random, index, fonts));
  for (const { pdf } of pairs) {
    const { outcome, reasons } = judgePdf(pdf);
    if (outcome !== 'intact') throw new Error(`An unchanged file is ${outcome}: ${JSON.stringify(reasons)}`);
  }
  const kinds = Object.keys(mutationKinds);
  const run: MutationRun = {
    mutations: 0,
    outcomes: { intact: 0, altered: 0, unsigned: 0, unknown: 0 },
    missed: [],
  };
  for (let index = 0; index < count; index++) {
    const kind = kinds[index % kinds.length] ?? '';
    const { outcome } = judgePdf(mutate(kind, random.pick(pairs), random));
    run.mutations++;
    run.outcomes[outcome]++;
    if (outcome === 'intact') run.missed.push(`${kind}, number ${index} of seed ${seed}`);
  }
  return run;
}
