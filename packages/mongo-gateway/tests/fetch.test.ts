// Fetches from a test mirror on the loopback address, to test the effects of a broken or manipulated mirror.
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { configuredRepositories, download, fetchIndex } from '../src/tree/apt.ts';
import type { DebPackage } from '../src/tree/packages.ts';
import { errorOf } from './test-server.ts';

let home: string;
let server: Server;
let base: string;
const files = new Map<string, Buffer>();
const requests: IncomingMessage[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(request);
    const file = files.get(request.url ?? '');
    if (!file) {
      response.writeHead(404).end();
      return;
    }
    const from = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
    const headers = { 'last-modified': new Date(0).toUTCString(), 'content-length': file.length - from };
    const range = { 'content-range': `bytes ${from}-${file.length - 1}/${file.length}` };
    response
      .writeHead(from > 0 ? 206 : 200, from > 0 ? { ...headers, ...range } : headers)
      .end(file.subarray(from));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/debian/`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'sello-fetch-'));
  files.clear();
  requests.length = 0;
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(home, { recursive: true, force: true });
});

/** Makes apt use these sources instead of the machine's. */
async function machineWithSources(lines: string): Promise<void> {
  await mkdir(join(home, 'etc'));
  await writeFile(join(home, 'sources.list'), lines);
  const conf = join(home, 'machine.conf');
  await writeFile(
    conf,
    `Dir::Etc::sourcelist "${home}/sources.list";\nDir::Etc::sourceparts "-";\nDir::Etc::parts "${home}/etc";\nAcquire::Retries "0";\n`,
  );
  vi.stubEnv('APT_CONFIG', conf);
}

function deb(name: string, content: Buffer, promised = content): DebPackage {
  files.set(`/debian/pool/${name}.deb`, content);
  const sha256 = createHash('sha256').update(promised).digest('hex');
  return {
    name,
    version: '1',
    depends: [],
    provides: [],
    filename: `pool/${name}.deb`,
    size: promised.length,
    sha256,
  };
}

describe('the package index', () => {
  it('is fetched from the machine’s own repositories, without security archives', async () => {
    await machineWithSources(
      `deb ${base} bookworm main contrib\ndeb http://127.0.0.1:1/debian-security bookworm-security main\ndeb http://127.0.0.1:1/other stable main\n`,
    );
    expect(await configuredRepositories()).toEqual([base, 'http://127.0.0.1:1/other/']);
  });

  it('is refused, naming its suite, when the archive has not signed it', async () => {
    await machineWithSources(`deb ${base} bookworm main\n`);
    files.set(
      '/debian/dists/forky/Release',
      Buffer.from('Origin: Debian\nSuite: testing\nCodename: forky\n'),
    );
    files.set(
      '/debian/dists/forky/main/binary-amd64/Packages',
      Buffer.from('Package: postgresql-99-documentdb\n'),
    );
    const error = await errorOf(fetchIndex(join(home, 'apt')));
    expect(error.message).toMatch(/^Debian's suite "forky" could not be fetched and verified .*not signed/);
  });

  it('is reported missing, naming its suite, when the mirror no longer has it', async () => {
    await machineWithSources(`deb ${base} bookworm main\n`);
    const error = await errorOf(fetchIndex(join(home, 'apt')));
    expect(error.message).toMatch(
      /^Debian's suite "forky" could not be fetched and verified .*does not have a Release file/,
    );
  });

  it('cannot be found when apt has no repository', async () => {
    await machineWithSources('');
    expect((await errorOf(fetchIndex(join(home, 'apt')))).message).toBe(
      "This machine's apt configuration names no Debian repository to fetch the database engine from.",
    );
  });
});

describe('a download', () => {
  const index = async () => {
    const conf = join(home, 'apt.conf');
    await writeFile(conf, 'Acquire::Retries "0";\n');
    return { repository: base, conf, packagesFile: '' };
  };

  it('stores every package under its checksum and reports progress', async () => {
    const packages = [deb('one', Buffer.alloc(5_000, 1)), deb('two', Buffer.alloc(7_000, 2))];
    const seen: [number, number][] = [];
    await download(await index(), packages, join(home, 'debs'), (done, total) => seen.push([done, total]));
    expect(seen.at(-1)).toEqual([12_000, 12_000]);
    for (const entry of packages) {
      const bytes = await readFile(join(home, 'debs', `${entry.sha256}.deb`));
      expect(bytes.length).toBe(entry.size);
    }
  });

  it('never gives the final name to a package that does not match the index', async () => {
    const entry = deb('forged', Buffer.alloc(5_000, 1), Buffer.alloc(5_000, 2));
    const error = await errorOf(download(await index(), [entry], join(home, 'debs'), () => {}));
    expect(error.message).toMatch(/^Downloading 1 packages failed: .*Hash Sum mismatch/);
    expect(await readdir(join(home, 'debs'))).not.toContain(`${entry.sha256}.deb`);
  });

  it('continues an interrupted one', async () => {
    const content = Buffer.from(Array.from({ length: 200_000 }, (_, i) => i % 251));
    const entry = deb('long', content);
    await mkdir(join(home, 'debs'));
    const target = join(home, 'debs', `${entry.sha256}.deb`);
    await writeFile(target, content.subarray(0, 120_000));
    await download(await index(), [entry], join(home, 'debs'), () => {});
    expect((await readFile(target)).equals(content)).toBe(true);
    expect(requests.map((request) => request.headers.range)).toContain('bytes=120000-');
  });
});
