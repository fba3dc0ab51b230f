import { describe, expect, it } from 'vitest';
import { errorOf, type Place } from '../place.ts';

// What a MongoDB server has and the gateway has not: it must say so by name rather than do something else.
export function describeRefusals(place: Place): void {
  describe('what is not supported', () => {
    it.each([
      ['change streams', '$changeStream', () => place.db.collection('students').watch().next()],
      [
        'capped collections',
        'capped',
        () => place.db.createCollection('capped', { capped: true, size: 1_000 }),
      ],
      [
        'time series',
        'timeseries',
        () => place.db.createCollection('series', { timeseries: { timeField: 't' } }),
      ],
      [
        'tailable cursors',
        'tailable',
        () => place.db.collection('students').find({}, { tailable: true }).toArray(),
      ],
      ['$where', '$where', () => place.db.collection('students').find({ $where: 'true' }).toArray()],
      ['explain', 'explain', () => place.db.collection('students').find().explain()],
      [
        'a collation on an index',
        'collation',
        () => place.db.collection('students').createIndex({ a: 1 }, { collation: { locale: 'es' } }),
      ],
      [
        'a descending unique key',
        'not ascending',
        () => place.db.collection('students').createIndex({ a: -1 }, { unique: true }),
      ],
      ['map-reduce', 'mapReduce', () => place.db.command({ mapReduce: 'students' })],
      ['authentication', 'saslStart', () => place.db.command({ saslStart: 1 })],
    ])('is refused by name: %s', async (_, named, attempt) => {
      if (!place.ours) return;
      const error = await errorOf(attempt());
      expect(error.message).toContain(named);
      expect(error.code).toBeOneOf([2, 115]);
    });
  });
}
