import { organizationsApi, tenantsApi } from '@sello/contracts';
import type { ApiClient } from '@sello/dev-stack';
import { describe, expect, it } from 'vitest';
import type { TestStack } from './stack.ts';

/** Names that can be taken for those of others. `root` is a super admin. */
export function describeNames(context: () => { stack: TestStack; root: ApiClient }): void {
  describe('a confusable name', () => {
    it('of a confirmed organization is refused, new or changed, in any spelling', async () => {
      const { stack, root } = context();
      const { _id: real } = await root.call(tenantsApi, 'create', { body: { name: 'Instituto Cordillera' } });
      const mallory = await stack.signIn('mallory@example.org');
      const refused = { code: 'tenant_name_confusable', status: 409 };
      for (const name of [
        'Instituto Cordillera',
        'INSTITUTO-CORDILLERA',
        'Іnstituto Cоrdillera',
        'lnstituto CordiIIera',
        'Instituto Ꮯordillerа',
        'Instituto Cordillera\u0640',
        'Cordillera – Instituto',
        'Instituto Oficial Cordillera',
      ])
        await expect(mallory.call(tenantsApi, 'create', { body: { name } })).rejects.toMatchObject(refused);
      const { _id: own } = await mallory.call(tenantsApi, 'create', { body: { name: 'Mallory & Co' } });
      const change = (body: object) =>
        mallory.call(tenantsApi, 'settings-update', { query: { tenantId: own }, body });
      await expect(change({ name: 'Instituto Cordillera' })).rejects.toMatchObject(refused);
      await expect(change({ publicName: 'Instituto  Cordíllera' })).rejects.toMatchObject(refused);
      expect((await change({ publicName: 'Instituto Cordilllera' })).publicName).toBe(
        'Instituto Cordilllera',
      );
      // The operator’s list shows names that only look alike.
      const listed = await root.call(organizationsApi, 'get', { query: { id: own } });
      expect(listed.looksLike).toEqual({ _id: real, name: 'Instituto Cordillera' });
    });

    it('with fillers, or that claims a confirmation, is refused with the letter or the word named', async () => {
      const { stack, root } = context();
      const mallory = await stack.signIn('mallory2@example.org');
      const create = (name: string) => mallory.call(tenantsApi, 'create', { body: { name } });
      for (const [name, letter, at] of [
        ['Instituto\u3164Cordillera', 'U+3164', 10],
        ['Instituto\u115fCordillera', 'U+115F', 10],
        ['Academia\u200b Lumen', 'U+200B', 9],
      ] as const)
        await expect(create(name), name).rejects.toMatchObject({
          ...{ code: 'text_unreadable', status: 400, details: { field: 'name', letter, at } },
          message: expect.stringContaining(`${letter}, at place ${at}`),
        });
      for (const [name, word] of [
        ['Academia Lumen (verified)', 'verified'],
        ['Academia Lumen Verificada', 'Verificada'],
        ['Academia Lumen – oficial', 'oficial'],
        ['Academia Lumen ✔', '✔'],
      ] as const)
        await expect(create(name), name).rejects.toMatchObject({
          ...{ code: 'tenant_name_claims', status: 400, details: { field: 'name', word } },
          message: expect.stringContaining(`“${word}”`),
        });
      const { _id: own } = await create('Colegio Oficial de Médicos de Lima');
      const change = (body: object) =>
        mallory.call(tenantsApi, 'settings-update', { query: { tenantId: own }, body });
      await expect(change({ publicName: 'Médicos de Lima (oficial)' })).rejects.toMatchObject({
        ...{ code: 'tenant_name_claims', details: { field: 'publicName', word: 'oficial' } },
      });
      // Names from before the rule stay, and the operator, who confirms, may say so.
      await stack.store.tenants.update(own, { name: 'Médicos (oficial)' });
      await change({ name: 'Médicos (oficial)', publicName: 'Médicos de Lima' });
      await root.call(tenantsApi, 'create', { body: { name: 'Academia Lumen (oficial)' } });
    });

    it('loses the operator’s confirmation when it is changed', async () => {
      const { stack, root } = context();
      const eve = await stack.signIn('eve@example.org');
      const { _id: id } = await eve.call(tenantsApi, 'create', { body: { name: 'Small Academy' } });
      await root.call(organizationsApi, 'confirm', { body: { id, how: 'seen' } });
      const change = (body: object) =>
        eve.call(tenantsApi, 'settings-update', { query: { tenantId: id }, body });
      const kind = async () => (await root.call(organizationsApi, 'get', { query: { id } })).identity.kind;
      await change({ publicName: 'Small  Academy' });
      expect(await kind()).toBe('operator');
      await change({ publicName: 'Ministry of Education' });
      expect(await kind()).toBe('unproven');
    });
  });
}
