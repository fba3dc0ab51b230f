import { type Asset, assetsApi, type BodyInputOf, type TenantSettings, tenantsApi } from '@sello/contracts';
import type { ApiClient } from '@sello/dev-stack';
import { describe, expect, it } from 'vitest';
import { png } from './png.ts';
import type { TestStack } from './stack.ts';

type Change = NonNullable<BodyInputOf<(typeof tenantsApi.calls)['settings-update']>>;

export function describeSignatories(
  context: () => { stack: TestStack; ana: ApiClient; root: ApiClient; tenant: string },
): void {
  const save = (body: Change): Promise<TenantSettings> => {
    const { ana, tenant } = context();
    return ana.call(tenantsApi, 'settings-update', { query: { tenantId: tenant }, body });
  };
  async function upload(of: number, { as, tenant }: { as?: ApiClient; tenant?: string } = {}) {
    const own = context();
    const form = new FormData();
    form.set('use', 'signature');
    form.set('image', new Blob([new Uint8Array(png(60, 20, of))]), 'rosa.png');
    const headers = { 'x-tenant-id': tenant ?? own.tenant };
    const response = await (as ?? own.ana).fetch('/api/assets?fn=upload', {
      method: 'POST',
      headers,
      body: form,
    });
    return (await response.json()) as Asset & { code?: string };
  }

  describe('what certificates print of an organization', () => {
    it('is its seal colour and its signatories, which its members read, and the audit log notes', async () => {
      const { stack, ana, tenant } = context();
      const { _id: signature } = await upload(31);
      const rosa = { name: ' Rosa Ccori\t', role: 'Director of Studies', signature };
      const saved = await save({ sealColor: '#1F4B3A', signatories: [rosa, { name: 'Joaquim', role: '' }] });
      const printed = {
        sealColor: '#1f4b3a',
        signatories: [
          { ...rosa, name: 'Rosa Ccori' },
          { name: 'Joaquim', role: '' },
        ],
      };
      expect(saved).toMatchObject(printed);
      const mine = await ana.call(tenantsApi, 'my', {});
      expect(mine.find(({ _id }) => _id === tenant)).toMatchObject(printed);
      const [line] = (await stack.store.auditLog.list(tenant)).items;
      expect(line).toMatchObject({
        action: 'tenants.settings-update',
        details: { changed: ['sealColor', 'signatories'] },
      });
      expect(await ana.call(assetsApi, 'file', { tenant, query: { id: signature } })).toBeDefined();
      // It is none of the images that designs are drawn with.
      const { items } = await ana.call(assetsApi, 'list', { tenant, query: {} });
      expect(items.map(({ _id }) => _id)).not.toContain(signature);
      const none = await save({ sealColor: null, signatories: [] });
      expect([none.sealColor, none.signatories]).toEqual([undefined, undefined]);
    });

    it('is refused with the reason, and nothing of it is saved', async () => {
      const { stack, root, tenant } = context();
      const seven = Array.from({ length: 7 }, (_, index) => ({ name: `Signer ${index}`, role: '' }));
      await expect(save({ signatories: seven })).rejects.toMatchObject({
        code: 'signatories_exceeded',
        details: { max: 6 },
      });
      for (const [given, code] of [
        [{ signatories: [{ name: ' ', role: 'Dean' }] }, 'signatory_name_required'],
        [{ signatories: [seven[0]!, { name: 'Signer 0 ', role: 'Dean' }] }, 'signatory_name_repeated'],
        [{ signatories: [{ name: 'A\u202eb', role: '' }] }, 'text_unreadable'],
        [{ sealColor: 'red' }, 'seal_color_invalid'],
        [{ sealColor: 'seal:#123456' }, 'seal_color_invalid'],
      ] as const) {
        await expect(save(given as Change), code).rejects.toMatchObject({ code });
      }
      const theirs = (await root.call(tenantsApi, 'create', { body: { name: 'Los de enfrente' } }))._id;
      const { _id: foreign } = await upload(32, { as: root, tenant: theirs });
      const logo = await stack.store.assets.put(tenant, {
        ...{ sha256: 'f'.repeat(64), key: 'k', size: 1, mediaType: 'image/png', use: 'thumbnail' as const },
      });
      for (const signature of [foreign, logo._id, 'a'.repeat(24)]) {
        await expect(save({ signatories: [{ name: 'Rosa', role: '', signature }] })).rejects.toMatchObject({
          code: 'signature_unknown',
          details: { name: 'Rosa' },
        });
      }
    });

    it('is added by those alone who may edit the settings', async () => {
      const { stack, tenant } = context();
      const designer = await stack.signIn('signature-designer@example.org');
      const { id: userId, email: userEmail } = designer.user;
      await stack.store.members.add(tenant, { userId, userEmail, userName: 'D', role: 'template_designer' });
      expect(await upload(33, { as: designer })).toMatchObject({ code: 'forbidden' });
    });
  });
}
