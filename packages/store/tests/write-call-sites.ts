import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Connection } from 'mongoose';
import type { Table } from '../src/database/table.ts';
import { isCut } from './cutting-proxy.ts';

const source = join(import.meta.dirname, '../src');
const inserting = ['insert', 'insertOnce', 'insertMissing'];
const writing = [
  ...inserting,
  ...['updateOne', 'updateMany', 'updateEach', 'setEach', 'findOneAndUpdate', 'deleteOne', 'deleteMany'],
];

/** Lines of the source (`file:line`) that wrote through a table: with the connection cut, and while callers were at it. */
export const exercised = { cut: new Set<string>(), concurrent: new Set<string>() };
let isConcurrent = false;

export function setConcurrent(now: boolean): void {
  isConcurrent = now;
}

/** The same table, which notes who calls it. */
export function recordCallSites<Row extends { _id: string }>(
  table: Table<Row>,
  connection: Connection,
): Table<Row> {
  const noting = { ...table } as Record<string, unknown>;
  for (const name of writing) {
    const write = table[name as keyof Table<Row>] as (...args: unknown[]) => unknown;
    noting[name] = (...args: unknown[]) => {
      const place = callSiteOf(new Error().stack ?? '');
      if (isCut(connection)) exercised.cut.add(place);
      else if (isConcurrent) exercised.concurrent.add(place);
      return write(...args);
    };
  }
  return noting as unknown as Table<Row>;
}

/** The nearest caller in the source that is not the machinery of tables itself. */
function callSiteOf(stack: string): string {
  const places = [...stack.matchAll(/store\/src\/([\w/-]+\.ts):(\d+)/g)];
  const caller = places.find(([, file]) => !/^database\/(table|write-listener)\.ts$/.test(file!));
  return caller ? `${caller[1]}:${caller[2]}` : '';
}

/** Every line of the source that writes through a table; of creations alone, with what makes them so. */
export function writeCallSites({ creating = false } = {}): string[] {
  const call = new RegExp(`\\.(${(creating ? inserting : writing).join('|')})\\(`);
  const upserting = /\.findOneAndUpdate\($/;
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  return files.flatMap((file) => {
    // Tables themselves, and the copy of a database: that has none and writes past them.
    if (/^(database|backup)\//.test(file)) return [];
    const lines = readFileSync(join(source, file), 'utf8').split('\n');
    return lines.flatMap((line, index) => {
      const isUpsert =
        upserting.test(line) &&
        lines
          .slice(index, index + 9)
          .join()
          .includes('upsert: true');
      return call.test(line) || (creating && isUpsert) ? [`${file}:${index + 1}`] : [];
    });
  });
}
