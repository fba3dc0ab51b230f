import { limits, type SelectionRule } from '@sello/contracts';
import type { ChosenStudent } from '@sello/store';
import { expect, it } from 'vitest';
import { resolveSelection } from './resolve-selection.ts';

const madeAt = '2026-11-20T12:00:00.000Z';

/** Reads students one after the other, as the store does; counts those that were read. */
function storeOf(count: number) {
  const read = { count: 0 };
  async function* eachChosen(): AsyncGenerator<ChosenStudent> {
    for (; read.count < count; ) {
      read.count += 1;
      const _id = read.count.toString(16).padStart(24, '0');
      yield { _id, createdAt: new Date('2026-11-01') } as ChosenStudent;
    }
  }
  const store = { students: { eachChosen } } as unknown as Parameters<typeof resolveSelection>[0];
  return { store, read };
}
const ruleOf = (rule: Partial<SelectionRule>): SelectionRule => ({ count: 0, madeAt, except: [], ...rule });

it('refuses a choice of more than a batch may have, and reads no further', async () => {
  const { store, read } = storeOf(limits.bulkStudents + 5_000);
  await expect(
    resolveSelection(store, 't', ruleOf({ count: limits.bulkStudents + 5_000 })),
  ).rejects.toMatchObject({ code: 'selection_too_large', details: { max: limits.bulkStudents } });
  expect(read.count).toBe(limits.bulkStudents + 1);
});

it('takes as many as a batch may have, once those who were left out are not counted', async () => {
  const { store } = storeOf(limits.bulkStudents + 1);
  const except = ['1'.padStart(24, '0')];
  const chosen = await resolveSelection(store, 't', ruleOf({ count: limits.bulkStudents, except }));
  expect(chosen).toHaveLength(limits.bulkStudents);
});
