import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { elements } from '../packages/design/src/elements/index.ts';
import { wrongAfterWaiting } from './checks/after-waiting.ts';
import { wrongRequirements } from './checks/asvs.ts';
import { wrongCryptography } from './checks/cryptography.ts';
import { undeclaredProperties } from './checks/custom-properties.ts';
import { type CheckResult, declarationChecks } from './checks/declarations.ts';
import { wrongManifests } from './checks/dependencies.ts';
import { wrongTypeTests } from './checks/element-types.ts';
import { namedHosts, spelledUrls, wrongFiles } from './checks/files.ts';
import { cycles, wrongEdges } from './checks/graph.ts';
import { isTest, readImports } from './checks/imports.ts';
import { wrongLayers } from './checks/layers.ts';
import { readList, readLockfile, wrongPackages } from './checks/production-packages.ts';
import { writtenBounds, writtenTimes } from './checks/times.ts';
import { bannedWordsIn } from './checks/vocabulary.ts';

const root = join(import.meta.dirname, '..');

function tracked(): string[] {
  const list = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  const gone = spawnSync('git', ['ls-files', '-z', '--deleted'], { cwd: root, encoding: 'utf8' });
  const missing = new Set((gone.stdout ?? '').split('\0'));
  return list.stdout.split('\0').filter((file) => file && !missing.has(file));
}

/** Checkers of the same types beside each other cost twice the work; the tools themselves run side by side. */
const oneThread = '--singleThreaded';

/** Runs a tool of node_modules. If it fails, its output is the problem. */
function tool(name: string, entry: string, args: string[]): Promise<CheckResult> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, 'node_modules', entry), ...args], { cwd: root });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => resolve({ name, problems: [error.message] }));
    child.on('close', (code) =>
      resolve({ name, problems: code === 0 ? [] : [output.trim() || `${entry} ended with ${code}`] }),
    );
  });
}

/** Runs all static checks; each result lists the problems found. */
export async function runChecks(): Promise<CheckResult[]> {
  const files = tracked();
  const code = files.filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'));
  const imports = readImports(root, code);
  const inProduct = imports.filter((entry) => !isTest(entry.file));
  const tools = await Promise.all([
    tool('format and lint', '@biomejs/biome/bin/biome', ['ci', '--colors=off', '--max-diagnostics=200']),
    tool('types of packages and services', 'typescript/bin/tsc', ['-p', 'tsconfig.json', oneThread]),
    tool('types of the web', 'typescript/bin/tsc', ['-p', 'web/tsconfig.json', oneThread]),
    tool('types of the pictures of the web', 'typescript/bin/tsc', [
      '-p',
      'web/scripts/tsconfig.json',
      oneThread,
    ]),
    tool('no unused file, export or dependency', 'knip/bin/knip.js', [
      '--no-progress',
      '--treat-config-hints-as-errors',
    ]),
  ]);
  return [
    ...tools,
    { name: 'the import graph', problems: wrongEdges(imports) },
    { name: 'no import cycles', problems: cycles(inProduct, new Set(code)) },
    {
      name: 'no code outside an element depends on its type',
      problems: wrongTypeTests(root, code, Object.keys(elements)),
    },
    { name: 'answers and calls belong to what was started', problems: wrongAfterWaiting(root, code) },
    { name: 'no time is written in the code of a service', problems: writtenTimes(root, code) },
    { name: 'no test says how long it waits', problems: writtenBounds(root, code) },
    { name: 'dependencies are what the code imports', problems: wrongManifests(root, files) },
    {
      name: 'what runs in production is listed, with its state and licence',
      problems: wrongPackages(readLockfile(root), readList(root)),
    },
    {
      name: 'cryptography is that of Node or of a known library',
      problems: wrongCryptography(
        root,
        code,
        readList(root).map(({ name }) => name),
      ),
    },
    { name: 'every requirement of ASVS has a test, or says why not', problems: wrongRequirements(root) },
    { name: 'sizes and names of files', problems: wrongFiles(root, files) },
    { name: 'no banned words', problems: bannedWordsIn(root, files) },
    ...declarationChecks(root),
    { name: 'every style is in its cascade layer', problems: wrongLayers(root, files) },
    { name: 'every custom property is declared', problems: undeclaredProperties(root, files) },
    { name: 'printed URLs are defined once', problems: spelledUrls(root, files) },
    { name: 'no host of a registry or mirror', problems: namedHosts(root, files) },
  ];
}

/** Prints the results and returns how many checks failed. */
export function printChecks(results: readonly CheckResult[]): number {
  for (const { name, problems } of results) {
    console.log(`${problems.length === 0 ? '✓' : '✗'} ${name}`);
    for (const problem of problems) console.log(problem.replace(/^/gm, '    '));
  }
  return results.filter((result) => result.problems.length > 0).length;
}

if (import.meta.main) process.exitCode = printChecks(await runChecks()) > 0 ? 1 : 0;
