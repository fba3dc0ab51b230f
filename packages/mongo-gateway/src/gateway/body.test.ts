import { Long, serialize } from 'bson';
import { expect, it } from 'vitest';
import { Body, splitSequence } from './body.ts';

it('a body returns the requested fields with their types', () => {
  const command = {
    find: 'ação',
    filter: { a: [1] },
    limit: 3,
    id: Long.fromString('9007199254740993'),
    no: false,
  };
  const body = new Body(Buffer.from(serialize(command)));
  expect(body.command).toBe('find');
  expect(body.text('find')).toBe('ação');
  expect(body.text('limit')).toBeUndefined();
  expect(body.number('limit')).toBe(3);
  expect(body.get('id')).toBe(9_007_199_254_740_993n);
  expect(body.get('no')).toBe(false);
  expect(body.record('filter')).toEqual({ a: [1] });
  expect(body.record('absent')).toEqual({});
  expect([body.has('limit'), body.has('absent'), body.raw('absent')]).toEqual([true, false, null]);
});

it('inherited property names are not fields of a body', () => {
  const body = new Body(Buffer.from(serialize({ ping: 1 })));
  expect([body.get('constructor'), body.get('__proto__'), body.has('toString')]).toEqual([
    undefined,
    undefined,
    false,
  ]);
  expect(new Body(Buffer.from(serialize({}))).command).toBe('');
});

it('a sequence is split into its documents', () => {
  const documents = [{ a: 1 }, { b: 'two' }].map((document) => Buffer.from(serialize(document)));
  expect(splitSequence(Buffer.concat(documents))).toEqual(documents);
});
