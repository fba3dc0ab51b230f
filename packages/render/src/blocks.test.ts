import { languages } from '@sello/contracts';
import { blocks } from '@sello/design';
import { describe, expect, it } from 'vitest';
import { buildDesign, buildRow, certificateOf, compileDesign } from '../tests/builders.ts';
import { faultsOf } from '../tests/reader/read.ts';
import { layoutCheck } from './layout-check.ts';

describe('the blocks of the editor', () => {
  it.each(blocks)('$key renders as PDF/A and PDF/UA with its words at full size', async ({ build }) => {
    for (const language of languages) {
      const page = { width: 595.28, height: 841.89 };
      let count = 0;
      const ids = () => `b${count++}`;
      const elements = [build({ language, page, ids })];
      const design = buildDesign([], { locale: language, pages: [{ id: 'page', ...page, elements }] });
      const compiled = await compileDesign(design);
      const row = buildRow({ student: { fullName: 'Ana Ruiz' } });
      const { errors, warnings } = await layoutCheck(compiled, row);
      expect(errors).toEqual([]);
      // The address is as long as it is; it shrinks to the width of the block.
      const shrunk = warnings.filter(({ element }) => element !== '{{certificate.verifyUrl}}');
      expect(shrunk).toEqual([]);
      expect(faultsOf(await certificateOf(compiled, row))).toEqual([]);
    }
  });
});
