import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CopiedTree, copyTree, type TypeProblem } from './copied-tree.ts';

const phoneLabels = { en: 'Phone', es: 'Teléfono', pt: 'Telefone' };

/** Adds a field to students: its declaration here, its labels by `labelPhone`. */
function declarePhone(tree: CopiedTree): void {
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

function labelPhone(tree: CopiedTree): void {
  for (const [language, label] of Object.entries(phoneLabels)) {
    const file = `web/src/i18n/locales/${language}/students.json`;
    const texts = JSON.parse(readFileSync(join(tree.folder, file), 'utf8'));
    tree.write(file, JSON.stringify({ ...texts, form: { ...texts.form, phone: label } }));
  }
}

/** Adds the first declaration of each recipe: a call, a job, an event, an error, a role and a screen, all in one copy. */
function declareAll(tree: CopiedTree): void {
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

type Ran = Awaited<ReturnType<CopiedTree['run']>>;

const services = ['bff', 'mail-worker', 'domain-worker'].map((name) => `services/${name}/src`);
let tree: CopiedTree;
let types: TypeProblem[];
let webTypes: TypeProblem[];
let named: string[];
let unlabelled: Ran;
let used: Ran;

beforeAll(async () => {
  tree = copyTree();
  declarePhone(tree);
  unlabelled = await tree.run('scripts/checks/labels.ts');
  labelPhone(tree);
  declareAll(tree);
  await tree.run('scripts/checks/stored-fields.ts', '--renew');
  const test = 'tests/recipes/new-field.test.ts';
  tree.write(test, readFileSync(join(import.meta.dirname, 'new-field.ts'), 'utf8'));
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--testTimeout=60000', '--project=integration'];
  const [ofServices, ofWeb, run, use] = await Promise.all([
    tree.typeProblems(services),
    tree.typeProblems(['web/src'], './web/tsconfig.json'),
    tree.run('scripts/checks/declarations.ts'),
    tree.run(...vitest, test),
  ]);
  used = use;
  types = ofServices;
  webTypes = ofWeb;
  named = run.output.trim().split('\n');
});
afterAll(() => tree.remove());

/** Files with a type error that mentions this name. */
const missedIn = (name: string, problems = types): string[] =>
  [
    ...new Set(problems.filter(({ message }) => message.includes(`'${name}'`)).map(({ file }) => file)),
  ].sort();

const inEveryLanguage = (key: string) => `${key} is missing in en, es, pt`;

describe('the checks name each place that lacks', () => {
  it('a new call', () => {
    expect(missedIn('archive')).toEqual([
      'packages/contracts/src/audited-calls.ts',
      'packages/contracts/src/call-limits.ts',
      'services/bff/src/api/students/index.ts',
    ]);
    expect(named).toContain(inEveryLanguage('errors.fallback.students.archive'));
    expect(named).toContain('docs/api.md does not name students: POST archive');
  });

  it('a new job', () => {
    expect(missedIn('reminder')).toEqual(['services/mail-worker/src/service.ts']);
    expect(named).toContain('the job reminder is enqueued by nothing');
  });

  it('a new event', () => {
    expect(missedIn('archived')).toEqual(['services/bff/src/service.ts']);
    expect(missedIn('archived', webTypes)).toEqual(['web/src/app/live/follow.ts']);
    expect(named).toContain('the event archived is not published by domain-worker');
  });

  it('a new error', () => {
    expect(named).toContain(inEveryLanguage('errors.student_archived'));
  });

  it('a new role', () => {
    expect(missedIn('auditor')).toEqual(['packages/contracts/src/permissions.ts']);
    expect(named).toContain(inEveryLanguage('common.roles.auditor'));
  });

  it('a new screen', () => {
    const table = 'web/src/app/routes/table.ts';
    const ofTable = webTypes.filter(({ file }) => file === table).map(({ message }) => message);
    for (const missing of ['"header.archive"', '"archive"', '"archive.view"', 'ArchiveScreen.tsx'])
      expect(ofTable.filter((message) => message.includes(missing))).toHaveLength(1);
    expect(named).toContain('web/scripts/shots has no scene of the screen /archive/:year?');
  });

  it('a text that only English has', () => {
    expect(named).toContain('header.spare is missing in es, pt');
  });

  it('and no other place', () => {
    const known = /reminder|archive|auditor|header\.spare/;
    expect(named.filter((problem) => !known.test(problem))).toEqual([]);
    expect(types.filter(({ message }) => !known.test(message))).toEqual([]);
  });
});

describe('a new field of a student', () => {
  it('needs a label in every language, and the check names the missing ones', () => {
    expect(unlabelled).toEqual({ code: 1, output: 'students.form.phone is missing in en, es, pt\n' });
  });

  it('is complete with its declaration and labels: it compiles, is imported, stored, listed and printed', () => {
    expect([...types, ...webTypes].filter(({ message }) => message.includes('phone'))).toEqual([]);
    expect(used.code, used.output).toBe(0);
  });
});
