import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CopiedTree } from './copied-tree.ts';

const phoneLabels = { en: 'Phone', es: 'Teléfono', pt: 'Telefone' };

/** Adds a field to students: its declaration here, its labels by `labelPhone`. */
export function declarePhone(tree: CopiedTree): void {
  const place = '    /** Dates are stored as `YYYY-MM-DD`, not as a Date. */\n';
  const declaration = `    phone: optionalField(anyText, {
      wire: true,
      input: orAbsent(lineText(30)),
      form: { control: 'tel', maxLength: 30 },
      column: { width: 90 },
      csv: {},
      print: { as: 'text' },
      search: true,
      sort: true,
      sample: '+51 999 999 999',
    }),
`;
  tree.edit('packages/contracts/src/entities/students.ts', place, declaration + place);
}

/** Names the field in every language. */
export function labelPhone(tree: CopiedTree): void {
  for (const [language, label] of Object.entries(phoneLabels)) {
    const file = `web/src/i18n/locales/${language}/students.json`;
    const texts = JSON.parse(readFileSync(join(tree.folder, file), 'utf8'));
    tree.write(file, JSON.stringify({ ...texts, form: { ...texts.form, phone: label } }));
  }
}

/** Adds the first declaration of each recipe: a call, a job, an event, an error, a role and a screen, all in one copy. */
export function declareAll(tree: CopiedTree): void {
  const contracts = 'packages/contracts/src';
  tree.edit(
    `${contracts}/api/students.ts`,
    "export const studentsApi = defineApi('students', {\n",
    `export const studentsApi = defineApi('students', {
      archive: {
        method: 'POST',
        access: withPermission('students.create'),
        body: z.object({ id: idOf('student_not_found') }),
        reply: done,
        fallback: 'Failed to archive the student',
      },
    `,
  );
  tree.edit(
    `${contracts}/jobs/index.ts`,
    'export const jobs = {\n',
    `const reminderJob = defineJob({
      queue: 'email',
      name: 'reminder',
      service: 'mail-worker',
      data: z.strictObject({ tenantId: id }),
      attempts: 3,
      backoffMs: 5_000,
    });
    export const jobs = {
      reminder: reminderJob,
    `,
  );
  tree.edit(
    `${contracts}/events.ts`,
    'export const events = {\n',
    `export const events = {
      archived: {
        schema: z.strictObject({ tenantId: id, studentId: id }),
        permission: 'students.view',
        publishers: ['domain-worker'],
      },
    `,
  );
  tree.edit(
    `${contracts}/errors.ts`,
    'export const errorTable = {\n',
    "export const errorTable = {\n  student_archived: { status: 409, message: 'The student is archived' },\n",
  );
  tree.edit(`${contracts}/permissions.ts`, 'tenantRole = z.enum([', "tenantRole = z.enum(['auditor', ");
  tree.edit(
    'web/src/app/routes/table.ts',
    'export const routes = {\n',
    `export const routes = {
      archive: {
        path: '/archive/:year?',
        labelKey: 'header.archive',
        texts: ['archive'],
        frame: 'staff',
        needs: { permission: 'archive.view' },
        load: async () => (await import('../../features/archive/ArchiveScreen.tsx')).ArchiveScreen,
      },
    `,
  );
  // A text that only English has.
  const header = 'web/src/i18n/locales/en/header.json';
  const texts = JSON.parse(readFileSync(join(tree.folder, header), 'utf8'));
  tree.write(header, JSON.stringify({ ...texts, spare: 'Spare' }));
}
