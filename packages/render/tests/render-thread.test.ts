import type { SignatureFields, Signer } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { createRenderThread, type HeavyTemplate, stamp } from '../src/index.ts';
import { buildDesign, buildRow, buildText, compileDesign } from './builders.ts';

const thread = createRenderThread({ budgetMs: 1_000 });
afterAll(() => thread.close());

const row = buildRow();
const fields: SignatureFields = {
  ...{ name: 'Ana', reason: '', location: '', contactInfo: '' },
  signedAt: new Date('2026-11-14T15:00:00Z'),
};
function heavyTemplate(contents: string[], owner = 'school'): HeavyTemplate {
  const texts = contents.map((content) =>
    buildText(content, { fit: 'shrink', minFontSize: 1, width: 390, height: 290 }),
  );
  return {
    owner,
    id: contents.join().slice(0, 100),
    design: buildDesign(texts),
    images: async () => ({ assets: new Map(), variables: new Map() }),
  };
}
const endless = heavyTemplate(
  Array.from({ length: 180 }, (_, n) => `{{fullName}} ${n} ${'lorem ipsum '.repeat(1_600)}`),
);

describe('the render thread', () => {
  it('gives the same bytes as the main thread', async () => {
    const template = heavyTemplate(['{{fullName}}', 'static', '{{idNumber}}']);
    const compiled = await compileDesign(template.design);
    const facts = await thread.compile(template);
    expect([facts.prefixSha256, facts.pages]).toEqual([compiled.prefixSha256, 1]);
    expect(Buffer.from(facts.prefix).equals(compiled.prefix)).toBe(true);
    expect((await thread.stamp(template, row)).sha256).toBe((await stamp(compiled, row)).sha256);
  });

  it('signs in the main thread, and rejects with the error of the signer', async () => {
    const template = heavyTemplate(['{{fullName}}']);
    const compiled = await compileDesign(template.design);
    const signer: Signer = {
      ...{ id: 'echo', algorithm: 'rsa-2048', signatureSize: 40 },
      sign: async (digest) => Uint8Array.from(digest),
    };
    const expected = await stamp(compiled, row, { signer, fields });
    expect((await thread.stamp(template, row, { signer, fields })).sha256).toBe(expected.sha256);
    const broken = { ...signer, sign: () => Promise.reject(new AppError('timestamp_failed')) };
    await expect(thread.stamp(template, row, { signer: broken, fields })).rejects.toMatchObject({
      code: 'timestamp_failed',
    });
  });

  it('rejects with the error of the row', async () => {
    await expect(thread.stamp(heavyTemplate(['{{custom.gone}}']), row)).rejects.toMatchObject({
      code: 'variable_unknown',
      details: { variable: 'custom.gone' },
    });
  });

  it('rejects a certificate that exceeds the budget and continues with the next organization', async () => {
    // The certificate takes a second and more on a slow machine; on a machine several times faster it is too heavy too.
    const budgetMs = 250;
    const limited = createRenderThread({ budgetMs });
    onTestFinished(() => limited.close());
    const tooHeavy = limited.stamp(endless, row);
    const next = limited.stamp(heavyTemplate(['{{fullName}}'], 'other'), row);
    await expect(tooHeavy).rejects.toMatchObject({
      code: 'template_too_heavy',
      details: { budgetMs },
    });
    expect((await next).size).toBeGreaterThan(1_000);
  });
});
