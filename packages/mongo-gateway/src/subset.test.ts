import { expect, it } from 'vitest';
import { checkSubset, indexProblem } from './subset.ts';

it('features that both databases support pass', () => {
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

it('features that only one of them supports are reported with their location', () => {
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

it.each([
  ['insertOne({ _id: null })', 'a document whose _id is null'],
  ["readConcern: { level: 'snapshot' }", 'a snapshot read'],
  ['startSession({ snapshot: true })', 'a snapshot read'],
  ["{ level: 'majority', atClusterTime: at }", 'a snapshot read'],
  ['insertOne({ at: new Timestamp({ t: 0, i: 0 }) })', 'an empty Timestamp'],
  ['find().min({ a: 1 })', 'min or max of find'],
  ['find({}, { hint: { a: 1 }, min: { a: 1 } })', 'min or max of find'],
  ['writeConcern: { w: 2 }', 'a write concern above one node'],
  ["'mongodb://a/b?retryWrites=true&w=3'", 'a write concern above one node'],
  ["writeConcern: { w: 'twoPlaces' }", 'a named write concern'],
  ['createIndex({ a: 1 }, { commitQuorum: 2 })', 'a commit quorum above one node'],
  ['updateOne({}, { $set: { a: 1 } }, { hint: { a: 1 } })', 'the hint of a write'],
  ["{ $dateTrunc: { date: '$at', unit: 'day' } }", '$dateTrunc'],
  ['hint({ $natural: -1 })', 'the hint $natural: -1'],
  ['{ a: { $gt: new MinKey() } }', 'MinKey or MaxKey'],
  ["{ $meta: 'textScore' }", 'the textScore of $meta'],
  ["{ $text: { $search: 'x' } }", '$text without $diacriticSensitive'],
  ['{ $pull: { l: /x/ } }', '$pull by a regular expression'],
])('%s is reported', (text, what) => {
  expect(checkSubset({ sources: [{ name: 'x.ts', text }] })).toEqual([`x.ts:1: ${what}`]);
});

it('similar features that both support pass', () => {
  const text = [
    '{ $group: { _id: null, n: { $sum: 1 } } }',
    'Math.min(1, 2)',
    '{ $group: { _id: null, first: { $min: { a: 1 } } } }',
    'find({}, { hint: { a: 1 } })',
    'new Timestamp({ t: 5, i: 0 })',
    "writeConcern: { w: 'majority' }, { w: 1 }",
    "{ $text: { $search: 'x', $diacriticSensitive: true } }",
    '{ $pull: { l: { $in: [/x/] } } }',
  ].join('\n');
  expect(checkSubset({ sources: [{ name: 'x.ts', text }] })).toEqual([]);
  expect(indexProblem({ key: { a: 'text' } })).toBe('a text index without a default_language (a)');
  expect(indexProblem({ key: { a: 'text' }, options: { default_language: 'none' } })).toBeNull();
});

it('a unique index over an array is reported, also over a field of its elements', () => {
  const indexes = ['tags', 'tags.name', 'tagsOf'].map((field) => ({
    key: { tenantId: 1, [field]: 1 },
    options: { unique: true },
  }));
  expect(checkSubset({ collections: [{ name: 'c', indexes, arrays: ['tags'] }] })).toEqual([
    'c: a unique index over an array (tenantId, tags)',
    'c: a unique index over an array (tenantId, tags.name)',
  ]);
});
