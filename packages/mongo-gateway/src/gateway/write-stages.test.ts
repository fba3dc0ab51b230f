import { serialize } from 'bson';
import { describe, expect, it } from 'vitest';
import { Body } from './body.ts';
import { mayWrite } from './write-stages.ts';

const bodyOf = (pipeline: object[]) =>
  new Body(Buffer.from(serialize({ aggregate: 'c', pipeline, cursor: {} })));

describe('a pipeline that writes', () => {
  it.each([
    [[{ $out: 'b' }]],
    [[{ $match: {} }, { $merge: { into: 'b' } }]],
    [[{ $out: { db: 'd', coll: 'b' } }]],
    [[{ $facet: { f: [{ $lookup: { from: 'c', as: 'x', pipeline: [{ $merge: 'b' }] } }] } }]],
  ])('is recognized by its stage at any depth: %j', (pipeline) => {
    expect(mayWrite(bodyOf(pipeline))).toBe(true);
  });

  it.each([
    [[{ $match: { a: '$out' } }]],
    [[{ $group: { _id: '$merge', out: { $sum: 1 } } }]],
    [[{ $project: { merged: { $mergeObjects: ['$a', '$out'] } } }]],
  ])('is not recognized in values: %j', (pipeline) => {
    expect(mayWrite(bodyOf(pipeline))).toBe(false);
  });
});
