import { beforeAll, describe, expect, it } from 'vitest';
import { errorOf, type TestServer } from '../test-server.ts';

export function describeAggregation(server: TestServer): void {
  describe('aggregation', () => {
    const certificates = () => server.db.collection<{ _id: number }>('agg_certificates');
    const run = async (pipeline: object[]) =>
      await certificates()
        .aggregate(pipeline as never)
        .toArray();
    beforeAll(async () => {
      await server.db.collection('agg_students').insertMany([
        { _id: 1 as never, name: 'Ana', group: 'A' },
        { _id: 2 as never, name: 'Beto', group: 'B' },
        { _id: 3 as never, name: 'Caio', group: 'A' },
      ]);
      await certificates().insertMany([
        {
          _id: 1,
          student: 1,
          state: 'valid',
          score: 5,
          tags: ['x', 'y'],
          at: new Date('2026-01-05T00:00:00Z'),
        },
        {
          _id: 2,
          student: 1,
          state: 'replaced',
          score: 3,
          tags: ['x'],
          at: new Date('2026-01-06T00:00:00Z'),
        },
        { _id: 3, student: 2, state: 'valid', score: 9, tags: [], at: new Date('2026-02-07T00:00:00Z') },
        { _id: 4, student: 9, state: 'revoked', at: new Date('2026-02-08T00:00:00Z') },
      ] as never);
    });

    it('groups with every common accumulator', async () => {
      const group = {
        _id: '$state',
        count: { $sum: 1 },
        total: { $sum: '$score' },
        mean: { $avg: '$score' },
        low: { $min: '$score' },
        high: { $max: '$score' },
        ids: { $push: '$_id' },
        students: { $addToSet: '$student' },
        first: { $first: '$_id' },
        last: { $last: '$_id' },
      };
      const [revoked, valid] = await run([
        { $sort: { _id: 1 } },
        { $match: { state: { $ne: 'replaced' } } },
        { $group: group },
        { $sort: { _id: 1 } },
      ]);
      expect(revoked).toEqual({
        _id: 'revoked',
        count: 1,
        total: 0,
        mean: null,
        low: null,
        high: null,
        ids: [4],
        students: [9],
        first: 4,
        last: 4,
      });
      expect({ ...valid, students: valid!.students.sort() }).toEqual({
        _id: 'valid',
        count: 2,
        total: 14,
        mean: 7,
        low: 5,
        high: 9,
        ids: [1, 3],
        students: [1, 2],
        first: 1,
        last: 3,
      });
    });

    it('groups by a compound key and by nothing', async () => {
      const months = await run([
        { $group: { _id: { month: { $month: '$at' }, state: '$state' }, n: { $count: {} } } },
        { $sort: { '_id.month': 1, '_id.state': 1 } },
      ]);
      expect(months.map((m) => [m._id.month, m._id.state, m.n])).toEqual([
        [1, 'replaced', 1],
        [1, 'valid', 1],
        [2, 'revoked', 1],
        [2, 'valid', 1],
      ]);
      expect(await run([{ $group: { _id: null, n: { $sum: 1 } } }])).toEqual([{ _id: null, n: 4 }]);
    });

    it('runs $lookup by a field and by a pipeline with variables', async () => {
      const joined = await run([
        { $lookup: { from: 'agg_students', localField: 'student', foreignField: '_id', as: 'who' } },
        { $sort: { _id: 1 } },
        { $project: { name: { $first: '$who.name' }, n: { $size: '$who' } } },
      ]);
      expect(joined).toEqual([
        { _id: 1, name: 'Ana', n: 1 },
        { _id: 2, name: 'Ana', n: 1 },
        { _id: 3, name: 'Beto', n: 1 },
        { _id: 4, n: 0 },
      ]);
      const counted = await server.db
        .collection('agg_students')
        .aggregate([
          {
            $lookup: {
              from: 'agg_certificates',
              let: { id: '$_id' },
              pipeline: [
                {
                  $match: { $expr: { $and: [{ $eq: ['$student', '$$id'] }, { $eq: ['$state', 'valid'] }] } },
                },
                { $project: { _id: 0, score: 1 } },
              ],
              as: 'valid',
            },
          },
          { $sort: { _id: 1 } },
        ])
        .toArray();
      expect(counted.map((s) => s.valid)).toEqual([[{ score: 5 }], [{ score: 9 }], []]);
    });

    it('returns a page and its total in one $facet', async () => {
      const [facet] = await run([
        { $match: { state: { $in: ['valid', 'replaced'] } } },
        {
          $facet: {
            page: [{ $sort: { score: -1 } }, { $skip: 1 }, { $limit: 1 }],
            total: [{ $count: 'n' }],
            none: [{ $match: { _id: 99 } }],
          },
        },
      ]);
      expect(facet!.page.map((d: { _id: number }) => d._id)).toEqual([1]);
      expect([facet!.total, facet!.none]).toEqual([[{ n: 3 }], []]);
    });

    it('runs $unwind, $sortByCount, $bucket and $unionWith', async () => {
      expect(await run([{ $unwind: '$tags' }, { $sortByCount: '$tags' }])).toEqual([
        { _id: 'x', count: 2 },
        { _id: 'y', count: 1 },
      ]);
      const kept = await run([
        { $unwind: { path: '$tags', preserveNullAndEmptyArrays: true } },
        { $count: 'n' },
      ]);
      expect(kept).toEqual([{ n: 5 }]);
      const buckets = await run([
        { $bucket: { groupBy: '$score', boundaries: [0, 4, 8], default: 'other' } },
      ]);
      expect(buckets.map((b) => [b._id, b.count])).toEqual([
        [0, 1],
        [4, 1],
        ['other', 2],
      ]);
      expect(await run([{ $unionWith: 'agg_students' }, { $count: 'n' }])).toEqual([{ n: 7 }]);
    });

    it('computes with expressions', async () => {
      const [one] = await run([
        { $match: { _id: 1 } },
        {
          $project: {
            _id: 0,
            upper: { $toUpper: '$state' },
            text: { $concat: ['s:', { $toString: '$score' }] },
            when: { $dateToString: { date: '$at', format: '%Y-%m-%d' } },
            // biome-ignore lint/suspicious/noThenProperty: the operator's own name
            grade: { $switch: { branches: [{ case: { $gte: ['$score', 9] }, then: 'A' }], default: 'B' } },
            list: { $map: { input: '$tags', as: 't', in: { $concat: ['$$t', '!'] } } },
            few: { $filter: { input: '$tags', cond: { $eq: ['$$this', 'y'] } } },
            missing: { $ifNull: ['$nope', 'none'] },
            entries: { $objectToArray: { a: '$score' } },
          },
        },
      ]);
      expect(one).toEqual({
        upper: 'VALID',
        text: 's:5',
        when: '2026-01-05',
        grade: 'B',
        list: ['x!', 'y!'],
        few: ['y'],
        missing: 'none',
        entries: [{ k: 'a', v: 5 }],
      });
    });

    it('replaces the root, adds and removes fields, ranks in windows', async () => {
      expect(
        await run([{ $match: { _id: 3 } }, { $replaceRoot: { newRoot: { id: '$_id', s: '$score' } } }]),
      ).toEqual([{ id: 3, s: 9 }]);
      expect(
        await run([
          { $match: { _id: 3 } },
          { $addFields: { n: 1 } },
          { $unset: ['tags', 'at', 'state', 'student'] },
        ]),
      ).toEqual([{ _id: 3, score: 9, n: 1 }]);
      const ranked = await run([
        { $match: { score: { $exists: true } } },
        { $setWindowFields: { sortBy: { score: -1 }, output: { rank: { $rank: {} } } } },
        { $sort: { rank: 1 } },
      ]);
      expect(ranked.map((d) => [d._id, d.rank])).toEqual([
        [3, 1],
        [1, 2],
        [2, 3],
      ]);
    });

    it('writes results into another collection', async () => {
      await run([
        { $match: { state: 'valid' } },
        { $project: { score: 1 } },
        { $merge: { into: 'agg_merged' } },
      ]);
      await run([{ $match: { _id: 1 } }, { $project: { extra: 'yes' } }, { $merge: { into: 'agg_merged' } }]);
      expect(await server.db.collection('agg_merged').find().sort({ _id: 1 }).toArray()).toEqual([
        { _id: 1, score: 5, extra: 'yes' },
        { _id: 3, score: 9 },
      ]);
    });

    it('samples, and reads a view', async () => {
      expect(await run([{ $sample: { size: 2 } }])).toHaveLength(2);
      await server.db.createCollection('agg_view', {
        viewOn: 'agg_certificates',
        pipeline: [{ $match: { state: 'valid' } }],
      });
      expect(await server.db.collection('agg_view').countDocuments()).toBe(2);
    });

    it('names an unknown stage or expression in the error', async () => {
      expect((await errorOf(run([{ $unheard: 1 }]))).message).toContain('$unheard');
      expect((await errorOf(run([{ $project: { a: { $unheard: 1 } } }]))).message).toContain('$unheard');
      expect((await errorOf(run([{ $unheard: 1 }]))).code).toBe(40324);
    });
  });
}
