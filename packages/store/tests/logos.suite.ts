import { beforeAll, describe, expect, it } from 'vitest';
import { type AssetRecord, newId, type Store } from '../src/index.ts';
import { buildDesign } from './builders.ts';
import { testDatabase } from './database.ts';

let store: Store;
beforeAll(async () => {
  ({ store } = await testDatabase());
});

describe('logos that are swept', () => {
  const soon = () => new Date(Date.now() + 60_000);
  const build = (tenantId: string) => {
    const key = `assets/${tenantId}/images/logo-${newId()}.png`;
    const facts = { sha256: newId(), size: 1, mediaType: 'image/png', use: 'logo' as const };
    return { ...facts, key, logoKey: key };
  };
  const isDue = async (id: string, before = soon()) =>
    (await store.assets.acrossTenants.unsavedPictures(before, 1_000)).some(({ _id }) => _id === id);
  const begin = async (id: string, before = soon()) =>
    (await store.assets.acrossTenants.beginRemoval([id], before)).length === 1;

  it('are those that no settings were saved with, whichever comes first', async () => {
    const tenantId = newId();
    const [saved, swept] = [build(tenantId), build(tenantId)];
    const { _id } = await store.assets.put(tenantId, saved);
    const { _id: gone } = await store.assets.put(tenantId, swept);
    expect([await isDue(_id), await isDue(gone)]).toEqual([true, true]);
    expect(await store.assets.keepLogo(newId(), saved.logoKey)).toBe(true);
    expect(await isDue(_id)).toBe(true);

    expect(await store.assets.keepLogo(tenantId, saved.logoKey)).toBe(true);
    expect([await isDue(_id), await begin(_id)]).toEqual([false, false]);

    expect(await begin(gone)).toBe(true);
    expect(await store.assets.keepLogo(tenantId, swept.logoKey)).toBe(false);
    // The sweep was interrupted: the next one finds it again.
    expect([await isDue(gone), await begin(gone)]).toEqual([true, true]);
    expect(await store.assets.acrossTenants.endRemoval([_id, gone])).toBe(1);
    expect(await store.assets.get(tenantId, gone)).toBeNull();
  });

  it('are not those that were uploaded again or became images; removed ones are new when they are uploaded', async () => {
    const tenantId = newId();
    const [again, image, removed] = [build(tenantId), build(tenantId), build(tenantId)];
    const ids: string[] = [];
    for (const logo of [again, image, removed]) ids.push((await store.assets.put(tenantId, logo))._id);
    const [first, second, third] = ids as [string, string, string];
    const before = soon();
    const renewed = await store.assets.renewLogo(tenantId, again.sha256);
    expect([await isDue(first, renewed!.createdAt), await begin(first, renewed!.createdAt)]).toEqual([
      false,
      false,
    ]);
    await store.assets.put(tenantId, { ...image, use: 'image' });
    expect([await isDue(second, before), await begin(second, before)]).toEqual([false, false]);

    expect(await begin(third, before)).toBe(true);
    expect(await store.assets.renewLogo(tenantId, removed.sha256)).toBeNull();
    const other = `${removed.key}-2`;
    const anew = await store.assets.put(tenantId, { ...removed, key: other, logoKey: other });
    expect(anew._id).not.toBe(third);
    expect(await store.assets.acrossTenants.endRemoval([third])).toBe(1);
    expect(await store.assets.get(tenantId, anew._id)).toMatchObject({ key: other, unsaved: true });
  });

  it('are never the logo of an organization, or one that a template prints', async () => {
    const tenantId = newId();
    const logos: AssetRecord[] = [];
    for (let made = 0; made < 3; made++) logos.push(await store.assets.put(tenantId, build(tenantId)));
    const [saved, printed] = logos.map(({ key }) => key) as [string, string];
    const owner = { userId: newId(), email: 'o@example.test', name: 'O' };
    await store.tenants.create({ _id: tenantId, name: 'Logos', owner });
    await store.tenants.update(tenantId, { logoUrl: `https://sello.example/${saved}` });
    const design = buildDesign('x');
    const { _id } = await store.templates.create(tenantId, { name: 'A', tags: [], design });
    const revision = await store.revisions.freeze(tenantId, _id);
    const prefix = { key: newId(), sha256: newId(), size: 1, logo: printed };
    await store.revisions.addPrefix(tenantId, revision._id, prefix);
    const inUse = () => store.assets.acrossTenants.held(logos);
    const used = new Set(logos.slice(0, 2).map(({ _id: id }) => id));
    expect(await inUse()).toEqual(used);
    // Its certificates are still verified, with its logo.
    const at = new Date();
    await store.tenants.delete(tenantId, { at, until: at, by: owner.userId });
    expect(await inUse()).toEqual(used);
  });
});

