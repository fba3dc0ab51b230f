import { expect, it } from 'vitest';
import { createSigner, validatePdf } from '../src/index.ts';
import { buildDocument } from './support/documents.ts';
import { buildFields, issue } from './support/material.ts';
import { runMutations } from './support/mutation-run.ts';
import { Random } from './support/random.ts';
import { signPdf } from './support/sign-pdf.ts';

it('finds none of 1,000 changed files intact', async () => {
  const { mutations, outcomes, missed } = await runMutations(1_000, 20_261_120);
  expect(missed).toEqual([]);
  expect(mutations).toBe(1_000);
  // Most changes are proved (`altered`), not only noticed.
  expect(outcomes.altered).toBeGreaterThan(mutations / 2);
});

it('notices a flipped bit in any byte of a file signed with a chain', async () => {
  const random = new Random(8);
  const root = issue({ name: 'Root' });
  const leaf = issue({ name: 'Leaf', issuer: root });
  const privateKeyPkcs8 = leaf.key.export({ type: 'pkcs8', format: 'der' });
  const signer = createSigner({ id: 'chain', privateKeyPkcs8, chain: [leaf.der, root.der] });
  const pdf = await signPdf(await buildDocument(random), signer, buildFields());
  const missed: number[] = [];
  for (let place = 0; place < pdf.length; place++) {
    const changed = Buffer.from(pdf);
    changed[place] = (changed[place] ?? 0) ^ (1 << random.between(0, 7));
    if (validatePdf(changed).outcome === 'intact') missed.push(place);
  }
  expect(missed).toEqual([]);
});
