import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { copyTree, readTypeProblems } from './copied-tree.ts';

it('changes nothing outside the copy, and deletes the copy', () => {
  const own = join(import.meta.dirname, '../../CONTRIBUTING.md');
  const before = readFileSync(own, 'utf8');
  const tree = copyTree();
  tree.edit('CONTRIBUTING.md', '# Contributing\n', '# Changed\n');
  expect(readFileSync(join(tree.folder, 'CONTRIBUTING.md'), 'utf8')).toContain('# Changed');
  expect(() => tree.edit('CONTRIBUTING.md', 'nowhere to be found', '')).toThrow('does not hold');
  tree.remove();
  expect(existsSync(tree.folder)).toBe(false);
  expect(readFileSync(own, 'utf8')).toBe(before);
});

it('parses file, line and message of each problem', () => {
  expect(
    readTypeProblems("a/b.ts(3,14): error TS1360: Type '{}' is wrong.\n  Property 'x' is missing.\n"),
  ).toEqual([
    { file: 'a/b.ts', line: 3, message: "TS1360: Type '{}' is wrong.\n  Property 'x' is missing." },
  ]);
});
