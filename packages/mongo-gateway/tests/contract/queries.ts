import { Binary, Decimal128, Double, Int32, Long, MaxKey, MinKey, ObjectId, Timestamp, UUID } from 'mongodb';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestServer } from '../test-server.ts';

interface Student {
  _id: number;
  name?: string | null;
  score?: number | string | null;
  tags?: string[];
  marks?: { subject: string; grade: number }[];
  address?: { city: string; zip?: string };
}

const STUDENTS: Student[] = [
  { _id: 1, name: 'Ana', score: 5, tags: ['a', 'b'], address: { city: 'Lima', zip: '1' } },
  {
    _id: 2,
    name: 'Beto',
    score: 7.5,
    tags: ['b'],
    marks: [
      { subject: 'x', grade: 3 },
      { subject: 'y', grade: 9 },
    ],
  },
  { _id: 3, name: 'Caio', score: null, tags: [], address: { city: 'Quito' } },
  { _id: 4, name: 'Ánxela', tags: ['c', 'a', 'd'], marks: [{ subject: 'x', grade: 9 }] },
  { _id: 5, name: null, score: 'five' },
  {
    _id: 6,
    score: 5,
    marks: [
      { subject: 'y', grade: 1 },
      { subject: 'x', grade: 5 },
    ],
  },
];

