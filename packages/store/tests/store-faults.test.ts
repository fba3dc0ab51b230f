import type { Connection } from 'mongoose';
import { afterAll, expect, it, vi } from 'vitest';
import { closeTestDatabase } from './database.ts';
// The two suites that take longest: every write with its connection cut, every creation with concurrent callers.
import './lost-responses.suite.ts';
import './concurrent-creations.suite.ts';
import { exercised, writeCallSites } from './write-call-sites.ts';

vi.mock('../src/database/table.ts', async (original) => {
  const { recordCallSites } = await import('./write-call-sites.ts');
  const module = await original<typeof import('../src/database/table.ts')>();
  const openTable = (connection: Connection, entity: never) =>
    recordCallSites(module.openTable(connection, entity), connection);
  return { ...module, openTable };
});

afterAll(() => closeTestDatabase());

it('every line of the store that writes was tested with a cut connection', () => {
  const places = writeCallSites();
  expect(places.length).toBeGreaterThan(100);
  expect(places.filter((place) => !exercised.cut.has(place))).toEqual([]);
});

it('every line of the store that creates a record under a given id was tested with concurrent callers', () => {
  // Every call creates a new session, and the scan positions are not created by requests.
  const places = writeCallSites({ creating: true }).filter(
    (place) => !/^(sessions|consistency)\//.test(place),
  );
  expect(places.length).toBeGreaterThan(20);
  expect(places.filter((place) => !exercised.concurrent.has(place))).toEqual([]);
});
