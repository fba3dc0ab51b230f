import {
  batchesApi,
  certificatesApi,
  membersApi,
  rpcApi,
  studentsApi,
  tenantsApi,
  verifyApi,
} from '@sello/contracts';
import type { ApiClient } from '@sello/dev-stack';
import { endedKinds } from '@sello/store';
import { describe, expect, it } from 'vitest';
import type { Academy } from './academy.ts';
import type { TestStack } from './stack.ts';

const days = (count: number) => count * 24 * 60 * 60_000;

/** How an organization ends, on one of its own with a certificate and a member. */
export function describeEnding(context: () => { stack: TestStack; open(): Promise<Academy> }): void {
  async function createFixture() {
    const { stack, open } = context();
    const academy = await open();
    const { ana: owner, tenant } = academy;
    const [student] = await academy.addStudents('Lucía Quispe');
    const { certIds } = await academy.issue([student!]);
    const email = `bea-${tenant}@example.org`;
    const member = await stack.signIn(email);
    const { _id: memberId } = await stack.store.members.add(tenant, {
      ...{ userId: member.user.id, userEmail: email, userName: 'Bea', role: 'admin' },
    });
    const { name } = (await stack.store.tenants.get(tenant))!;
    return { ...academy, stack, owner, member, memberId, student: student!, certId: certIds[0]!, name };
  }
  const deleteIt = (as: ApiClient, tenant: string, name: string) =>
    as.call(tenantsApi, 'delete', { tenant, body: { name } });
  const list = (as: ApiClient, tenant: string) => as.call(studentsApi, 'list', { tenant });

  describe('an organization that an owner deletes', () => {
    it('is deleted by an owner who types its name, not by an admin', async () => {
      const { owner, member, tenant, name, stack, close } = await createFixture();
      await expect(deleteIt(member, tenant, name)).rejects.toMatchObject({ code: 'owner_required' });
      await expect(member.call(tenantsApi, 'export', { tenant, body: {} })).rejects.toMatchObject({
        code: 'owner_required',
      });
      for (const wrong of ['', name.toUpperCase(), `${name}x`])
        await expect(deleteIt(owner, tenant, wrong)).rejects.toMatchObject({
          code: 'organization_name_differs',
        });
      expect((await stack.store.tenants.get(tenant))?.deletion).toBeUndefined();
      await expect(owner.call(tenantsApi, 'restore', { tenant, body: {} })).rejects.toMatchObject({
        code: 'organization_not_deleted',
      });
      await close();
    });

    it('cancels its batches, refuses every call of its members, and is as it was once it is restored', async () => {
      const { owner, member, tenant, name, student, templateId, stack, close } = await createFixture();
      const { batchId } = (await owner.call(certificatesApi, 'generate', {
        ...{ tenant, body: { bulk: true, students: [{ _id: student, templateId }] }, isAsync: true },
      })) as { batchId: string };
      const before = await list(owner, tenant);
      const deleted = await deleteIt(owner, tenant, ` ${name} `);
      const left = new Date(deleted.deletion!.until).getTime() - new Date(deleted.deletion!.at).getTime();
      expect(left).toBe(days(30));
      expect((await stack.store.batches.get(tenant, batchId))?.state).toBe('cancelled');

      const root = await stack.signIn('root@sello.example');
      const refused = {
        status: 403,
        code: 'organization_deleted',
        details: deleted.deletion && { until: deleted.deletion.until },
      };
      for (const one of [owner, member, root]) {
        await expect(list(one, tenant)).rejects.toMatchObject(refused);
        const listed = (await one.call(tenantsApi, 'my')).find(({ _id }) => _id === tenant);
        expect(listed?.deletion).toEqual(deleted.deletion);
      }
      await expect(deleteIt(owner, tenant, name)).rejects.toMatchObject(refused);
      await expect(member.call(tenantsApi, 'restore', { tenant, body: {} })).rejects.toMatchObject({
        code: 'owner_required',
      });

      const restored = await owner.call(tenantsApi, 'restore', { tenant, body: {} });
      expect(restored.deletion).toBeUndefined();
      expect((await list(member, tenant)).items.map(({ _id }) => _id)).toEqual(
        before.items.map(({ _id }) => _id),
      );
      const audit = (await stack.store.auditLog.list(tenant)).items.map(({ action }) => action);
      expect(audit.slice(0, 2)).toEqual(['tenants.restore', 'tenants.delete']);
      await close();
    });

    it('admits nobody by an invitation', async () => {
      const { owner, tenant, name, stack, close } = await createFixture();
      const email = `carla-${tenant}@example.org`;
      const carla = await stack.signIn(email);
      const { invites } = await owner.call(membersApi, 'invite', {
        ...{ tenant, body: { tenantId: tenant, emails: [email] } },
      });
      expect(await carla.call(membersApi, 'my-pending-invites')).toHaveLength(1);
      await deleteIt(owner, tenant, name);
      expect(await carla.call(membersApi, 'my-pending-invites')).toEqual([]);
      const accept = carla.call(membersApi, 'accept-invite', { body: { inviteId: invites[0]!._id } });
      await expect(accept).rejects.toMatchObject({ code: 'invalid_invite' });
      await close();
    });

    it('is verified with its name and logo for ever, also when its data is gone and nobody belongs to it', async () => {
      const { owner, tenant, name, certId, stack, close } = await createFixture();
      const logoUrl = `/assets/${tenant}/images/logo-1.png`;
      await stack.store.tenants.update(tenant, { logoUrl });
      const lookup = async () => {
        const answer = await owner.call(verifyApi, 'lookup', { query: { hash: certId } });
        return 'certificate' in answer ? answer.certificate : undefined;
      };
      const certificate = await lookup();
      expect(certificate).toMatchObject({ state: 'valid', issuer: { name, logoUrl } });

      const past = { at: new Date(Date.now() - days(31)), until: new Date(Date.now() - days(1)) };
      await stack.store.tenants.delete(tenant, { ...past, by: owner.user.id });
      expect(await lookup()).toEqual(certificate);
      expect(await stack.store.tenants.beginRemoval(tenant)).toBe(true);
      await expect
        .poll(() => owner.call(tenantsApi, 'restore', { tenant, body: {} }).catch(({ code }) => code))
        .toBe('organization_ended');
      for (const kind of endedKinds) while ((await stack.store.endings.remove(tenant, kind)) > 0);
      await stack.store.endings.forgetKeys(tenant);
      await stack.store.tenants.endRemoval(tenant);

      expect(await lookup()).toEqual(certificate);
      expect(await owner.call(tenantsApi, 'my')).not.toContainEqual(expect.objectContaining({ _id: tenant }));
      await expect(list(owner, tenant)).rejects.toMatchObject({ code: 'not_member' });
      const root = await stack.signIn('root@sello.example');
      await expect.poll(() => list(root, tenant).catch(({ code }) => code)).toBe('tenant_not_found');
      const grants = await owner.call(rpcApi, 'get_all_user_data', {
        body: { user_uuid: owner.user.id, tenant_uuid: tenant },
      });
      expect(grants.roles).toEqual([]);
      // Its name stays its own.
      const taken = await stack.store.tenants.lookAlikes([name]);
      expect(taken.map(({ _id }) => _id)).toContain(tenant);
      await close();
    });
  });

  describe('the export of an organization', () => {
    it('is a batch of parts that owners alone see, cancel and download', async () => {
      const { owner, member, tenant, stack, close } = await createFixture();
      const reply = await owner.call(tenantsApi, 'export', { tenant, body: {}, isAsync: true });
      const { batchId } = reply as { batchId: string };
      const get = (as: ApiClient) => as.call(batchesApi, 'get', { tenant, query: { id: batchId } });
      const { batch, items } = await get(owner);
      expect(batch).toMatchObject({ kind: 'export', state: 'queued' });
      expect(items.map(({ fullName }) => fullName)).toContain('students.csv');
      await expect(get(member)).rejects.toMatchObject({ code: 'batch_not_found' });
      const kinds = async (as: ApiClient) =>
        (await as.call(batchesApi, 'list', { tenant })).items.map(({ kind }) => kind);
      expect(await kinds(owner)).toContain('export');
      expect(await kinds(member)).not.toContain('export');
      for (const call of ['cancel', 'retry'] as const)
        await expect(member.call(batchesApi, call, { tenant, body: { id: batchId } })).rejects.toMatchObject({
          code: 'owner_required',
        });
      await owner.call(batchesApi, 'cancel', { tenant, body: { id: batchId } });
      const audit = (await stack.store.auditLog.list(tenant)).items.map(({ action }) => action);
      expect(audit.slice(0, 2)).toEqual(['batches.cancel', 'tenants.export']);
      await close();
    });
  });
}
