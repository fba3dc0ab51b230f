import { expect, it } from 'vitest';
import { type Cursor, Cursors } from './cursors.ts';

const buildCursor = (id: string, more: Partial<Cursor> = {}): Cursor => ({
  id,
  database: 'd',
  namespace: 'd.c',
  continuation: Buffer.from(id),
  session: null,
  transaction: false,
  connectionId: 1,
  usedAt: 0,
  ...more,
});

it('a cursor is read by one request at a time, and kept when a read is refused', () => {
  const cursors = new Cursors();
  cursors.add(buildCursor('1', { session: 's' }));
  expect(() => cursors.take('1', 'd.other', 's')).toThrow('belongs to d.c');
  expect(() => cursors.take('1', 'd.c', null)).toThrow('another session');
  expect(cursors.take('1', 'd.c', 's').continuation.toString()).toBe('1');
  expect(() => cursors.take('1', 'd.c', 's')).toThrow('already in use');
  cursors.putBack('1');
  cursors.take('1', 'd.c', 's');
  cursors.advance('1', Buffer.from('2'));
  expect(cursors.take('1', 'd.c', 's').continuation.toString()).toBe('2');
  cursors.advance('1', null);
  expect(() => cursors.take('1', 'd.c', 's')).toThrow('not found');
});

it('a cursor that was closed during a read stays closed', () => {
  const cursors = new Cursors();
  cursors.add(buildCursor('1'));
  cursors.take('1', 'd.c', null);
  cursors.kill(['1']);
  cursors.advance('1', Buffer.from('2'));
  expect(cursors.size).toBe(0);
});

it('at the limit the oldest cursor of the connection with the most cursors is evicted', () => {
  const evicted: string[] = [];
  const cursors = new Cursors((ids) => evicted.push(...ids), 4, 3);
  for (const [id, usedAt] of [
    ['a', 3],
    ['b', 1],
    ['c', 2],
  ] as const)
    cursors.add(buildCursor(id, { usedAt }));
  expect(() => cursors.add(buildCursor('d'))).toThrow('more than 3 cursors');
  cursors.add(buildCursor('e', { connectionId: 2 }));
  cursors.add(buildCursor('f', { connectionId: 3 }));
  expect(evicted).toEqual(['b']);
});
