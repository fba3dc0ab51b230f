import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CopiedTree, copyTree, type TypeProblem } from './copied-tree.ts';
import { declareAll, declarePhone, labelPhone } from './declare.ts';

const services = ['bff', 'mail-worker', 'domain-worker'].map((name) => `services/${name}/src`);
let tree: CopiedTree;
let types: TypeProblem[];
let webTypes: TypeProblem[];
let used: Awaited<ReturnType<CopiedTree['run']>>;

beforeAll(async () => {
  tree = copyTree();
  declarePhone(tree);
  labelPhone(tree);
  declareAll(tree);
  await tree.run('scripts/checks/stored-fields.ts', '--renew');
  const test = 'tests/recipes/new-field.test.ts';
  tree.write(test, readFileSync(join(import.meta.dirname, 'new-field.ts'), 'utf8'));
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--testTimeout=60000', '--project=integration'];
  [types, webTypes, used] = await Promise.all([
    tree.typeProblems(services),
    tree.typeProblems(['web/src'], './web/tsconfig.json'),
    tree.run(...vitest, test),
  ]);
});
afterAll(() => tree.remove());

/** Files with a type error that mentions this name. */
const missedIn = (name: string, problems = types): string[] =>
  [
    ...new Set(problems.filter(({ message }) => message.includes(`'${name}'`)).map(({ file }) => file)),
  ].sort();

describe('the compiler names each place that lacks', () => {
  it('a new call', () => {
    expect(missedIn('archive')).toEqual([
      'packages/contracts/src/audited-calls.ts',
      'packages/contracts/src/call-limits.ts',
      'services/bff/src/api/students/index.ts',
    ]);
  });

  it('a new job', () => {
    expect(missedIn('reminder')).toEqual(['services/mail-worker/src/service.ts']);
  });

  it('a new event', () => {
    expect(missedIn('archived')).toEqual(['services/bff/src/service.ts']);
    expect(missedIn('archived', webTypes)).toEqual(['web/src/app/live/follow.ts']);
  });

  it('a new role', () => {
    expect(missedIn('auditor')).toEqual(['packages/contracts/src/permissions.ts']);
  });

  it('a new screen', () => {
    const table = 'web/src/app/routes/table.ts';
    const ofTable = webTypes.filter(({ file }) => file === table).map(({ message }) => message);
    for (const missing of ['"header.archive"', '"archive"', '"archive.view"', 'ArchiveScreen.tsx'])
      expect(ofTable.filter((message) => message.includes(missing))).toHaveLength(1);
  });

  it('and no other place', () => {
    const known = /reminder|archive|auditor|header\.spare/;
    expect(types.filter(({ message }) => !known.test(message))).toEqual([]);
  });
});

describe('a new field of a student', () => {
  it('is complete with its declaration and labels: it compiles, is imported, stored, listed and printed', () => {
    expect([...types, ...webTypes].filter(({ message }) => message.includes('phone'))).toEqual([]);
    expect(used.code, used.output).toBe(0);
  });
});
