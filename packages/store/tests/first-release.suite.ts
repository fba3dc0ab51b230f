import mongoose from 'mongoose';
import { describe, expect, it } from 'vitest';
import { openTables, schemas } from '../src/database/tables.ts';
import { compileCheck } from '../src/database/write-check.ts';
import { newId, openStore, type Store } from '../src/index.ts';
import { testDatabase } from './database.ts';
import { first, firstRelease } from './first-release.ts';

/** Opens several stores at once, as services start beside each other, on a database as the first release left it. */
async function upgrade(
  work: (store: Store, raw: mongoose.Connection) => Promise<void>,
  documents: Record<string, object> = firstRelease,
) {
  const { url } = await testDatabase();
  const own = new URL(url);
  own.pathname = `/first_${newId()}`;
  const raw = await mongoose.createConnection(own.href).asPromise();
  const stores: Store[] = [];
  try {
    for (const [name, document] of Object.entries(documents))
      await raw.collection(name).insertOne(structuredClone(document) as never);
    stores.push(...(await Promise.all([1, 2, 3].map(() => openStore({ url: own.href, poolSize: 2 })))));
    await work(stores[0]!, raw);
  } finally {
    await Promise.all(stores.map((store) => store.close()));
    await raw.dropDatabase();
    await raw.destroy();
  }
}

describe('a database of the first release', () => {
  it('is read whole, and its organizations are listed and guarded against look-alike names', () =>
    upgrade(async (store, raw) => {
      const { items } = await store.tenants.page({});
      expect(items.map(({ name, skeletons }) => [name, skeletons.length])).toEqual([
        ['Instituto Cordillera', 3],
      ]);
      // A Cyrillic letter in the place of a Latin one.
      const alike = await store.tenants.lookAlikes(['Instituto Cоrdillera']);
      expect(alike.map(({ _id }) => _id)).toEqual([first.tenant]);
      expect(await store.tenants.listProved([first.tenant])).toMatchObject([
        { skeletons: expect.any(Array) },
      ]);

      const tables = openTables(raw);
      for (const name of Object.keys(firstRelease) as (keyof typeof tables)[]) {
        const rows = await tables[name].rows.find({}).toArray();
        expect(rows, name).toHaveLength(1);
        // Nothing that this release requires is missing.
        compileCheck(name, schemas[name]).row(rows[0]!);
      }
    }));

  it('guards organizations of version 2 by what names look like now', () =>
    upgrade(
      async (store) => {
        // A filler between the words, a Cherokee letter, a claim, and the words in another order.
        for (const name of ['Instituto\u3164Cordillera', 'Ꮯordillera (verified)', 'Cordillera, Instituto'])
          expect((await store.tenants.lookAlikes([name])).map(({ _id }) => _id)).toEqual([first.tenant]);
      },
      { tenants: { ...firstRelease.tenants, v: 2, skeletons: ['lnstltutocordlllera', 'cordlllera'] } },
    ));

  it('keeps UTC as a template’s time zone only where somebody chose it: a revision keeps what it printed', () =>
    upgrade(async (store) => {
      const [template] = (await store.templates.list(first.tenant)).items;
      const read = async () => (await store.templates.get(first.tenant, template!._id))!;
      const before = await read();
      expect(before.design).not.toHaveProperty('timeZone');
      const [revision] = await store.revisions.listOf(first.tenant, template!._id);
      expect((await store.revisions.get(first.tenant, revision!._id))?.design.timeZone).toBe('UTC');
      const chosen = { ...before.design, timeZone: 'UTC' };
      const { name, tags, rev } = before;
      await store.templates.update(first.tenant, template!._id, { name, tags, design: chosen }, { rev });
      expect((await read()).design.timeZone).toBe('UTC');
    }));
});
