import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const longest = 400;
const vague = /(^|\/)(utils?|helpers?|common|misc|types)\.tsx?$/;
const code = /\.(ts|tsx|mjs|css)$/;
/** Generated data, which is not read as code. */
const generated = /\.generated\.ts$|\/fixtures?\//;

/** Files that are too long, or whose name says nothing about their content. */
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

// Joined at run time, so that this file does not contain the hosts itself.
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

/** Places that name the host of a package registry, image registry or mirror. Hosts belong in the machine's settings. */
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
/** The path of a certificate or of its verify page, in a string. */
const printedUrl = /(?<=['"`}])\/(?:verify|c)(?=[/'"`])/;

/** Places that write a URL which is printed in certificates, instead of using the one definition in `urls.ts`. */
export function spelledUrls(root: string, files: readonly string[]): string[] {
  return files
    .filter((file) => /\/src\/.*\.tsx?$/.test(file) && file !== urls && !/\.test\.tsx?$/.test(file))
    .filter((file) => printedUrl.test(readFileSync(join(root, file), 'utf8')))
    .map((file) => `${file} writes a printed URL; use ${urls}`);
}
