import { certificatesApi, type Language, languages, membersApi, tenantsApi } from '@sello/contracts';
import { describe, expect, it } from 'vitest';
import { type Academy, openAcademy } from './academy.ts';
import type { TestStack } from './stack.ts';

/** The letter that a person reads before it is sent, and what the organization sets of it. */
export function testLetters(context: () => { stack: TestStack; academy: Academy }): void {
  const read = (
    { ana, tenant }: Academy,
    query: { studentId: string; templateId?: string; language?: Language },
  ) => ana.call(certificatesApi, 'letter', { tenant, query });
  const set = ({ ana, tenant }: Academy, body: object) =>
    ana.call(tenantsApi, 'settings-update', { tenant, query: { tenantId: tenant }, body });

  describe('the letter', () => {
    it('is shown as it will be sent, in each language, with the number once there is one', async () => {
      const { academy } = context();
      const { templateId } = academy;
      const [studentId] = (await academy.addStudents('Lucía <b>Quispe</b>')) as [string];
      for (const language of languages) {
        const later = await read(academy, { studentId, templateId, language });
        expect(later).toMatchObject({ from: 'Academia Ana', to: 'holder@example.org' });
        expect(later.text).toContain('Lucía <b>Quispe</b>');
        expect(later.text).toContain('/verify/...\n');
        expect(later.subject + later.text).not.toMatch(/undefined|\{\w+\}/);
      }
      await expect(read(academy, { studentId })).rejects.toMatchObject({ code: 'no_certificates_to_email' });
      const { certIds } = await academy.issue([studentId]);
      expect((await read(academy, { studentId })).text).toContain(`/verify/${certIds[0]}`);
      const missing = { studentId: 'f'.repeat(24) };
      await expect(read(academy, missing)).rejects.toMatchObject({ code: 'student_not_found' });
      const without = { studentId, templateId: 'f'.repeat(24) };
      await expect(read(academy, without)).rejects.toMatchObject({ code: 'template_not_found' });
    });

    it('has the subject and the address for answers that the organization set', async () => {
      const { academy } = context();
      const { templateId } = academy;
      const [studentId] = (await academy.addStudents('Íñigo')) as [string];
      const letterSubjects = { es: ' {holder}: {course} ', en: '' };
      const saved = await set(academy, { letterSubjects, letterReplyTo: 'ANA@example.org' });
      expect(saved).toMatchObject({ letterSubjects: { es: '{holder}: {course}' } });
      expect(saved.replyAddresses).toEqual(['ana@example.org']);
      const letter = await read(academy, { studentId, templateId, language: 'es' });
      expect(letter).toMatchObject({ replyTo: 'ana@example.org' });
      expect(letter.subject).toMatch(/^Íñigo: .+/);
      expect((await read(academy, { studentId, templateId, language: 'en' })).subject).toMatch(
        / has issued your cert/,
      );

      const before = await set(academy, {});
      for (const wrong of ['{name}', '{}', 'x'.repeat(151), '{course} {student.fullName}{x}']) {
        await expect(set(academy, { letterSubjects: { en: wrong } })).rejects.toMatchObject({
          code: 'letter_subject_invalid',
        });
      }
      await expect(set(academy, { letterSubjects: { en: 'a\u202eb' } })).rejects.toMatchObject({
        code: 'text_unreadable',
      });
      for (const wrong of ['stranger@example.org', 'no address']) {
        await expect(set(academy, { letterReplyTo: wrong })).rejects.toMatchObject({
          code: 'reply_address_unknown',
        });
      }
      expect(await set(academy, {})).toEqual(before);
      expect(await set(academy, { letterSubjects: {}, letterReplyTo: null })).toMatchObject({
        letterSubjects: {},
      });
    });

    it('sends answers to the contact of the signing certificate again when that member has left', async () => {
      const { stack, academy } = context();
      const { ana, tenant, templateId } = academy;
      const secretary = await stack.signIn('secretaria@example.org');
      const { id: userId, email: userEmail } = secretary.user;
      const { _id: memberId } = await stack.store.members.add(tenant, {
        ...{ userId, userEmail, userName: 'Rosa', role: 'member' as const },
      });
      await set(academy, { letterReplyTo: userEmail });
      const [studentId] = (await academy.addStudents('Nora')) as [string];
      expect((await read(academy, { studentId, templateId })).replyTo).toBe(userEmail);
      await ana.call(membersApi, 'remove-member', { tenant, body: { memberId } });
      expect((await read(academy, { studentId, templateId })).replyTo).toBeUndefined();
      expect((await set(academy, {})).letterReplyTo).toBe(userEmail);
      await set(academy, { letterReplyTo: null });
    });

    it('of one organization is not read by another', async () => {
      const { stack, academy } = context();
      const other = await openAcademy(stack, 'Academia Carla', 'carla@example.org');
      try {
        const [studentId] = (await academy.addStudents('Olga')) as [string];
        await expect(read(other, { studentId, templateId: other.templateId })).rejects.toMatchObject({
          code: 'student_not_found',
        });
      } finally {
        await other.close();
      }
    });
  });
}