describe('signatures', () => {
  const later = () => new Date(Date.now() + 60_000);
  const isDue = async (id: string, before = later()) =>
    (await store.assets.acrossTenants.unsavedPictures(before, 1_000)).some(({ _id }) => _id === id);

  it('are swept when neither the settings nor a prefix name them, and not while they are being saved', async () => {
    const tenantId = newId();
    const add = (use: 'signature' | 'image' = 'signature') =>
      store.assets.put(tenantId, { sha256: newId(), key: newId(), size: 1, mediaType: 'image/png', use });
    const [named, printed, left, image] = [await add(), await add(), await add(), await add('image')];
    await store.tenants.create({
      _id: tenantId,
      name: 'Signs',
      owner: { userId: newId(), email: 'o', name: 'O' },
    });
    const signatories = [{ name: 'Ana', role: '', signature: named._id }];
    await store.tenants.update(tenantId, { signatories });
    const { _id } = await store.templates.create(tenantId, { name: 'A', tags: [], design: buildDesign('x') });
    const revision = await store.revisions.freeze(tenantId, _id);
    const compiled = { sealColor: '#224466', signature2: printed.key };
    await store.revisions.addPrefix(tenantId, revision._id, {
      key: newId(),
      sha256: newId(),
      size: 1,
      ...compiled,
    });
    expect((await store.revisions.get(tenantId, revision._id))?.prefixes).toMatchObject([compiled]);
    expect(await store.assets.acrossTenants.held([named, printed, left])).toEqual(
      new Set([named._id, printed._id]),
    );
    expect([await isDue(left._id), await isDue(image._id)]).toEqual([true, false]);

    const given = [left._id, image._id, newId()];
    expect(await store.assets.keep(newId(), 'signature', given)).toEqual(new Set());
    expect(await store.assets.keep(tenantId, 'signature', given)).toEqual(new Set([left._id]));
    // The settings of an earlier version name an image.
    expect(await store.assets.keep(tenantId, 'signature', given, given)).toEqual(
      new Set([left._id, image._id]),
    );
    const kept = await store.assets.get(tenantId, left._id);
    expect(await store.assets.acrossTenants.beginRemoval([left._id], kept!.createdAt)).toEqual([]);
    expect(await store.assets.acrossTenants.beginRemoval([left._id], later())).toHaveLength(1);
    expect(await store.assets.keep(tenantId, 'signature', [left._id])).toEqual(new Set());
  });

  it('and their signatories go with the organization', async () => {
    const [tenantId, userId] = [newId(), newId()];
    await store.tenants.create({ _id: tenantId, name: 'Ends', owner: { userId, email: 'o', name: 'O' } });
    await store.tenants.update(tenantId, {
      signatories: [{ name: 'Ana', role: 'Head' }],
      sealColor: '#224466',
    });
    const at = new Date();
    await store.tenants.delete(tenantId, { at, until: at, by: userId });
    expect(await store.tenants.beginRemoval(tenantId, at)).toBe(true);
    await store.tenants.endRemoval(tenantId, at);
    const left = await store.tenants.get(tenantId);
    expect([left?.signatories, left?.sealColor, left?.publicName]).toEqual([undefined, undefined, 'Ends']);
  });
});
