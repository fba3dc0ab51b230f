import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CopiedTree, copyTree } from './copied-tree.ts';
import { declareAll, declarePhone, labelPhone } from './declare.ts';

// What the checks of text name; what the compiler names, and that the new field works, is shown by
// `npm run proof -- recipes`.
let tree: CopiedTree;
let named: string[];
let unlabelled: Awaited<ReturnType<CopiedTree['run']>>;

beforeAll(async () => {
  tree = copyTree();
  declarePhone(tree);
  unlabelled = await tree.run('scripts/checks/labels.ts');
  labelPhone(tree);
  declareAll(tree);
  await tree.run('scripts/checks/stored-fields.ts', '--renew');
  named = (await tree.run('scripts/checks/declarations.ts')).output.trim().split('\n');
});
afterAll(() => tree.remove());

const inEveryLanguage = (key: string) => `${key} is missing in en, es, pt`;

describe('the checks name each place that lacks', () => {
  it.each([
    ['a new call', inEveryLanguage('errors.fallback.students.archive')],
    ['a new call', 'docs/api.md does not name students: POST archive'],
    ['a new job', 'the job reminder is enqueued by nothing'],
    ['a new event', 'the event archived is not published by domain-worker'],
    ['a new error', inEveryLanguage('errors.student_archived')],
    ['a new role', inEveryLanguage('common.roles.auditor')],
    ['a new screen', 'web/scripts/shots has no scene of the screen /archive/:year?'],
    ['a text that only English has', 'header.spare is missing in es, pt'],
  ])('%s: %s', (_what, problem) => {
    expect(named).toContain(problem);
  });

  it('a new field of a student, whose label is missing', () => {
    expect(unlabelled).toEqual({ code: 1, output: 'students.form.phone is missing in en, es, pt\n' });
  });

  it('and no other place', () => {
    const known = /reminder|archive|auditor|header\.spare/;
    expect(named.filter((problem) => !known.test(problem))).toEqual([]);
  });
});
