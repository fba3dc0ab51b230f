import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const longest = 400;
const vague = /(^|\/)(utils?|helpers?|common|misc|types)\.tsx?$/;
const code = /\.(ts|tsx|mjs|css)$/;
/** Data that a script wrote: no one reads it as code. */
const generated = /\.generated\.ts$|\/fixtures?\//;

/** Files that are too long to read or not named for an idea. */
export function wrongFiles(root: string, files: readonly string[]): string[] {
  const wrong: string[] = [];
  for (const file of files) {
    if (vague.test(file)) wrong.push(`${file} is not named for an idea`);
    if (!code.test(file) || generated.test(file)) continue;
    const lines = readFileSync(join(root, file), 'utf8').split('\n').length - 1;
    if (lines > longest) wrong.push(`${file} has ${lines} lines; ${longest} is the most`);
  }
  return wrong;
}

// Put together at run time so that this file does not name them itself.
const dotted = (...labels: string[]): string => labels.join('.');
const hosts = [
  dotted('registry', 'npmjs', 'org'),
  dotted('registry', 'yarnpkg', 'com'),
  dotted('deb', 'debian', 'org'),
  dotted('snapshot', 'debian', 'org'),
  dotted('archive', 'ubuntu', 'com'),
  dotted('docker', 'io'),
  dotted('ghcr', 'io'),
  dotted('quay', 'io'),
  dotted('mcr', 'microsoft', 'com'),
];

/** Places that name the host of a package registry, image registry or mirror; those belong to the machine's settings. */
export function namedHosts(root: string, files: readonly string[]): string[] {
  const wrong: string[] = [];
  for (const file of files) {
    if (/\.(png|woff2|ttf|otf|jpg|pdf|ico)$/.test(file)) continue;
    const text = readFileSync(join(root, file), 'utf8');
    for (const host of hosts) if (text.includes(host)) wrong.push(`${file} names ${host}`);
  }
  return wrong;
}

const urls = 'packages/contracts/src/urls.ts';
/** An address of a certificate or of the page that verifies it, in a text. */
const printedUrl = /(?<=['"`}])\/(?:verify|c)(?=[/'"`])/;

/** Places that spell an address that is printed for ever, instead of taking it from the one file that does. */
export function spelledUrls(root: string, files: readonly string[]): string[] {
  return files
    .filter((file) => /\/src\/.*\.tsx?$/.test(file) && file !== urls && !/\.test\.tsx?$/.test(file))
    .filter((file) => printedUrl.test(readFileSync(join(root, file), 'utf8')))
    .map((file) => `${file} spells a printed address; ${urls} has it`);
}
