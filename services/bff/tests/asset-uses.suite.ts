import {
  type Asset,
  type AssetUse,
  assetsApi,
  studentsApi,
  type TenantRole,
  templatesApi,
  tenantsApi,
} from '@sello/contracts';
import type { ApiClient } from '@sello/dev-stack';
import { completeFields, newId } from '@sello/store';
import { beforeAll, describe, expect, it } from 'vitest';
import { png } from './png.ts';
import type { TestStack } from './stack.ts';

const uses = ['image', 'thumbnail', 'page', 'logo', 'signature', 'photo'] as const;
type Verdict = Record<AssetUse, string>;

const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'ok',
    (error: { code: string }) => error.code,
  );

/** What may be done with an asset of each use, by whom and where: the table of `contracts/src/asset-uses.ts`, seen from outside. */
export function describeAssetUses(
  context: () => { stack: TestStack; ana: ApiClient; root: ApiClient },
): void {
  describe('an asset is what it was uploaded as', () => {
    const people = {} as Record<TenantRole, ApiClient>;
    const ids = {} as Record<AssetUse, string>;
    let tenant: string;
    let owner: ApiClient;

    async function upload(use: string, of: number, as: ApiClient, fields: Record<string, string> = {}) {
      const form = new FormData();
      for (const [name, value] of Object.entries({ use, ...fields })) form.set(name, value);
      form.set('image', new Blob([new Uint8Array(png(30, 20, of))]), 'a.png');
      const headers = { 'x-tenant-id': tenant };
      const response = await as.fetch('/api/assets?fn=upload', { method: 'POST', headers, body: form });
      return (await response.json()) as Asset & { code?: string };
    }

    const byUse = async (act: (id: string, use: AssetUse) => Promise<unknown>): Promise<Verdict> => {
      const verdict = {} as Verdict;
      for (const use of uses) verdict[use] = await codeOf(act(ids[use], use));
      return verdict;
    };
    const box = { id: 'i', x: 0, y: 0, width: 9, height: 9 };
    const pageWith = (element?: string, background?: string) => ({
      ...{ id: 'p', width: 400, height: 300 },
      ...(background !== undefined && { background: { color: null, assetId: background } }),
      elements:
        element === undefined
          ? []
          : [{ ...box, type: 'image' as const, source: { kind: 'asset' as const, assetId: element } }],
    });

    beforeAll(async () => {
      const { stack, ana } = context();
      owner = ana;
      tenant = (await ana.call(tenantsApi, 'create', { body: { name: 'Usos' } }))._id;
      people.owner = ana;
      for (const role of ['admin', 'member', 'template_designer'] as const) {
        people[role] = await stack.signIn(`${role}-of-uses@example.org`);
        const { id: userId, email: userEmail } = people[role].user;
        await stack.store.members.add(tenant, { userId, userEmail, userName: role, role });
      }
      for (const [of, use] of uses.entries()) {
        if (use !== 'page') ids[use] = (await upload(use, 101 + of, ana))._id;
      }
      const stored = (await stack.store.assets.get(tenant, ids.image))!;
      const page = { ...stored, sha256: newId(), use: 'page' as const };
      const picture = { pictureKey: stored.key, pictureSha256: stored.sha256 };
      ids.page = (await stack.store.assets.put(tenant, { ...page, ...picture }))._id;
    });

    it('and is read by those alone who may: signatures by the settings, photographs by the students', async () => {
      const all = { image: 'ok', thumbnail: 'ok', page: 'ok', logo: 'ok', signature: 'ok', photo: 'ok' };
      const read = (as: ApiClient) => byUse((id) => as.call(assetsApi, 'file', { tenant, query: { id } }));
      expect(await read(people.owner)).toEqual(all);
      expect(await read(people.admin)).toEqual(all);
      expect(await read(people.member)).toEqual({ ...all, signature: 'forbidden' });
      expect(await read(people.template_designer)).toEqual({
        ...{ ...all, signature: 'forbidden' },
        photo: 'forbidden',
      });
      expect(
        await codeOf(people.template_designer.call(assetsApi, 'file', { tenant, query: { id: newId() } })),
      ).toBe('asset_not_found');
    });

    it('and is uploaded by those who may use it', async () => {
      const may = async (as: ApiClient) => {
        const verdict: Partial<Verdict> = {};
        for (const [of, use] of uses.entries()) {
          if (use !== 'page') verdict[use] = (await upload(use, 121 + of, as)).code ?? 'ok';
        }
        return verdict;
      };
      const none = { image: 'forbidden', thumbnail: 'forbidden', logo: 'forbidden', signature: 'forbidden' };
      expect(await may(people.member)).toEqual({ ...none, photo: 'ok' });
      expect(await may(people.template_designer)).toEqual({
        ...{ ...none, image: 'ok', thumbnail: 'ok' },
        photo: 'forbidden',
      });
    });

    it('and becomes the public thumbnail of a template only as a thumbnail, whoever saves it', async () => {
      const publish = (as: ApiClient) =>
        byUse((thumbnail) =>
          as.call(templatesApi, 'upsert', {
            tenant,
            body: { name: 'Published', pages: [pageWith()], thumbnail },
          }),
        );
      const wrong = { image: 'asset_other_use', page: 'asset_other_use', logo: 'asset_other_use' };
      expect(await publish(people.owner)).toEqual({
        ...{ ...wrong, thumbnail: 'ok' },
        ...{ signature: 'asset_other_use', photo: 'asset_other_use' },
      });
      // Who may not read it learns no more than that there is no such image.
      expect(await publish(people.template_designer)).toEqual({
        ...{ ...wrong, thumbnail: 'ok' },
        ...{ signature: 'template_image_unknown', photo: 'template_image_unknown' },
      });
    });

    it('and so in the catalog, which takes nothing of an organization', async () => {
      const { root } = context();
      const entry = (thumbnail: string) => ({ name: 'Entry', pages: [pageWith()], thumbnail });
      const publish = (thumbnail: string) =>
        codeOf(root.call(templatesApi, 'catalog-upsert', { tenant, body: entry(thumbnail) }));
      for (const use of uses) expect([use, await publish(ids[use])]).toEqual([use, 'template_image_unknown']);
      const own = await upload('image', 131, root, { shelf: 'catalog' });
      expect(await publish(own._id)).toBe('asset_other_use');
      const picture = await upload('thumbnail', 132, root, { shelf: 'catalog' });
      const { _id } = await root.call(templatesApi, 'catalog-upsert', { body: entry(picture._id) });
      await root.call(templatesApi, 'catalog-delete-batch', { body: { ids: [_id] } });
    });

    it('and is printed by designs, and seen by the AI that finds tags, only as an image', async () => {
      const unknown = 'template_image_unknown';
      const printed = { image: 'ok', page: 'ok', logo: 'ok' };
      const refused = { thumbnail: unknown, signature: unknown, photo: unknown };
      const save = (page: ReturnType<typeof pageWith>) =>
        owner.call(templatesApi, 'upsert', { tenant, body: { name: 'Printed', pages: [page] } });
      expect(await byUse((id) => save(pageWith(id)))).toEqual({ ...printed, ...refused });
      expect(await byUse((id) => save(pageWith(undefined, id)))).toEqual({ ...printed, ...refused });
      const preview = { pages: [pageWith(ids.signature)] };
      const designer = people.template_designer;
      expect(await codeOf(designer.call(templatesApi, 'export', { tenant, body: preview }))).toBe(unknown);
      const suggest = (as: ApiClient) =>
        byUse((thumbnail) =>
          as.call(templatesApi, 'catalog-generate-tags', { tenant, body: { texts: ['Course'], thumbnail } }),
        );
      const wrong = { page: 'asset_other_use', logo: 'asset_other_use' };
      expect(await suggest(designer)).toEqual({
        ...{ image: 'ok', thumbnail: 'ok', ...wrong },
        ...{ signature: unknown, photo: unknown },
      });
    });

    it('and is a student’s photograph, and a signatory’s signature, only as one', async () => {
      const refused = (code: string) => Object.fromEntries(uses.map((use) => [use, code]));
      const student = (photo: string, as = people.member) =>
        as.call(studentsApi, 'upsert', { tenant, body: { fullName: 'Ana Ruiz', photo, custom: {} } });
      expect(await byUse((id) => student(id))).toEqual({
        ...{ ...refused('asset_other_use'), photo: 'ok' },
        signature: 'not_found',
      });
      const sign = (signature: string) =>
        owner.call(tenantsApi, 'settings-update', {
          query: { tenantId: tenant },
          body: { signatories: [{ name: 'Rosa', role: '', signature }] },
        });
      expect(await byUse(sign)).toEqual({ ...refused('signature_unknown'), signature: 'ok' });
    });

    it('and keeps every use that it was uploaded for, by its bytes', async () => {
      const both = await upload('image', 141, owner);
      expect((await upload('thumbnail', 141, owner))._id).toBe(both._id);
      expect((await upload('photo', 141, owner))._id).toBe(both._id);
      expect((await upload('signature', 141, owner))._id).toBe(both._id);
      const saved = await owner.call(templatesApi, 'upsert', {
        tenant,
        body: { name: 'Both', pages: [pageWith(both._id)], thumbnail: both._id },
      });
      expect(saved.thumbnail).toBe(both._id);
      const student = { fullName: 'Both Uses', photo: both._id, custom: {} };
      expect(await codeOf(owner.call(studentsApi, 'upsert', { tenant, body: student }))).toBe('ok');
    });

    it('but what was stored before there was this rule stays, and can be saved with everything else', async () => {
      const { stack } = context();
      const { store } = stack;
      const old = await upload('image', 151, owner);
      const { _id } = await owner.call(templatesApi, 'upsert', {
        tenant,
        body: { name: 'Old', pages: [pageWith(old._id)] },
      });
      const stored = (await store.templates.get(tenant, _id))!;
      const fields = { ...stored, thumbnail: old._id, thumbnailKey: `pictures/${'a'.repeat(64)}.png` };
      await store.templates.update(tenant, _id, fields, { rev: stored.rev });
      const { updatedAt: _at, ...read } = await owner.call(templatesApi, 'get', {
        tenant,
        query: { id: _id },
      });
      const again = await owner.call(templatesApi, 'upsert', { tenant, body: { ...read, name: 'Old one' } });
      expect([again.thumbnail, again.thumbnailUrl]).toEqual([old._id, read.thumbnailUrl]);

      const known = await store.students.create(
        tenant,
        completeFields({
          ...{ fullName: 'Old Photo', idNumber: '', showScoreNumeric: false, showScoreLetter: false },
          ...{ country: undefined, custom: {}, photo: old._id },
        }),
      );
      const student = await owner.call(studentsApi, 'get', { tenant, query: { id: known._id } });
      const renamed = { ...student, fullName: 'Old Photograph' };
      expect(await owner.call(studentsApi, 'upsert', { tenant, body: renamed as never })).toMatchObject({
        photo: old._id,
      });
    });

    it('and the ids of signatures are given to those alone who may read them', async () => {
      const { stack } = context();
      await stack.store.tenants.update(tenant, {
        signatories: [{ name: 'Rosa', role: 'Rectora', signature: ids.signature }],
      });
      const shown = async (as: ApiClient) =>
        (await as.call(tenantsApi, 'my', {})).find(({ _id }) => _id === tenant)?.signatories;
      const named = { name: 'Rosa', role: 'Rectora' };
      expect(await shown(people.owner)).toEqual([{ ...named, signature: ids.signature }]);
      for (const role of ['member', 'template_designer'] as const) {
        expect(await shown(people[role])).toEqual([named]);
      }
    });
  });
}
