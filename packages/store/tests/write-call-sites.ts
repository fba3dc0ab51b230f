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

/**
 * Lines of the source (`file:line`) that wrote through a table: with the connection cut, and with concurrent callers.
 */
export const exercised = { cut: new Set<string>(), concurrent: new Set<string>() };
let isConcurrent = false;

export function setConcurrent(now: boolean): void {
  isConcurrent = now;
}

/** Wraps a table so that each write records its call site. */
export function recordCallSites<Row extends { _id: string }>(
  table: Table<Row>,
  connection: Connection,
): Table<Row> {
  const wrapped = { ...table } as Record<string, unknown>;
  for (const name of writing) {
    const write = table[name as keyof Table<Row>] as (...args: unknown[]) => unknown;
    wrapped[name] = (...args: unknown[]) => {
      const site = callSiteOf(new Error().stack ?? '');
      if (isCut(connection)) exercised.cut.add(site);
      else if (isConcurrent) exercised.concurrent.add(site);
      return write(...args);
    };
  }
  return wrapped as unknown as Table<Row>;
}

/** The nearest caller in the source outside the tables' own code. */
function callSiteOf(stack: string): string {
  const places = [...stack.matchAll(/store\/src\/([\w/-]+\.ts):(\d+)/g)];
  const caller = places.find(([, file]) => !/^database\/(table|write-listener)\.ts$/.test(file!));
  return caller ? `${caller[1]}:${caller[2]}` : '';
}

/** Every line of the source that writes through a table; with `creating` only those that insert. */
export function writeCallSites({ creating = false } = {}): string[] {
  const call = new RegExp(`\\.(${(creating ? inserting : writing).join('|')})\\(`);
  const upserting = /\.findOneAndUpdate\($/;
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  return files.flatMap((file) => {
    // Skips the tables' own code, and the database copy, which does not write through tables.
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
