import { expect, it } from 'vitest';
import { checkSubset, indexProblem } from './subset.ts';

it('what both databases do passes', () => {
  const indexes = [
    {
      key: { tenant: 1, email: 1 },
      options: { unique: true, partialFilterExpression: { email: { $type: 'string' } } },
    },
    { key: { createdAt: -1 } },
    { key: { at: 1 }, options: { expireAfterSeconds: 5 } },
  ];
  const sources = [{ name: 'students.ts', text: 'model.find({ $or: [] })\nstopwatch(1)\n' }];
  expect(
    checkSubset({ collections: [{ name: 'students', indexes, options: { capped: false } }], sources }),
  ).toEqual([]);
});

it('what only one of them does is named with its place', () => {
  const indexes = [
    { key: { a: 1, b: -1 }, options: { unique: true } },
    { key: { name: 1 }, options: { collation: { locale: 'es' } } },
    { key: { h: 'hashed' }, options: { unique: true } },
  ];
  const sources = [{ name: 'x.ts', text: "a\nmodel.find({ $where: 'x' });\nmodel.watch([]);" }];
  expect(checkSubset({ collections: [{ name: 'c', indexes, options: { capped: true } }], sources })).toEqual([
    'c: a unique index with a key that is not ascending (a, b)',
    'c: a collation on an index (name)',
    'c: a unique index with a key that is not ascending (h)',
    'c: the collection option capped',
    'x.ts:2: $where',
    'x.ts:3: a change stream',
  ]);
  expect(indexProblem({ key: { a: 1 } })).toBeNull();
});
