import type { Connection } from 'mongoose';
import { afterAll, expect, it, vi } from 'vitest';
import { closeTestDatabase } from './database.ts';
// The two that take longest: every write with its connection cut, every creation raced for.
import './lost-answers.suite.ts';
import './racers.suite.ts';
import { placesThatWrite, written } from './written-places.ts';

vi.mock('../src/database/table.ts', async (original) => {
  const { notingPlaces } = await import('./written-places.ts');
  const module = await original<typeof import('../src/database/table.ts')>();
  const openTable = (connection: Connection, entity: never) =>
    notingPlaces(module.openTable(connection, entity), connection);
  return { ...module, openTable };
});

afterAll(() => closeTestDatabase());

it('every line of the store that writes was cut', () => {
  const places = placesThatWrite();
  expect(places.length).toBeGreaterThan(100);
  expect(places.filter((place) => !written.cut.has(place))).toEqual([]);
});

it('every line of the store that makes a record under a given id was raced for', () => {
  // A session is drawn anew by each call, and what upkeep makes nobody asks for.
  const places = placesThatWrite({ creating: true }).filter(
    (place) => !/^(sessions|consistency)\//.test(place),
  );
  expect(places.length).toBeGreaterThan(20);
  expect(places.filter((place) => !written.raced.has(place))).toEqual([]);
});
