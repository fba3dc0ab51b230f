import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type FontPack, fontPacks } from '@sello/design/fonts';
import { loadFonts, packFolder } from '@sello/render';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { fetchPacks } from '../src/fonts/packs.ts';
import type { Reporter } from '../src/report.ts';

/** An npm package archive with these files. */
function archiveOf(files: Record<string, Buffer>): Buffer {
  const parts = Object.entries(files).flatMap(([path, content]) => {
    const header = Buffer.alloc(512);
    header.write(`package/${path}`);
    header.write('0000644\0', 100);
    header.write(content.length.toString(8).padStart(11, '0'), 124);
    header.write('        ', 148);
    header.write('ustar\x0000', 257);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(sum.toString(8).padStart(6, '0'), 148);
    header.write('\0 ', 154);
    return [header, content, Buffer.alloc((512 - (content.length % 512)) % 512)];
  });
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(1024)]), { level: 0 });
}

const font = readFileSync(join(import.meta.dirname, '../../render/fonts/NewsreaderDisplay_400Regular.ttf'));
const archive = archiveOf({
  'package.json': Buffer.from('{"name":"@expo-google-fonts/noto-sans-jp","version":"0.4.3"}'),
  '100Thin/NotoSansJP_100Thin.ttf': font,
  '400Regular/NotoSansJP_400Regular.ttf': font,
  '700Bold/NotoSansJP_700Bold.ttf': font,
  LICENSE_FONT: Buffer.from('SIL Open Font License'),
});
const sri = (bytes: Buffer) => `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
const real = fontPacks.find(({ name }) => name === 'Noto Sans JP') as FontPack;
const pack: FontPack = { ...real, integrity: sri(archive), size: archive.length };

let registry: Server;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let ranges: (string | undefined)[] = [];
const serveArchive = (request: IncomingMessage, response: ServerResponse) => {
  const start = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
  if (start === 0) return void response.end(archive);
  const range = `bytes ${start}-${archive.length - 1}/${archive.length}`;
  response.writeHead(206, { 'content-range': range }).end(archive.subarray(start));
};
const folders: string[] = [];
const before = { ...process.env };

beforeAll(async () => {
  registry = createServer((request, response) => {
    const host = `http://${request.headers.host}`;
    if (request.url?.endsWith('.tgz')) {
      ranges.push(request.headers.range);
      return answer(request, response);
    }
    const { package: name, version, integrity } = pack;
    const dist = { tarball: `${host}/pack.tgz`, integrity };
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        name,
        'dist-tags': { latest: version },
        versions: { [version]: { name, version, dist } },
      }),
    );
  });
  await new Promise<void>((ready) => registry.listen(0, '127.0.0.1', ready));
  const { port } = registry.address() as AddressInfo;
  const cache = mkdtempSync(join(tmpdir(), 'sello-npm-'));
  folders.push(cache);
  Object.assign(process.env, { npm_config_registry: `http://127.0.0.1:${port}/`, npm_config_cache: cache });
});
afterEach(() => {
  ranges = [];
});
afterAll(() => {
  process.env = before;
  registry.closeAllConnections();
  registry.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function buildOptions(signal = new AbortController().signal) {
  const folder = mkdtempSync(join(tmpdir(), 'sello-packs-'));
  folders.push(folder);
  const messages: string[] = [];
  const steps: number[] = [];
  const report: Reporter = {
    info: (line) => messages.push(line),
    warn: (line) => messages.push(line),
    progress: (_work, _step, done = 0) => steps.push(done),
    ended: () => {},
  };
  return { options: { folder, packs: [pack], report, signal, pauses: [0] }, messages, steps, folder };
}

it('downloads a pack with progress; a library then loads it, and a second call downloads nothing', async () => {
  answer = serveArchive;
  const { options, messages, steps, folder } = buildOptions();
  expect(await fetchPacks(options)).toEqual([]);
  expect(steps.at(-1)).toBe(archive.length);
  expect(messages.join()).toContain('Noto Sans JP');
  expect(readdirSync(packFolder(folder, pack)).sort()).toEqual([
    'LICENSE_FONT',
    'NotoSansJP_400Regular.ttf',
    'NotoSansJP_700Bold.ttf',
  ]);
  const fonts = await loadFonts({ packs: folder });
  expect(fonts.absent.map(({ name }) => name)).not.toContain('Noto Sans JP');
  await fetchPacks(options);
  expect(ranges).toEqual([undefined]);
});

it('resumes the download after a broken connection', async () => {
  const half = Math.floor(archive.length / 2);
  answer = (request, response) => {
    if (request.headers.range) return serveArchive(request, response);
    response.setHeader('content-length', archive.length);
    response.write(archive.subarray(0, half));
    // Broken when some of it is kept: what was only sent may never be read.
    const seen = setInterval(() => {
      if (!statSync(part, { throwIfNoEntry: false })?.size) return;
      clearInterval(seen);
      response.destroy();
    }, 10);
  };
  const { options, folder } = buildOptions();
  const part = `${packFolder(folder, pack)}.tgz.part`;
  expect(await fetchPacks(options)).toEqual([]);
  expect(ranges).toHaveLength(2);
  expect(Number(/\d+/.exec(ranges[1] ?? '')?.[0])).toBeGreaterThan(0);
  expect(statSync(packFolder(folder, pack)).isDirectory()).toBe(true);
});

it('resumes a download that was aborted', async () => {
  const stop = new AbortController();
  const { options, folder } = buildOptions(stop.signal);
  answer = (_request, response) => {
    response.setHeader('content-length', archive.length);
    response.write(archive.subarray(0, 50_000));
  };
  const stopped = expect(fetchPacks(options)).rejects.toThrow();
  const part = `${packFolder(folder, pack)}.tgz.part`;
  await expect.poll(() => statSync(part, { throwIfNoEntry: false })?.size).toBe(50_000);
  stop.abort(new Error('stopped'));
  await stopped;
  answer = serveArchive;
  expect(await fetchPacks({ ...options, signal: new AbortController().signal })).toEqual([]);
  expect(ranges.at(-1)).toBe('bytes=50000-');
  expect(readdirSync(folder).filter((name) => !name.startsWith('.'))).toEqual(['noto-sans-jp-0.4.3']);
});

it('rejects an archive that does not match its integrity hash', async () => {
  const other = Buffer.from(archive);
  other[300] = (other[300] as number) ^ 1;
  answer = (_request, response) => void response.end(other);
  const { options, messages, folder } = buildOptions();
  expect(await fetchPacks(options)).toEqual([pack]);
  expect(messages.join()).toContain('does not match its integrity hash');
  expect(readdirSync(folder).filter((name) => name.startsWith('noto'))).toEqual([]);
});

it('downloads a pack once for two concurrent calls', async () => {
  answer = serveArchive;
  const { options } = buildOptions();
  expect(await Promise.all([fetchPacks(options), fetchPacks(options)])).toEqual([[], []]);
  expect(ranges).toHaveLength(1);
});

it('lets npm download from a registry that requires authentication', async () => {
  answer = (request, response) => {
    if (String(request.headers['user-agent']).includes('npm/')) return serveArchive(request, response);
    response.writeHead(401).end();
  };
  const { options, folder } = buildOptions();
  expect(await fetchPacks(options)).toEqual([]);
  expect(readdirSync(packFolder(folder, pack))).toContain('NotoSansJP_700Bold.ttf');
});

it('reports a pack that cannot be downloaded with one warning', async () => {
  answer = (_request, response) => void response.writeHead(500).end();
  const { options, messages } = buildOptions();
  expect(await fetchPacks(options)).toEqual([pack]);
  expect(messages).toEqual([
    expect.stringMatching(/Noto Sans JP could not be fetched.*500.*npm run fetch-fonts/),
  ]);
});
