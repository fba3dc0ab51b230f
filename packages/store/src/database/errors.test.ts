import { isAppError } from '@sello/kit';
import { mongo } from 'mongoose';
import { describe, expect, it } from 'vitest';
import { duplicatePositions, isDuplicateKey, isWriteConflict, translateError } from './errors.ts';

const duplicate = (index: number) => ({ index, code: 11000, errmsg: 'E11000 duplicate key' });

/** As the driver throws it: a bulk write with failed statements, or one that an error aborted. */
function bulkError(
  inserted: number,
  failed: { index: number; code: number }[] | Error,
  unacknowledged?: { code: number; errmsg: string },
) {
  const result = { insertedCount: inserted, getWriteConcernError: () => unacknowledged };
  const reason =
    failed instanceof Error ? failed : { message: 'failed', code: failed[0]?.code, writeErrors: failed };
  return new mongo.MongoBulkWriteError(reason as never, result as never);
}

const lost = new mongo.MongoNetworkError('connection 4 to 127.0.0.1 closed');

describe('a bulk insert', () => {
  it('skips duplicates when they and the inserted rows add up to the rows sent', () => {
    expect(duplicatePositions(bulkError(3, [duplicate(1), duplicate(4)]), 5)).toEqual(new Set([1, 4]));
  });

  it.each([
    ['was aborted', bulkError(0, lost), 5],
    ['was aborted after some rows were inserted', bulkError(3, lost), 5],
    ['has duplicates and an unknown outcome of the rest', bulkError(1, [duplicate(0)]), 5],
    [
      'has duplicates and a server that is shutting down',
      bulkError(3, [duplicate(0), { index: 1, code: 91 }]),
      5,
    ],
    [
      'has duplicates that too few nodes acknowledged',
      bulkError(4, [duplicate(0)], { code: 64, errmsg: '' }),
      5,
    ],
  ])('that %s is unavailable', (_, error, sent) => {
    const thrown = (() => {
      try {
        return duplicatePositions(error, sent);
      } catch (reason) {
        return reason;
      }
    })();
    expect(isAppError(thrown, 'unavailable')).toBe(true);
  });

  it('with another error throws that error', () => {
    const error = bulkError(3, [duplicate(0), { index: 1, code: 121 }]);
    expect(() => duplicatePositions(error, 5)).toThrow(error);
    expect(translateError(error)).toBe(error);
    expect(isDuplicateKey(error)).toBe(false);
  });
});

describe('an error of the driver', () => {
  it('is a duplicate or a conflict only when there is no other error', () => {
    expect(isDuplicateKey(new mongo.MongoServerError({ code: 11000 }))).toBe(true);
    expect(isDuplicateKey(bulkError(0, lost))).toBe(false);
    expect(isDuplicateKey(lost)).toBe(false);
    expect(isWriteConflict(new mongo.MongoServerError({ code: 112 }))).toBe(true);
    expect(isWriteConflict(bulkError(0, lost))).toBe(false);
  });

  it.each([
    lost,
    bulkError(0, lost),
    bulkError(5, [], { code: 64, errmsg: 'waiting for replication timed out' }),
    new mongo.MongoServerError({ code: 11600 }),
    new mongo.MongoServerError({ code: 1, errorLabels: ['RetryableWriteError'] }),
  ])('that is transient is unavailable: %s', (error) => {
    expect(isAppError(translateError(error), 'unavailable')).toBe(true);
  });
});
