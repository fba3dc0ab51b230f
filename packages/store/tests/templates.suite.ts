import { beforeAll, describe, expect, it } from 'vitest';
import { newId, type Store } from '../src/index.ts';
import { buildDesign } from './builders.ts';
import { testDatabase } from './database.ts';

let store: Store;
beforeAll(async () => {
  ({ store } = await testDatabase());
});

describe('templates and their revisions', () => {
  it('keep the design exactly, count saves, and list without it', async () => {
    const tenantId = newId();
    const design = buildDesign('Diploma {{fullName}}');
    const created = await store.templates.create(tenantId, {
      name: 'Diploma de Ética',
      tags: ['curso', 'curso'],
      design,
    });
    expect((await store.templates.get(tenantId, created._id))!.design).toEqual(design);
    const save = (name: string, rev: number, saveId?: string) =>
      store.templates.update(tenantId, created._id, { name, tags: [], design }, { rev, saveId });
    expect(await save('B', 1, 'one')).toMatchObject({ rev: 2, name: 'B' });
    // The same save again, whose answer was lost, is not a conflict; another one is.
    expect(await save('B', 1, 'one')).toMatchObject({ rev: 2, name: 'B' });
    await expect(save('C', 1, 'two')).rejects.toMatchObject({
      code: 'template_conflict',
      details: { rev: 2, updatedAt: expect.any(String) },
    });
    const racing = await Promise.allSettled(['D', 'E', 'F'].map((name) => save(name, 2)));
    expect(racing.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(await save('B', 3)).toMatchObject({ rev: 4 });
    await store.templates.setThumbnail(tenantId, created._id, 'thumbnails/1.png');
    const { items, total } = await store.templates.list(tenantId, { search: 'b' });
    expect(total).toBe(1);
    expect(items[0]).toMatchObject({ _id: created._id, thumbnailKey: 'thumbnails/1.png' });
    expect(items[0]).not.toHaveProperty('design');
    expect(items[0]).not.toHaveProperty('nameKey');
    expect(await store.templates.summaries(tenantId, [newId(), created._id])).toHaveLength(1);
  });

  it('tell what most of them are drawn in, also those that were saved before that was stored with them', async () => {
    const tenantId = newId();
    const drawn = (color: string) => {
      const design = buildDesign('Diploma');
      for (const page of design.pages) page.background.color = color;
      return design;
    };
    const add = (color: string) =>
      store.templates.create(tenantId, { name: 'A', tags: [], design: drawn(color) });
    await add('#111111');
    await add('#222222');
    const { _id } = await add('#111111');
    const { colors, families } = await store.templates.brand(tenantId);
    expect(colors.filter((color) => /^#(1|2)/.test(color))).toEqual(['#111111', '#222222']);
    expect(families).toEqual([expect.any(String)]);
    await store.templates.update(
      tenantId,
      _id,
      { name: 'A', tags: [], design: drawn('#222222') },
      { rev: 1 },
    );
    const ranked = async () =>
      (await store.templates.brand(tenantId)).colors.filter((color) => /^#(1|2)/.test(color));
    expect(await ranked()).toEqual(['#222222', '#111111']);
    const { raw } = await testDatabase();
    await raw
      .collection('templates')
      .updateMany({ tenantId }, { $unset: { brandColors: '', brandFamilies: '' } });
    expect(await ranked()).toEqual(['#222222', '#111111']);
    expect(await store.templates.brand(newId())).toEqual({ colors: [], families: [] });
    const stored = (await store.templates.get(tenantId, _id))!;
    expect(stored).not.toHaveProperty('brandColors');
  });

  it('the same design frozen twice, also concurrently, is one revision; a change creates another', async () => {
    const tenantId = newId();
    const { _id } = await store.templates.create(tenantId, {
      name: 'A',
      tags: [],
      design: buildDesign('one'),
    });
    const frozen = await Promise.all([1, 2, 3].map(() => store.revisions.freeze(tenantId, _id)));
    expect(new Set(frozen.map((one) => one._id)).size).toBe(1);
    const save = (design: string, rev: number) =>
      store.templates.update(tenantId, _id, { name: 'A', tags: [], design: buildDesign(design) }, { rev });
    await save('two', 1);
    const second = await store.revisions.freeze(tenantId, _id);
    expect(second._id).not.toBe(frozen[0]!._id);
    await save('one', 2);
    expect((await store.revisions.freeze(tenantId, _id))._id).toBe(frozen[0]!._id);
    expect(await store.templates.deleteMany(tenantId, [_id])).toBe(1);
    expect(await store.revisions.get(tenantId, second._id)).toMatchObject({ design: buildDesign('two') });
    expect(await store.revisions.listOf(tenantId, _id)).toHaveLength(2);
    await expect(store.revisions.freeze(tenantId, _id)).rejects.toMatchObject({ code: 'template_not_found' });
  });

  it('have a name, a reason and a person beside their content, and a history of them, newest first', async () => {
    const tenantId = newId();
    const { _id } = await store.templates.create(tenantId, { name: 'A', tags: [], design: buildDesign('0') });
    const save = (rev: number, text: string) =>
      store.templates.update(tenantId, _id, { name: 'A', tags: [], design: buildDesign(text) }, { rev });
    const freeze = (reason: 'left' | 'named' | 'batch', label?: string) =>
      store.revisions.freeze(tenantId, _id, { reason, label, createdBy: 'ana' });
    const history = async () =>
      (await store.revisions.listOf(tenantId, _id)).map(({ reason, label }) => label ?? reason);
    const first = await freeze('left');
    expect(await freeze('named', 'Ready')).toMatchObject({ _id: first._id, reason: 'named', label: 'Ready' });
    await save(1, '1');
    await freeze('left');
    expect(await history()).toEqual(['left', 'Ready']);
    await save(2, '0');
    // Leaving again does not take the name away, and brings it to the top.
    expect(await freeze('left')).toMatchObject({ _id: first._id, reason: 'named', label: 'Ready' });
    expect(await history()).toEqual(['Ready', 'left']);
    expect((await store.templates.get(tenantId, _id))!.frozenAt).toBeInstanceOf(Date);
  });

  it('have the reason of the last time, and are replaced by another version also after somebody left', async () => {
    const tenantId = newId();
    const { _id } = await store.templates.create(tenantId, { name: 'A', tags: [], design: buildDesign('0') });
    const freeze = (reason: 'left' | 'overwritten') => store.revisions.freeze(tenantId, _id, { reason });
    await freeze('left');
    expect(await freeze('overwritten')).toMatchObject({ reason: 'overwritten' });
    expect(await freeze('left')).toMatchObject({ reason: 'overwritten' });
    const again = { name: 'A', tags: [], design: buildDesign('0') };
    await store.templates.update(tenantId, _id, { ...again, design: buildDesign('1') }, { rev: 1 });
    await store.templates.update(tenantId, _id, again, { rev: 2 });
    expect(await freeze('left')).toMatchObject({ reason: 'left' });
  });

  it('stay pinned by a batch that froze them while another version was saved over them', async () => {
    const tenantId = newId();
    for (let count = 0; count < 20; count++) {
      const fields = { name: 'A', tags: [], design: buildDesign(`${count}`) };
      const { _id } = await store.templates.create(tenantId, fields);
      await store.revisions.freeze(tenantId, _id, { reason: 'left' });
      await Promise.all([
        store.revisions.freeze(tenantId, _id, { reason: 'overwritten' }),
        store.revisions.freeze(tenantId, _id),
      ]);
      expect((await store.revisions.listOf(tenantId, _id)).map(({ reason }) => reason)).toEqual(['batch']);
    }
  });

  it('keep the newest hundred automatic ones, and those that have a name or certificates for ever', async () => {
    const tenantId = newId();
    const { _id } = await store.templates.create(tenantId, { name: 'A', tags: [], design: buildDesign('0') });
    const ids: string[] = [];
    for (let rev = 1; rev <= 105; rev++) {
      const fields = { name: 'A', tags: [], design: buildDesign(`${rev}`) };
      await store.templates.update(tenantId, _id, fields, { rev });
      ids.push((await store.revisions.freeze(tenantId, _id, { reason: 'left' }))._id);
      if (rev === 1) await store.revisions.freeze(tenantId, _id, { reason: 'named', label: 'First' });
      if (rev === 2) await store.revisions.freeze(tenantId, _id);
    }
    expect(await store.revisions.prune(tenantId, _id)).toBe(3);
    expect(await store.revisions.prune(tenantId, _id)).toBe(0);
    const left = new Set((await store.revisions.listOf(tenantId, _id)).map((one) => one._id));
    expect(ids.filter((id) => !left.has(id))).toEqual(ids.slice(2, 5));
  });

  it('store the prefixes that certificates may refer to', async () => {
    const tenantId = newId();
    const { _id } = await store.templates.create(tenantId, { name: 'A', tags: [], design: buildDesign() });
    const revision = await store.revisions.freeze(tenantId, _id);
    const prefix = { key: 'prefixes/1', sha256: 'a'.repeat(64), size: 5 };
    await Promise.all([1, 2, 3].map(() => store.revisions.addPrefix(tenantId, revision._id, prefix)));
    expect((await store.revisions.get(tenantId, revision._id))!.prefixes).toEqual([prefix]);
    expect(await store.revisions.isPrefixReferenced(tenantId, prefix.key)).toBe(true);
    expect(await store.revisions.isPrefixReferenced(tenantId, 'prefixes/2')).toBe(false);
  });
});

describe('the catalog', () => {
  it('holds one built-in entry per key and language, also with concurrent starts', async () => {
    const entry = {
      key: newId(),
      language: 'es' as const,
      name: 'Clásico',
      tags: ['sobrio'],
      design: buildDesign(),
    };
    const entries = await Promise.all([1, 2, 3].map(() => store.catalog.upsertBuiltIn(entry)));
    expect(entries.filter((isWritten) => isWritten)).toHaveLength(1);
    await store.catalog.upsertBuiltIn({ ...entry, language: 'en', name: 'Classic' });
    expect((await store.catalog.builtIns('es')).filter((one) => one.key === entry.key)).toHaveLength(1);
    const own = await store.catalog.create({ name: 'Taller', tags: ['taller'], design: buildDesign() });
    const inEnglish = (await store.catalog.list({ language: 'en' })).items;
    expect(inEnglish.map((one) => one.name)).toEqual(['Classic', 'Taller']);
    const [{ width, height } = { width: 0, height: 0 }] = own.design.pages;
    expect(inEnglish[1]!.design).toMatchObject({ pages: [{ width, height }] });
    expect(JSON.stringify(inEnglish)).not.toContain('elements');
    expect((await store.catalog.list({ tag: 'taller' })).items.map(({ _id }) => _id)).toEqual([own._id]);
    expect((await store.catalog.list({ tag: 'tall' })).total).toBe(0);
    expect(await store.catalog.tags()).toEqual(['sobrio', 'taller']);
    await store.catalog.upsertBuiltIn({ ...entry, language: 'pt', tags: ['taller'] });
    await store.catalog.upsertBuiltIn({ ...entry, key: newId(), language: 'pt', tags: ['taller'] });
    expect(await store.catalog.tags()).toEqual(['taller', 'sobrio']);
    expect(await store.catalog.tags('es')).toEqual(['sobrio', 'taller']);
    const fields = { name: 'T', tags: [], design: buildDesign() };
    expect(await store.catalog.update(own._id, fields, { rev: 1 })).toMatchObject({ name: 'T', rev: 2 });
    await expect(store.catalog.update(own._id, fields, { rev: 1 })).rejects.toMatchObject({
      code: 'template_conflict',
    });
    expect(await store.catalog.deleteMany([own._id])).toBe(1);
    expect(await store.catalog.get(own._id)).toBeNull();
  });

  it('follows the release in a built-in entry until somebody changes or deletes it', async () => {
    const entry = {
      key: newId(),
      language: 'pt' as const,
      name: 'Clássico',
      tags: [],
      design: buildDesign(),
    };
    const start = (name: string) => store.catalog.upsertBuiltIn({ ...entry, name });
    const stored = async () => (await store.catalog.builtIns('pt')).find(({ key }) => key === entry.key);
    await start('Clássico');
    const first = (await stored())!;
    expect(await start('Clássico')).toBe(false);
    expect(await stored()).toEqual(first);
    expect(await start('Clássico 2')).toBe(true);
    expect(await stored()).toMatchObject({ name: 'Clássico 2', rev: 2 });
    await store.catalog.update(first._id, { ...entry, name: 'Nosso' }, { rev: 2 });
    expect(await start('Clássico 3')).toBe(false);
    expect(await stored()).toMatchObject({ name: 'Nosso', rev: 3 });
    expect(await store.catalog.deleteMany([first._id])).toBe(1);
    expect(await store.catalog.deleteMany([first._id])).toBe(0);
    expect(await start('Clássico 3')).toBe(false);
    expect(await stored()).toBeUndefined();
    expect(await store.catalog.get(first._id)).toBeNull();
    expect((await store.catalog.list({ search: 'nosso' })).total).toBe(0);
  });
});

describe('assets', () => {
  it('with the same bytes are one', async () => {
    const tenantId = newId();
    const asset = {
      sha256: 'b'.repeat(64),
      key: 'assets/b',
      size: 4,
      mediaType: 'image/png',
      width: 2,
      height: 2,
    };
    const put = await Promise.all([1, 2, 3].map(() => store.assets.put(tenantId, asset)));
    expect(new Set(put.map((one) => one._id)).size).toBe(1);
    expect((await store.assets.list(tenantId)).total).toBe(1);
    const thumbnail = { ...asset, sha256: 'c'.repeat(64), use: 'thumbnail' as const };
    await store.assets.put(tenantId, thumbnail);
    expect((await store.assets.list(tenantId)).total).toBe(1);
    await store.assets.put(tenantId, { ...thumbnail, use: 'image' });
    expect((await store.assets.list(tenantId)).total).toBe(2);
    expect(await store.assets.delete(tenantId, put[0]!._id)).toBe(true);
    expect(await store.assets.delete(tenantId, put[0]!._id)).toBe(false);
  });

  it('that are logos are not listed, keep their first public object, and are images when they are uploaded as such', async () => {
    const tenantId = newId();
    const bytes = { size: 4, mediaType: 'image/png' };
    const listed = async () => (await store.assets.list(tenantId)).items.map(({ _id }) => _id);
    const logo = {
      ...bytes,
      sha256: 'd'.repeat(64),
      key: 'assets/l1',
      logoKey: 'assets/l1',
      use: 'logo' as const,
    };
    const made = await store.assets.put(tenantId, logo);
    expect(await listed()).toEqual([]);
    expect(await store.assets.put(tenantId, { ...logo, key: 'assets/l2', logoKey: 'assets/l2' })).toEqual(
      made,
    );
    expect(await store.assets.bySha256(tenantId, logo.sha256)).toEqual(made);
    await store.assets.put(tenantId, { ...bytes, sha256: logo.sha256, key: 'assets/d', use: 'image' });
    expect(await listed()).toEqual([made._id]);

    const image = { ...bytes, sha256: 'e'.repeat(64), key: 'assets/e' };
    const { _id } = await store.assets.put(tenantId, image);
    const both = await store.assets.put(tenantId, {
      ...image,
      logoKey: 'assets/l3',
      key: 'assets/l3',
      use: 'logo',
    });
    expect(both).toMatchObject({ _id, key: 'assets/e', logoKey: 'assets/l3' });
    expect(await listed()).toEqual([_id, made._id]);

    const thumbnail = { ...bytes, sha256: 'f'.repeat(64), key: 'pictures/f.png', use: 'thumbnail' as const };
    const small = await store.assets.put(tenantId, thumbnail);
    await store.assets.put(tenantId, { ...thumbnail, logoKey: 'assets/l4', use: 'logo' });
    await store.assets.put(tenantId, thumbnail);
    expect(await store.assets.get(tenantId, small._id)).toMatchObject({ use: 'logo', logoKey: 'assets/l4' });
    expect(
      await store.assets.acrossTenants.deleteThumbnails([small._id], new Date(Date.now() + 60_000)),
    ).toBe(0);
  });
});

describe('thumbnails that are swept', () => {
  const key = () => `pictures/${newId()}${newId()}.png`;
  const thumbnail = (overrides: { key?: string; sha256?: string } = {}) => ({
    ...{ sha256: newId(), key: key(), size: 1, mediaType: 'image/png', use: 'thumbnail' as const },
    ...overrides,
  });
  const soon = () => new Date(Date.now() + 60_000);

  it('are those from before a time that nothing shows, in no organization', async () => {
    const [tenantId, other] = [newId(), newId()];
    const design = buildDesign('x');
    const keys = { template: key(), revision: key(), entry: key(), logo: key(), image: key(), none: key() };
    const made = new Map<string, string>();
    for (const [name, of] of Object.entries(keys)) {
      made.set(name, (await store.assets.put(tenantId, thumbnail({ key: of })))._id);
    }
    const unused = made.get('none') as string;
    // Named by others than the organization that has the asset.
    const fields = { name: 'A', tags: [], design };
    const { _id } = await store.templates.create(other, { ...fields, thumbnailKey: keys.revision });
    await store.revisions.freeze(other, _id);
    await store.templates.update(other, _id, { ...fields, thumbnailKey: keys.template }, { rev: 1 });
    await store.catalog.create({ ...fields, thumbnailKey: keys.entry });
    const revision = await store.revisions.freeze(other, _id);
    const prefix = { key: newId(), sha256: newId(), size: 1, logo: keys.logo };
    await store.revisions.addPrefix(other, revision._id, prefix);
    await store.assets.put(other, { ...thumbnail({ key: keys.image }), use: 'image' });

    const before = soon();
    const old = await store.assets.acrossTenants.oldThumbnails(before, 1_000);
    const own = old.filter((one) => one.tenantId === tenantId).map(({ _id: id }) => id);
    expect(own.sort()).toEqual([...made.values()].sort());
    const used = await store.assets.acrossTenants.picturesInUse(Object.values(keys), before);
    const { none: _, ...shown } = keys;
    expect(used).toEqual(new Set(Object.values(shown)));
    expect(await store.assets.acrossTenants.deleteThumbnails([unused], before)).toBe(1);
    expect(await store.assets.get(tenantId, unused)).toBeNull();
  });

  it('are not those that were uploaded again or became images meanwhile', async () => {
    const tenantId = newId();
    const [again, image] = [thumbnail(), thumbnail()];
    const before = new Date(Date.now() - 60_000);
    const ids: string[] = [];
    for (const one of [again, image]) ids.push((await store.assets.put(tenantId, one))._id);
    expect(await store.assets.acrossTenants.deleteThumbnails(ids, before)).toBe(0);
    expect((await store.assets.acrossTenants.picturesInUse([again.key], before)).has(again.key)).toBe(true);
    await store.assets.put(tenantId, { ...image, use: 'image' });
    expect(await store.assets.acrossTenants.deleteThumbnails(ids, soon())).toBe(1);
    expect(await store.assets.get(tenantId, ids[1] as string)).toMatchObject({ use: 'image' });
  });
});
