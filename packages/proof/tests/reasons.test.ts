import { verdictReasons } from '@sello/contracts';
import { expect, it } from 'vitest';
import { compareWithIssued, validatePdf } from '../src/index.ts';
import { buildMaterial } from './support/material.ts';
import { oneOfEach } from './support/one-of-each.ts';

it('every reason is given for a file that was made to have it', async () => {
  const material = await buildMaterial();
  const files = await oneOfEach(material, 'Z'.repeat(26));
  const issued = { sha256: '0'.repeat(64), signer: material.fingerprint };
  for (const [code, make] of Object.entries(files)) {
    const verdict = validatePdf(await make());
    const { reasons } = code === 'signature_not_issued' ? compareWithIssued(verdict, issued) : verdict;
    expect(
      reasons.map((reason) => reason.code),
      code,
    ).toContain(code);
  }
  const large = validatePdf(await files.no_signature(), { maxBytes: 100 });
  expect(large.reasons).toEqual([{ code: 'too_large' }]);
  expect(Object.keys(files).length + 1).toBe(Object.keys(verdictReasons).length);
});