export function describeQueries(server: TestServer): void {
  describe('queries', () => {
    const students = () => server.db.collection<Student>('students');
    beforeAll(async () => {
      await students().insertMany(STUDENTS);
    });
    // biome-ignore lint/suspicious/noExplicitAny: filters of every shape, some outside the driver's types
    const ids = async (filter: any): Promise<number[]> =>
      (await students().find(filter).sort({ _id: 1 }).toArray()).map((student) => student._id);

    it.each([
      [{ score: 5 }, [1, 6]],
      [{ score: null }, [3, 4]],
      [{ score: { $exists: false } }, [4]],
      [{ score: { $gt: 5 } }, [2]],
      [{ score: { $gte: 5, $lt: 8 } }, [1, 2, 6]],
      [{ score: { $ne: 5 } }, [2, 3, 4, 5]],
      [{ score: { $in: [5, 'five'] } }, [1, 5, 6]],
      [{ score: { $nin: [5, null] } }, [2, 5]],
      [{ score: { $type: 'string' } }, [5]],
      [{ score: { $type: 'number' } }, [1, 2, 6]],
      [{ score: { $mod: [5, 0] } }, [1, 6]],
      [{ score: { $not: { $gt: 6 } } }, [1, 3, 4, 5, 6]],
      [{ tags: 'a' }, [1, 4]],
      [{ tags: ['b'] }, [2]],
      [{ tags: { $all: ['a', 'b'] } }, [1]],
      [{ tags: { $size: 0 } }, [3]],
      [{ tags: { $in: [/^c/] } }, [4]],
      [{ 'tags.0': 'c' }, [4]],
      [{ 'address.city': 'Lima' }, [1]],
      [{ address: { city: 'Quito' } }, [3]],
      [{ 'marks.grade': { $gt: 8 } }, [2, 4]],
      [{ marks: { $elemMatch: { subject: 'x', grade: { $gte: 5 } } } }, [4, 6]],
      [{ 'marks.subject': 'x', 'marks.grade': 9 }, [2, 4]],
      [{ name: /^[AB]/ }, [1, 2]],
      [{ name: { $regex: '^b', $options: 'i' } }, [2]],
      [{ name: { $regex: '^Án' } }, [4]],
      [{ $or: [{ _id: 1 }, { name: 'Caio' }] }, [1, 3]],
      [{ $and: [{ tags: 'a' }, { tags: 'b' }] }, [1]],
      [{ $nor: [{ tags: 'a' }, { score: 5 }] }, [2, 3, 5]],
      [{ $expr: { $gt: [{ $size: { $ifNull: ['$tags', []] } }, 1] } }, [1, 4]],
      [{}, [1, 2, 3, 4, 5, 6]],
    ])('returns for %j the ids %j', async (filter, expected) => {
      expect(await ids(filter)).toEqual(expected);
    });

    it('sorts values of different types in the BSON comparison order', async () => {
      const sorted = await students()
        .find()
        .sort({ score: 1, _id: 1 })
        .project<{ _id: number }>({ _id: 1 })
        .toArray();
      expect(sorted.map((student) => student._id)).toEqual([3, 4, 1, 6, 2, 5]);
    });

    it('skips, limits and sorts by several keys', async () => {
      const page = await students()
        .find({ score: { $type: 'number' as never } })
        .sort({ score: -1, _id: -1 })
        .skip(1)
        .limit(2);
      expect((await page.toArray()).map((student) => student._id)).toEqual([6, 1]);
    });

    it('includes, excludes, slices and matches fields in projections', async () => {
      const one = async (id: number, projection: object) =>
        await students().findOne({ _id: id }, { projection });
      expect(await one(1, { name: 1, _id: 0 })).toEqual({ name: 'Ana' });
      expect(await one(1, { address: 0, tags: 0 })).toEqual({ _id: 1, name: 'Ana', score: 5 });
      expect(await one(1, { 'address.city': 1 })).toEqual({ _id: 1, address: { city: 'Lima' } });
      expect(await one(4, { tags: { $slice: -2 }, marks: 0, name: 0 })).toEqual({ _id: 4, tags: ['a', 'd'] });
      expect(await one(2, { marks: { $elemMatch: { grade: 9 } } })).toEqual({
        _id: 2,
        marks: [{ subject: 'y', grade: 9 }],
      });
      expect(await one(2, { double: { $multiply: ['$score', 2] } })).toEqual({ _id: 2, double: 15 });
    });

    it('counts, with a limit and estimated, and lists distinct values, also of arrays', async () => {
      expect(await students().countDocuments({ tags: 'a' })).toBe(2);
      expect(await students().countDocuments({}, { skip: 1, limit: 3 })).toBe(3);
      expect(await students().estimatedDocumentCount()).toBe(6);
      expect((await students().distinct('tags')).sort()).toEqual(['a', 'b', 'c', 'd']);
      expect(await students().distinct('address.city', { _id: { $lt: 3 } })).toEqual(['Lima']);
      expect(await server.db.collection('absent').countDocuments()).toBe(0);
    });

    it('returns every BSON type as it was stored', async () => {
      const document = {
        _id: new ObjectId(),
        text: 'ação ✓ 😀 \u0000 end',
        empty: '',
        int: new Int32(7),
        long: Long.fromString('9007199254740993'),
        double: new Double(7),
        decimal: Decimal128.fromString('1234567890.123456789'),
        date: new Date('2026-11-20T05:00:00.123Z'),
        early: new Date('1900-01-01T00:00:00Z'),
        bytes: new Binary(Buffer.from([0, 255, 1])),
        uuid: new UUID('11111111-2222-4333-8444-555555555555'),
        regex: /^a.*b$/i,
        stamp: new Timestamp({ t: 5, i: 6 }),
        nothing: null,
        yes: true,
        nested: { list: [1, [2, { three: [] }]], 'a b': {} },
        low: new MinKey(),
        high: new MaxKey(),
      };
      const types = server.db.collection('types', { promoteValues: false });
      await types.insertOne(document);
      const found = await types.findOne({ _id: document._id });
      expect(JSON.stringify(found)).toBe(JSON.stringify(document));
      const query = (filter: object) => server.db.collection('types').countDocuments(filter);
      expect(await query({ long: Long.fromString('9007199254740993') })).toBe(1);
      expect(await query({ long: Long.fromString('9007199254740992') })).toBe(0);
      expect(await query({ date: { $gt: new Date('2026-01-01') } })).toBe(1);
      expect(await query({ int: 7, double: { $type: 'double' } })).toBe(1);
    });
  });
}
