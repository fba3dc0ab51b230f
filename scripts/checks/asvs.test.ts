import { describe, expect, it } from 'vitest';
import { requiredCounts, testTitles, wrongLedger } from './asvs.ts';

const files: Record<string, string> = {
  'a/one.test.ts': `describe('a call', () => { it('is refused', () => {}); it.skip('is not made', () => {}); });`,
  'a/screen.suite.tsx': `it.each(all)(\`is shown in \${language}\`, () => { expect(<b>x</b>); });`,
  'a/plain.ts': `it('is refused', () => {});`,
  'scripts/check.ts': `tool('format and lint', 'x'); const checks = [{ name: 'no cycles', problems }];`,
  'docs/security.md': 'Sessions end 30 days\n  after their last use.',
};
const entry = (others: object = {}) => ({
  ...{ id: 'V7.2.1', level: 1, about: 'sessions', tests: ['a/one.test.ts > is refused'] },
  ...others,
});
const problems = (...list: object[]) =>
  wrongLedger(list, (file) => files[file], { V7: [list.length, 0] }).join('\n');
const ofTest = (named: unknown, id = 'V7.2.1') => problems(entry({ id, tests: [named] }));

describe('titles of tests', () => {
  it('are found behind each, skipIf and templates, and not where a test never runs', () => {
    const text = `
      describe.each(rows)('$name', () => {});
      it.skipIf(!hasTool)('runs with a tool', () => {});
      it.each\`a\`("is \\"quoted\\"", () => {});
      test(\`takes \${count}\`, () => {});
      describe('outer', () => { step('signs in', () => {}); });
      it.todo('is to do');
      it.skip('is skipped', () => {});
      other('is no test');
      it(title, () => {});`;
    const quoted = String.raw`is \"quoted\"`;
    expect(testTitles('a.test.ts', text)).toEqual(
      expect.arrayContaining(['$name', 'runs with a tool', quoted, `takes \${count}`, 'outer', 'signs in']),
    );
    expect(testTitles('a.test.ts', text)).toHaveLength(6);
  });
});

describe('an entry of the ledger', () => {
  it('passes with a test, a check or a part of a title', () => {
    for (const named of [
      'a/one.test.ts > is refused',
      'a/one.test.ts > a call',
      `a/screen.suite.tsx > shown in \${language}`,
      'scripts/check.ts > format and lint',
      'scripts/check.ts > no cycles',
    ])
      expect(ofTest(named)).toBe('');
  });

  it('fails when a file or a title is not there', () => {
    expect(ofTest('a/none.test.ts > is refused')).toBe('V7.2.1: a/none.test.ts does not exist');
    expect(ofTest('a/one.test.ts > is admitted')).toBe('V7.2.1: a/one.test.ts has no “is admitted”');
    expect(ofTest('a/one.test.ts > is not made')).toMatch(/has no “is not made”$/);
    expect(ofTest('scripts/check.ts > no banned words')).toMatch(/has no “no banned words”$/);
    expect(ofTest('a/plain.ts > is refused')).toBe('V7.2.1: a/plain.ts has no tests');
    for (const named of ['a/one.test.ts', 'a/one.test.ts > ', '', 7])
      expect(ofTest(named)).toMatch(/is not “/);
  });

  it('names a document only where a document is asked for', () => {
    const named = 'docs/security.md > 30 days after their last use';
    expect(ofTest(named, 'V7.1.1')).toBe('');
    expect(ofTest('docs/security.md > 90 days', 'V7.1.1')).toBe('V7.1.1: docs/security.md has no “90 days”');
    expect(ofTest(named)).toMatch(/is a document, and a test has to be named$/);
    expect(ofTest(named, 'V7.10.1')).toMatch(/is a document/);
  });

  it('has one outcome, few words and no other field', () => {
    const { tests: _, ...bare } = entry();
    expect(problems({ ...bare, notApplicable: 'nothing of the kind' })).toBe('');
    expect(problems({ ...bare, open: 'a test' })).toBe('');
    expect(problems(bare)).toBe('V7.2.1: exactly one of tests, notApplicable, open');
    expect(problems(entry({ open: 'a test' }))).toMatch(/exactly one/);
    expect(problems(entry({ tests: [] }))).toBe('V7.2.1: “tests” is empty');
    expect(problems({ ...bare, open: ' ' })).toBe('V7.2.1: “open” is empty');
    expect(problems(entry({ about: 'word '.repeat(13) }))).toMatch(/one to 12 words/);
    expect(problems(entry({ reason: 'x' }))).toBe('V7.2.1: “reason” is no field of an entry');
  });
});

describe('the list', () => {
  it('has every id once', () => {
    expect(problems(entry(), entry())).toBe('V7.2.1 occurs twice\nV7 has 1 of 2 requirements of level 1');
    expect(problems(entry({ id: '7.2.1' }))).toMatch(/^"7\.2\.1" is no id/);
    expect(problems(entry({ level: 3 }))).toBe(
      'V7.2.1: “level” is 1 or 2\nV7 has 0 of 1 requirements of level 1',
    );
    expect(problems(entry({ id: 'V8.2.1' }))).toBe(
      'V8 is no chapter of the ledger\nV7 has 0 of 1 requirements of level 1',
    );
    expect(wrongLedger({}, () => undefined)).toEqual(['docs/asvs.json is no list of entries']);
    expect(wrongLedger([7], () => undefined)).toEqual(['docs/asvs.json is no list of entries']);
  });

  it('has 70 requirements of level 1 and 47 of level 2', () => {
    const sums = [0, 1].map((at) =>
      Object.values(requiredCounts).reduce((sum, levels) => sum + (levels[at] ?? 0), 0),
    );
    expect(sums).toEqual([70, 47]);
  });
});
