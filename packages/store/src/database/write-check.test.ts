import { defineEntity, field, optionalField, stored } from '@sello/contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { schemaOf } from './schema-of.ts';
import { schemas } from './tables.ts';
import { compileCheck } from './write-check.ts';

const { anyText, date, number, text } = stored;
const things = defineEntity({
  collection: 'things',
  fields: {
    _id: field(text),
    state: field(z.enum(['open', 'closed'])),
    size: field(number),
    at: field(date),
    note: optionalField(anyText),
    place: field(z.object({ key: text, offset: number })),
    lock: optionalField(z.object({ id: text })),
    steps: field(z.array(z.object({ to: number, type: anyText.optional() }))),
    tags: field(z.array(text)),
  },
});
const check = compileCheck('things', schemaOf(things));

const thing = {
  _id: 'a',
  state: 'open',
  size: 0,
  at: new Date(),
  place: { key: 'k', offset: 0 },
  steps: [{ to: 1 }],
  tags: ['t'],
};
const secret = 'the value itself';

/** The path and reason of a refused write; undefined when it is accepted. */
function faultOf(write: () => void): string | undefined {
  try {
    write();
    return undefined;
  } catch (error) {
    const { code, cause } = error as { code: string; cause: Error };
    expect(code).toBe('internal');
    expect(cause).toBeInstanceOf(TypeError);
    expect(JSON.stringify([String(error), String(cause)])).not.toContain(secret);
    return cause.message;
  }
}

describe('a row', () => {
  it('that matches is accepted, with and without optional fields', () => {
    check.row(thing);
    check.row({ ...thing, note: '', lock: { id: 'x' } });
    check.row({ ...thing, note: undefined, lock: null });
  });

  it.each([
    [{ size: undefined }, 'things.size: is missing'],
    [{ size: null }, 'things.size: is not a finite number'],
    [{ size: Number.NaN }, 'things.size: is not a finite number'],
    [{ size: secret }, 'things.size: is not a finite number'],
    [{ _id: '' }, 'things._id: is empty'],
    [{ at: '2026-01-01' }, 'things.at: is not a date'],
    [{ at: new Date('x') }, 'things.at: is not a date'],
    [{ state: secret }, 'things.state: is none of its values'],
    [{ place: { key: 'k' } }, 'things.place.offset: is missing'],
    [{ place: { key: 'k', offset: 0, other: secret } }, 'things.place.other: is not in the schema'],
    [{ place: 'k' }, 'things.place: is not an object'],
    [{ lock: {} }, 'things.lock.id: is missing'],
    [{ steps: [{ to: 1 }, { to: secret }] }, 'things.steps.to: is not a finite number'],
    [{ steps: {} }, 'things.steps: is not a list'],
    [{ tags: ['t', ''] }, 'things.tags: is empty'],
    [{ unknown: secret }, 'things.unknown: is not in the schema'],
    [{ constructor: secret }, 'things.constructor: is not in the schema'],
  ])('with %j is refused with its path', (change, fault) => {
    expect(faultOf(() => check.row({ ...thing, ...change }))).toBe(fault);
  });
});

describe('an update', () => {
  it('of known paths with values of their type is accepted', () => {
    check.update({ $set: { state: 'closed', 'place.offset': 2, note: undefined }, $inc: { size: 1 } });
    check.update({ $unset: { note: '', lock: '' }, $push: { steps: { $each: [{ to: 2 }], $slice: -1 } } });
    check.update({ $push: { tags: 'x' }, $setOnInsert: { at: new Date() } });
  });

  it.each([
    [{ $set: { state: secret } }, 'things.state: is none of its values'],
    [{ $set: { 'place.offset': secret } }, 'things.place.offset: is not a finite number'],
    [{ $set: { 'place.other': secret } }, 'things.place.other: is not in the schema'],
    [{ $set: { size: null } }, 'things.size: is required'],
    [{ $set: { size: undefined } }, 'things.size: is required'],
    [{ $set: { _id: 'b' } }, 'things._id: never changes'],
    [{ $unset: { size: '' } }, 'things.size: is required'],
    [{ $inc: { note: 1 } }, 'things.note: is not text'],
    [{ $push: { steps: { to: secret } } }, 'things.steps.to: is not a finite number'],
    [{ $push: { note: secret } }, 'things.note: is not a list'],
    [{ $rename: { size: 'other' } }, 'things: is not written with $rename'],
    [{ size: 3 }, 'things: is not written with size'],
  ])('with %j is refused with its path', (update, fault) => {
    expect(faultOf(() => check.update(update))).toBe(fault);
  });

  it('that may insert must make a complete row', () => {
    const { _id, state, ...rest } = thing;
    check.upsert({ state }, { $set: rest, $setOnInsert: { _id } });
    const short = { $set: { size: 1 }, $setOnInsert: { _id } };
    expect(faultOf(() => check.upsert({ state }, short))).toMatch(/^things\..*: is missing$/);
  });

  it('needs a filter whose conditions all have a value', () => {
    check.filter({ _id: 'a', lock: null });
    expect(faultOf(() => check.filter({}))).toBe('things: is not written without a condition');
    expect(faultOf(() => check.filter({ _id: undefined }))).toBe(
      'things._id: is a condition without a value',
    );
  });
});

describe('every collection', () => {
  it.each(Object.entries(schemas))('%s: refuses an empty row', (name, of) => {
    expect(faultOf(() => compileCheck(name, of).row({}))).toMatch(/: is missing$/);
  });
});
