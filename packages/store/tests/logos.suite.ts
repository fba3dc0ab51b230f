import { beforeAll, describe, expect, it } from 'vitest';
import { newId, type Store } from '../src/index.ts';
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
    (await store.assets.acrossTenants.unsavedLogos(before, 1_000)).some(({ _id }) => _id === id);
  const begin = async (id: string, before = soon()) =>
    (await store.assets.acrossTenants.beginLogoRemoval([id], before)).length === 1;

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
    expect(await store.assets.acrossTenants.endLogoRemoval([_id, gone])).toBe(1);
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
    expect(await store.assets.acrossTenants.endLogoRemoval([third])).toBe(1);
    expect(await store.assets.get(tenantId, anew._id)).toMatchObject({ key: other, unsaved: true });
  });

  it('are never the logo of an organization, or one that a template prints', async () => {
    const tenantId = newId();
    const logos = [build(tenantId), build(tenantId), build(tenantId)];
    const [saved, printed, none] = logos.map(({ key }) => key) as [string, string, string];
    const owner = { userId: newId(), email: 'o@example.test', name: 'O' };
    await store.tenants.create({ _id: tenantId, name: 'Logos', owner });
    await store.tenants.update(tenantId, { logoUrl: `https://sello.example/${saved}` });
    const design = buildDesign('x');
    const { _id } = await store.templates.create(tenantId, { name: 'A', tags: [], design });
    const revision = await store.revisions.freeze(tenantId, _id);
    const prefix = { key: newId(), sha256: newId(), size: 1, logo: printed };
    await store.revisions.addPrefix(tenantId, revision._id, prefix);
    const inUse = () => store.assets.acrossTenants.logosInUse([saved, printed, none]);
    expect(await inUse()).toEqual(new Set([saved, printed]));
    // Its certificates are still verified, with its logo.
    const at = new Date();
    await store.tenants.delete(tenantId, { at, until: at, by: owner.userId });
    expect(await inUse()).toEqual(new Set([saved, printed]));
  });
});
