import { batchesApi, certificatesApi, foundCertificate, studentsApi, verifyApi } from '@sello/contracts';
import type { ApiClient } from '@sello/dev-stack';
import { describe, expect, it } from 'vitest';
import type { Academy } from './academy.ts';
import { finishBatch } from './fake-worker.ts';
import type { TestStack } from './stack.ts';

/** Who may revoke a certificate. Runs in a file that issues. */
export function testRevoking(context: () => { stack: TestStack; academy: Academy }): void {
  describe('revoking a certificate', () => {
    it('leaves its file unchanged, and is reported with it', async () => {
      const { stack, academy } = context();
      const { ana, tenant } = academy;
      const { certIds } = await academy.issue(await academy.addStudents('Revocada'));
      const body = { certId: certIds[0]!, reason: 'Error de nombre' };
      await ana.call(certificatesApi, 'revoke', { tenant, body });
      const { certificate } = foundCertificate.parse(
        await ana.call(verifyApi, 'lookup', { query: { hash: certIds[0]! } }),
      );
      expect(certificate).toMatchObject({ state: 'revoked', revokedReason: 'Error de nombre' });
      const { items } = await ana.call(studentsApi, 'list', { tenant, query: { search: 'revocada' } });
      expect(items[0]).toMatchObject({ certified: false });
      const zip = { students: [{ fullName: 'x', certificateUrl: `${stack.app}/c/${certIds[0]}` }] };
      await expect(ana.call(certificatesApi, 'download-zip', { tenant, body: zip })).rejects.toMatchObject({
        code: 'no_certificates_to_download',
      });
      const missing = { certId: '0'.repeat(26) };
      await expect(ana.call(certificatesApi, 'revoke', { tenant, body: missing })).rejects.toMatchObject({
        code: 'issued_not_found',
      });
    });

    it('is done by whoever issued it and by those who may edit the settings, and by no other member', async () => {
      const { stack, academy } = context();
      const { ana, tenant, templateId } = academy;
      const joined: string[] = [];
      const join = async (name: string) => {
        const person = await stack.signIn(`${name}@example.org`);
        const { id: userId, email: userEmail } = person.user;
        const { _id } = await stack.store.members.add(tenant, {
          userId,
          userEmail,
          userName: name,
          role: 'member',
        });
        joined.push(_id);
        return person;
      };
      const [issuer, other] = [await join('emisora'), await join('otra')];
      const studentIds = await academy.addStudents('Una', 'Dos');
      const { batchId } = (await issuer.call(certificatesApi, 'generate', {
        tenant,
        body: { bulk: true, students: studentIds.map((_id) => ({ _id, templateId })) },
        isAsync: true,
      })) as { batchId: string };
      await finishBatch({ ...academy, store: stack.store }, tenant, batchId);
      const { items } = await ana.call(batchesApi, 'get', { tenant, query: { id: batchId } });
      const [first, second] = items.map(({ certId }) => certId!);
      const revoke = (person: ApiClient, certId: string) =>
        person.call(certificatesApi, 'revoke', { tenant, body: { certId, reason: 'A mistake' } });
      const offered = async (person: ApiClient) =>
        (await person.call(certificatesApi, 'history', { tenant, query: { studentId: studentIds[0]! } }))
          .items;
      expect(await offered(other)).toMatchObject([{ mayRevoke: false }]);
      for (const certId of [first!, second!])
        await expect(revoke(other, certId)).rejects.toMatchObject({ status: 403, code: 'revoke_not_yours' });
      expect(await offered(issuer)).toMatchObject([{ state: 'valid', mayRevoke: true }]);
      await revoke(issuer, first!);
      expect(await offered(ana)).toMatchObject([{ state: 'revoked', mayRevoke: false }]);
      await revoke(ana, second!);
      // Tests that follow count the organization's people.
      for (const memberId of joined) await stack.store.members.remove(tenant, memberId);
    });
  });
}
