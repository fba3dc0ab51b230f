import { describe, expect, it } from 'vitest';
import { batchName, graphemesOf, usualBatchName } from './batch-name.ts';
import { errorOfIssue } from './field-error.ts';

const family = '👩‍👩‍👧‍👦';

describe('the name of a batch', () => {
  it('has at most 120 characters, as readers count them', () => {
    expect(batchName.parse(` ${family.repeat(120)}\n`)).toBe(family.repeat(120));
    for (const tooLong of [family.repeat(121), '🎓'.repeat(300), 'x'.repeat(121)]) {
      const { error } = batchName.safeParse(tooLong);
      expect(error?.issues.map(errorOfIssue)).toEqual([
        { code: 'batch_name_too_long', details: { max: 120 } },
      ]);
    }
  });

  it('is what is issued and the day, on one line, with a number when there is one already', () => {
    const name = usualBatchName('Hospital\n Pharmacy ', '24 November 2026');
    expect(name).toBe('Hospital Pharmacy, 24 November 2026');
    const second = usualBatchName('Hospital Pharmacy', '24 November 2026', new Set([name]));
    expect(second).toBe('Hospital Pharmacy, 24 November 2026 (2)');
    expect(usualBatchName('Hospital Pharmacy', '24 November 2026', new Set([name, second]))).toContain('(3)');
    const long = usualBatchName(family.repeat(500), '24 November 2026');
    expect(graphemesOf(long)).toHaveLength(120);
    expect(long).toMatch(/…, 24 November 2026$/u);
  });
});
