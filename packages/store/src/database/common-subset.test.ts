import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkSubset } from '@sello/mongo-gateway';
import mongoose from 'mongoose';
import { describe, expect, it } from 'vitest';
import { schemas } from './tables.ts';

/**
 * The same code runs on MongoDB and on the gateway over PostgreSQL, so it may use only features that both support in
 * the same way.
 */
const source = join(import.meta.dirname, '..');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => ({ name, text: readFileSync(join(source, name), 'utf8') }));

// Features that both support, and that the store still does not use.
const forbidden: Record<string, RegExp> = {
  'a collation': /collation\s*[:(]/,
  'a capped or time-series collection': /capped|timeseries/i,
  'a transaction': /startSession|withTransaction|startTransaction/,
  'full-text search': /\$text\b|'text'\s*}/,
  'an index that mongoose creates automatically': /autoIndex: true|syncIndexes/,
};

type Index = [Record<string, unknown>, Record<string, unknown>];
const indexesOf = (schema: { indexes(): unknown }): Index[] => schema.indexes() as Index[];

describe('the store keeps to the common subset of MongoDB servers', () => {
  it('finds its source', () => {
    expect(files.map((file) => file.name)).toContain(join('batches', 'claims.ts'));
  });

  it('uses no feature that only one of the databases supports', () => {
    const collections = Object.entries(schemas).map(([name, schema]) => ({
      name,
      indexes: indexesOf(schema).map(([key, options]) => ({ key, options })),
      arrays: Object.values(schema.paths).flatMap((path) =>
        path instanceof mongoose.Schema.Types.Array ? [path.path] : [],
      ),
      options: Object.fromEntries(
        ['capped', 'timeseries', 'clusteredIndex'].map((option) => [option, schema.get(option as 'capped')]),
      ),
    }));
    expect(collections.flatMap(({ indexes }) => indexes).length).toBeGreaterThan(collections.length);
    expect(checkSubset({ collections, sources: files })).toEqual([]);
  });

  for (const [what, pattern] of Object.entries(forbidden)) {
    it(`uses no ${what.replace(/^an? /, '')}`, () => {
      expect(files.filter((file) => pattern.test(file.text)).map((file) => file.name)).toEqual([]);
    });
  }

  it('accesses its collections only through the table that validates writes', () => {
    const reaching = files
      .filter((file) => /\.collection\b|\.model\(/.test(file.text))
      .map((file) => file.name);
    // A restore writes documents unchanged, also those of earlier releases; the backup's hashes replace the validation.
    expect(reaching.sort()).toEqual([
      join('backup', 'database-copy.ts'),
      join('database', 'indexes.ts'),
      // A fault that an older document had stays what it was: no service is kept from starting by it.
      join('database', 'rewrite-older.ts'),
      join('database', 'table.ts'),
    ]);
  });

  it('passes only declared indexes as the hint of a query', () => {
    const naming = files.filter((file) => /\.hint\(|\bhint\b\W*:/.test(file.text)).map((file) => file.name);
    expect(naming).toEqual([join('database', 'declared-index.ts')]);
  });

  it('derives every schema from the declaration of its entity', () => {
    const making = files
      .filter((file) => /new (mongoose\.)?Schema\b/.test(file.text))
      .map((file) => file.name);
    expect(making).toEqual([join('database', 'schema-of.ts')]);
  });

  for (const [name, schema] of Object.entries(schemas)) {
    const indexes = indexesOf(schema);
    it(`${name}: index keys ascend, and unique indexes have no partial filter but equality`, () => {
      for (const [key, options] of indexes) {
        expect(Object.values(key).every((direction) => direction === 1)).toBe(true);
        expect(options.sparse).toBeUndefined();
        const partial = Object.values((options.partialFilterExpression ?? {}) as Record<string, unknown>);
        expect(partial.every((value) => typeof value !== 'object')).toBe(true);
      }
      expect(schema.get('collation')).toBeFalsy();
    });

    it(`${name}: every index is unique by keys and filter`, () => {
      const keys = indexes.map(([key, options]) => JSON.stringify([key, options.partialFilterExpression]));
      expect(new Set(keys).size).toBe(keys.length);
    });
  }

  it('has TTL indexes only on fields that hold an expiry date', () => {
    const expiring = Object.entries(schemas).flatMap(([name, schema]) =>
      indexesOf(schema)
        .filter(([, options]) => options.expireAfterSeconds !== undefined)
        .map(([key]) => [name, Object.keys(key)]),
    );
    expect(expiring).toEqual([
      ['sessions', ['expiresAt']],
      ['mistakeReports', ['keptUntil']],
      ['idempotencyKeys', ['expiresAt']],
      ['auditLog', ['expiresAt']],
      ['reports', ['expiresAt']],
      ['locks', ['until']],
    ]);
  });
});
