import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run, runOrThrow } from './command.ts';
import type { DebPackage } from './packages.ts';

/** The Debian release that has DocumentDB; a codename, which stays valid when the release becomes stable. */
export const SUITE = 'forky';

/**
 * Packages are fetched by the machine's own apt: it knows the mirror, the proxy and the credentials, and it verifies
 * the archive's signature and the checksums of the index and of each package. With folders of its own it needs no root.
 */
export const APT_HELPER = '/usr/lib/apt/apt-helper';

const KEYRINGS = [
  '/usr/share/keyrings/debian-archive-keyring.pgp',
  '/usr/share/keyrings/debian-archive-keyring.gpg',
];

/**
 * Repositories of the machine's own apt configuration, the most likely first; without security and backports archives.
 */
export async function configuredRepositories(): Promise<string[]> {
  // Without release information, because with it apt lists only what root has fetched, often nothing in a container.
  const format = '$(REPO_URI) $(COMPONENT) $(CREATED_BY)';
  const result = await run('apt-get', ['indextargets', '--no-release-info', '--format', format]);
  if (result.code !== 0) return [];
  const found = new Set<string>();
  for (const line of result.stdout.split('\n')) {
    const [uri, component, kind] = line.trim().split(' ');
    if (uri && component === 'main' && kind === 'Packages' && !/security|ports\//.test(uri)) found.add(uri);
  }
  const likely = (uri: string): number => (/\/debian\/?$/.test(uri) ? 0 : 1);
  return [...found].sort((a, b) => likely(a) - likely(b));
}

/** Creates apt's folders for one fetch below `home`; returns the configuration file to pass with -c. */
async function privateApt(home: string, repository: string): Promise<string> {
  for (const folder of ['lists/partial', 'archives/partial'])
    await mkdir(join(home, folder), { recursive: true });
  const keyring = KEYRINGS.find((file) => existsSync(file));
  await writeFile(join(home, 'status'), '');
  await writeFile(
    join(home, 'sources.list'),
    `deb ${keyring ? `[signed-by=${keyring}] ` : ''}${repository} ${SUITE} main\n`,
  );
  const conf = join(home, 'apt.conf');
  await writeFile(
    conf,
    [
      `Dir::State "${home}";`,
      `Dir::State::lists "${home}/lists";`,
      `Dir::State::status "${home}/status";`,
      `Dir::Cache "${home}";`,
      `Dir::Etc::sourcelist "${home}/sources.list";`,
      'Dir::Etc::sourceparts "-";',
      'Acquire::Languages "none";',
      'Acquire::PDiffs "false";',
      'Acquire::GzipIndexes "false";',
      'Acquire::Retries "3";',
      'APT::Sandbox::User "";',
      '#clear APT::Update::Post-Invoke;',
      '#clear APT::Update::Post-Invoke-Success;',
      '',
    ].join('\n'),
  );
  return conf;
}

export interface SuiteIndex {
  repository: string;
  conf: string;
  packagesFile: string;
}

/**
 * Fetches the signed package index of the suite from the first repository that has it.
 * @throws Error in one sentence that names the suite and apt's error for each repository.
 */
export async function fetchIndex(home: string): Promise<SuiteIndex> {
  const repositories = await configuredRepositories();
  if (repositories.length === 0) {
    throw new Error(
      "This machine's apt configuration names no Debian repository to fetch the database engine from.",
    );
  }
  const refusals: string[] = [];
  for (const [n, repository] of repositories.entries()) {
    const folder = join(home, String(n));
    const conf = await privateApt(folder, repository);
    const result = await run('apt-get', ['-c', conf, '-o', 'APT::Update::Error-Mode=any', 'update']);
    const lists = await readdir(join(folder, 'lists'));
    const packages = lists.find((name) => name.endsWith('_Packages'));
    if (result.code === 0 && packages) {
      return { repository, conf, packagesFile: join(folder, 'lists', packages) };
    }
    const said = result.stderr
      .trim()
      .split('\n')
      .filter((line) => /^[EW]:/.test(line));
    refusals.push(`${repository}: ${said.slice(0, 2).join(' ') || `apt-get ended with ${result.code}`}`);
  }
  throw new Error(`Debian's suite "${SUITE}" could not be fetched and verified (${refusals.join('; ')}).`);
}

/**
 * Downloads packages into `folder` as <sha256>.deb, continuing an interrupted download. Every file is verified against
 * the signed index; one that does not match never gets its final name.
 */
export async function download(
  index: SuiteIndex,
  packages: DebPackage[],
  folder: string,
  onBytes: (done: number, total: number) => void,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const total = packages.reduce((sum, entry) => sum + entry.size, 0);
  const target = (entry: DebPackage): string => join(folder, `${entry.sha256}.deb`);
  const count = async (): Promise<void> => {
    const sizes = await Promise.all(
      packages.map((p) =>
        stat(target(p)).then(
          (s) => Math.min(s.size, p.size),
          () => 0,
        ),
      ),
    );
    onBytes(
      sizes.reduce((a, b) => a + b, 0),
      total,
    );
  };
  const args = ['-c', index.conf, 'download-file'];
  for (const entry of packages) {
    args.push(new URL(entry.filename, index.repository).href, target(entry), `SHA256:${entry.sha256}`);
  }
  await count();
  const timer = setInterval(() => void count(), 250);
  try {
    await fetchAll(args, packages.length);
  } finally {
    clearInterval(timer);
  }
  await count();
}

function fetchAll(args: string[], count: number): Promise<void> {
  return new Promise((resolve, reject) => {
    // The helper is killed together with this process: two helpers, this one and that of a retry, must not write the
    // same files.
    const child = spawn('setpriv', ['--pdeathsig', 'KILL', '--', APT_HELPER, ...args], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8');
    });
    child.on('error', (error) => reject(new Error(`Downloading needs ${APT_HELPER}: ${error.message}`)));
    child.on('close', (code) => {
      if (code === 0) return resolve();
      const errors = said.split('\n').filter((line) => line.startsWith('E:'));
      reject(new Error(`Downloading ${count} packages failed: ${errors.slice(0, 3).join(' ')}`));
    });
  });
}

/** Unpacks a .deb's files below `root`. */
export async function unpack(deb: string, root: string): Promise<void> {
  await runOrThrow(`Unpacking ${deb}`, 'dpkg-deb', ['-x', deb, root]);
}
