import type { AssetUse, Design } from '@sello/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { type AssetRecord, newId, type Store } from '../src/index.ts';
import { buildCertificate, buildDesign, buildStudent } from './builders.ts';
import { testDatabase } from './database.ts';

let store: Store;
beforeAll(async () => {
  ({ store } = await testDatabase());
});

const later = () => new Date(Date.now() + 60_000);
const add = (tenantId: string, use: AssetUse = 'image', more: { logoKey?: string } = {}) => {
  const key = more.logoKey ?? `assets/${tenantId}/${newId()}`;
  return store.assets.put(tenantId, { sha256: newId(), key, size: 1, mediaType: 'image/png', use, ...more });
};

/** An organization; its settings can be saved. */
async function createTenant(): Promise<string> {
  const owner = { userId: newId(), email: 'o@example.test', name: 'O' };
  return (await store.tenants.create({ name: `Holders ${newId()}`, owner }))._id;
}

function designWith({ _id: assetId }: AssetRecord): Design {
  const design = buildDesign('x');
  const [page] = design.pages;
  return { ...design, pages: [{ ...page!, background: { ...page!.background, assetId } }] };
}

/** Each thing that holds an asset beside the student who has it as photograph. */
const holders: Record<string, (tenantId: string, asset: AssetRecord) => Promise<unknown>> = {
  'a signatory of the settings': (tenantId, { _id: signature }) =>
    store.tenants.update(tenantId, { signatories: [{ name: 'Rosa', role: '', signature }] }),
  'the logo of the settings': (tenantId, { key }) =>
    store.tenants.update(tenantId, { logoUrl: `https://sello.example/${key}` }),
  'another student': (tenantId, { _id: photo }) => store.students.create(tenantId, buildStudent({ photo })),
  'a student in the trash': async (tenantId, { _id: photo }) => {
    const { _id } = await store.students.create(tenantId, buildStudent({ photo }));
    await store.trash.put(tenantId, [_id], { userId: newId(), deletion: newId() });
  },
  'a certificate of another student': (tenantId, { _id: photo }) =>
    store.certificates.issue(tenantId, [buildCertificate({ photo })]),
  'the thumbnail of a template': (tenantId, { _id: thumbnail, key: thumbnailKey }) =>
    store.templates.create(tenantId, {
      ...{ name: 'T', tags: [], design: buildDesign('x') },
      ...{ thumbnail, thumbnailKey },
    }),
  'the thumbnail of an entry of the catalog': (_, { key: thumbnailKey }) =>
    store.catalog.create({
      ...{ name: `C ${newId()}`, tags: [], design: buildDesign('x') },
      ...{ thumbnailKey, language: 'pt' },
    }),
  'the design of a template': (tenantId, asset) =>
    store.templates.create(tenantId, { name: 'T', tags: [], design: designWith(asset) }),
  'a revision of a template that is deleted': async (tenantId, asset) => {
    const fields = { name: 'T', tags: [], design: designWith(asset) };
    const { _id } = await store.templates.create(tenantId, fields);
    await store.revisions.freeze(tenantId, _id);
    await store.templates.deleteMany(tenantId, [_id]);
  },
  'the prefix of a certificate': async (tenantId, { key: logo }) => {
    const fields = { name: 'T', tags: [], design: buildDesign('x') };
    const { _id } = await store.templates.create(tenantId, fields);
    const revision = await store.revisions.freeze(tenantId, _id);
    await store.revisions.addPrefix(tenantId, revision._id, { key: newId(), sha256: newId(), size: 1, logo });
  },
};

/** Erases a student who has the asset as photograph; returns whether the asset is still there, and the objects to be deleted. */
async function eraseHolder(tenantId: string, asset: AssetRecord) {
  const { _id } = await store.students.create(tenantId, buildStudent({ photo: asset._id }));
  await store.erasures.begin(tenantId, _id);
  await store.erasures.eraseRecords(tenantId, _id);
  await store.erasures.eraseTraces(tenantId, _id);
  const objects = (await store.erasures.get(tenantId, _id))?.objects.map(({ key }) => key);
  return { isThere: (await store.assets.get(tenantId, asset._id)) !== null, objects };
}

describe('erasing a student', () => {
  it.each(Object.keys(holders))('keeps what %s holds too', async (name) => {
    const tenantId = await createTenant();
    const asset = await add(tenantId);
    await holders[name]!(tenantId, asset);
    expect(await eraseHolder(tenantId, asset)).toEqual({ isThere: true, objects: [] });
  });

  it('deletes photographs that nothing else holds, and the images that earlier versions took as one', async () => {
    const tenantId = await createTenant();
    for (const use of ['photo', 'image'] as const) {
      const asset = await add(tenantId, use);
      expect(await eraseHolder(tenantId, asset)).toEqual({ isThere: false, objects: [asset.key] });
    }
  });

  it('leaves what was uploaded for the settings, whatever a student names', async () => {
    const tenantId = await createTenant();
    const merged = await add(tenantId, 'image', { logoKey: `assets/${newId()}` });
    for (const asset of [await add(tenantId, 'signature'), await add(tenantId, 'page'), merged]) {
      expect(await eraseHolder(tenantId, asset)).toEqual({ isThere: true, objects: [] });
    }
  });
});

describe('photographs', () => {
  const isSwept = async ({ _id }: AssetRecord) => {
    const due = await store.assets.acrossTenants.unsavedPictures(later(), 1_000);
    const held = await store.assets.acrossTenants.held(due);
    return due.some((one) => one._id === _id) && !held.has(_id);
  };

  it('are swept that no student was saved with, or that the student has no more and nobody else has', async () => {
    const tenantId = await createTenant();
    const [never, saved, shared] = [
      await add(tenantId, 'photo'),
      await add(tenantId, 'photo'),
      await add(tenantId, 'photo'),
    ];
    const ids = [saved._id, shared._id];
    expect(await store.assets.keep(tenantId, 'photo', ids)).toEqual(new Set(ids));
    expect([await isSwept(never), await isSwept(saved), await isSwept(shared)]).toEqual([true, false, false]);
    await store.students.create(tenantId, buildStudent({ photo: shared._id }));
    for (const id of ids) await store.assets.letGo(tenantId, id);
    expect([await isSwept(saved), await isSwept(shared)]).toEqual([true, false]);
    await store.assets.acrossTenants.beginRemoval([saved._id], later());
    expect(await store.assets.keep(tenantId, 'photo', [saved._id])).toEqual(new Set());
  });

  it('that are uploaded as something else too are both, and are kept by either', async () => {
    const tenantId = await createTenant();
    const photo = await add(tenantId, 'photo');
    const { sha256, key, size, mediaType } = photo;
    const both = await store.assets.put(tenantId, { sha256, key, size, mediaType, use: 'signature' });
    expect(both).toMatchObject({ _id: photo._id, use: 'signature', also: ['photo'], unsaved: true });
    await store.students.create(tenantId, buildStudent({ photo: photo._id }));
    expect(await isSwept(photo)).toBe(false);
    const image = await store.assets.put(tenantId, { sha256, key, size, mediaType });
    expect(image).toMatchObject({ _id: photo._id, use: 'image', also: ['signature', 'photo'] });
  });
});
