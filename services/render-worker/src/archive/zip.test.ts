import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { ZipArchive } from 'archiver';
import { describe, expect, it } from 'vitest';
import yauzl from 'yauzl';
import { continueCrc, type ZipEntry, zipBytes } from './zip.ts';

const piece = randomBytes(300_000);
const moment = new Date('2026-11-20T10:31:42Z');

function buildEntry({
  name = 'a.pdf',
  pieces = [piece, Buffer.from('tail')],
  crc32: sum,
}: Partial<ZipEntry> = {}): ZipEntry {
  return { name, modifiedAt: moment, pieces, crc32: sum ?? crc32(Buffer.concat(pieces)) };
}

async function* each<Entry>(entries: Iterable<Entry>): AsyncGenerator<Entry> {
  yield* entries;
}

/** Reads a zip with yauzl: the headers that both writers must agree on, and each file's bytes. */
async function readZip(zip: yauzl.ZipFile) {
  const open = (entry: yauzl.Entry): Promise<Readable> =>
    new Promise((resolve, reject) =>
      zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream))),
    );
  const read = async (entry: yauzl.Entry) => ({
    name: entry.fileName,
    crc32: entry.crc32,
    size: entry.uncompressedSize,
    method: entry.compressionMethod,
    at: entry.getLastModDate(),
    mode: entry.externalFileAttributes >>> 16,
    bytes: await buffer(await open(entry)),
  });
  return Promise.all((await entriesOf(zip)).map(read));
}

function entriesOf(zip: yauzl.ZipFile): Promise<yauzl.Entry[]> {
  return new Promise((resolve, reject) => {
    const entries: yauzl.Entry[] = [];
    zip.on('entry', (entry: yauzl.Entry) => {
      entries.push(entry);
      zip.readEntry();
    });
    zip.on('end', () => resolve(entries));
    zip.on('error', reject);
    zip.readEntry();
  });
}

function openZip(bytes: Buffer): Promise<yauzl.ZipFile> {
  return new Promise((resolve, reject) =>
    yauzl.fromBuffer(bytes, { lazyEntries: true, autoClose: false }, (error, zip) =>
      error ? reject(error) : resolve(zip),
    ),
  );
}

/** A file far larger than memory: chunks that are mostly the same bytes. */
class Chunks extends yauzl.RandomAccessReader {
  readonly chunks: { start: number; bytes: Uint8Array }[] = [];
  size = 0;

  push(bytes: Uint8Array): void {
    this.chunks.push({ start: this.size, bytes });
    this.size += bytes.byteLength;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const parts = this.chunks.flatMap(({ start: from, bytes }) => {
      const part = bytes.subarray(Math.max(0, start - from), Math.max(0, end - from));
      return part.byteLength > 0 ? [Buffer.from(part)] : [];
    });
    return Readable.from(parts, { objectMode: false });
  }
}

describe('zipBytes', () => {
  it('compresses entries whose size is not known beforehand, between others, and throws their errors', async () => {
    const lines = Array.from({ length: 500 }, (_, line) => Buffer.from(`line ${line}\n`));
    const streamed = (name: string, fails = false) => ({
      name,
      modifiedAt: moment,
      stream: (async function* () {
        yield* lines;
        if (fails) throw new Error('no more lines');
      })(),
    });
    const empty = { name: 'empty.csv', modifiedAt: moment, stream: (async function* () {})() };
    const entries = [buildEntry(), streamed('a.csv'), empty, buildEntry({ name: 'b.pdf' })];
    const zip = await buffer(Readable.from(zipBytes(each(entries))));
    const read = await readZip(await openZip(zip));
    const text = Buffer.concat(lines);
    expect(read.map(({ name, method, bytes }) => [name, method, bytes.length])).toEqual([
      ['a.pdf', 0, 300_004],
      ['a.csv', 8, text.length],
      ['empty.csv', 8, 0],
      ['b.pdf', 0, 300_004],
    ]);
    expect(read[1]?.bytes).toEqual(text);
    expect(read[1]?.crc32).toBe(crc32(text));
    const failing = buffer(Readable.from(zipBytes(each([streamed('a.csv', true)]))));
    await expect(failing).rejects.toThrow('no more lines');
  });

  it('writes the same entries as archiver, read by yauzl', async () => {
    const entries = ['Đặng Ñáñez.pdf', '王小明.pdf', 'empty.pdf', 'José (2).pdf'].map((name, index) => {
      const pieces =
        name === 'empty.pdf' ? [] : [piece.subarray(0, 70_000 * (index + 1)), Buffer.from(`tail ${index}`)];
      return buildEntry({ name, pieces });
    });
    const oracle = new ZipArchive({ store: true });
    for (const { name, modifiedAt, pieces } of entries) {
      oracle.append(Buffer.concat(pieces), { name, date: modifiedAt, mode: 0o644 });
    }
    const [ours, theirs] = await Promise.all([
      buffer(Readable.from(zipBytes(each(entries)), { objectMode: false })),
      buffer(oracle as unknown as Readable),
      oracle.finalize(),
    ]);
    const read = await readZip(await openZip(ours));
    expect(read).toEqual(await readZip(await openZip(theirs)));
    expect(read.map(({ bytes }) => bytes)).toEqual(entries.map(({ pieces }) => Buffer.concat(pieces)));
  });

  it('continues the checksum of a shared prefix', () => {
    const tail = randomBytes(5_000);
    expect(continueCrc(crc32(piece), tail)).toBe(crc32(Buffer.concat([piece, tail])));
  });

  it('is a ZIP64 beyond 65,534 entries', async () => {
    const count = 70_000;
    const entries = Array.from({ length: count }, (_, index) =>
      buildEntry({ name: `${index}.pdf`, pieces: [Buffer.from(String(index))] }),
    );
    const bytes = await buffer(Readable.from(zipBytes(each(entries)), { objectMode: false }));
    const zip = await openZip(bytes);
    expect(zip.entryCount).toBe(count);
    const names = (await entriesOf(zip)).map(({ fileName }) => fileName);
    expect(names).toEqual(entries.map(({ name }) => name));
  });

  it('is a ZIP64 beyond 4 GiB, and each file is found at its offset', async () => {
    const shared = Buffer.alloc(256 * 1024 * 1024, 7);
    const sharedCrc = crc32(shared);
    const entries = Array.from({ length: 20 }, (_, index) => {
      const tail = Buffer.from(`tail ${index}`);
      return buildEntry({
        name: `${index}.pdf`,
        pieces: [shared, tail],
        crc32: continueCrc(sharedCrc, tail),
      });
    });
    entries.push(buildEntry({ name: 'last.pdf', pieces: [Buffer.from('the last one')] }));
    const file = new Chunks();
    for await (const chunk of zipBytes(each(entries))) file.push(chunk);
    expect(file.size).toBeGreaterThan(2 ** 32);
    const zip = await new Promise<yauzl.ZipFile>((resolve, reject) =>
      yauzl.fromRandomAccessReader(
        file,
        file.size,
        { lazyEntries: true, autoClose: false },
        (error, opened) => (error ? reject(error) : resolve(opened)),
      ),
    );
    const last = (await entriesOf(zip)).at(-1);
    expect(last?.relativeOffsetOfLocalHeader).toBeGreaterThan(2 ** 32);
    const stream = await new Promise<Readable>((resolve, reject) =>
      zip.openReadStream(last!, (error, opened) => (error ? reject(error) : resolve(opened))),
    );
    expect(String(await buffer(stream))).toBe('the last one');
  });

  it('pulls the next entry only after the previous one was read', async () => {
    let taken = 0;
    async function* counted(): AsyncGenerator<ZipEntry> {
      for (; taken < 100; taken++) yield buildEntry({ name: `${taken}.pdf` });
    }
    const bytes = zipBytes(counted());
    for (let reads = 0; reads < 10; reads++) await bytes.next();
    expect(taken).toBeLessThanOrEqual(10);
  });

  it('throws for an entry of 4 GiB or more', async () => {
    const entry = buildEntry({ pieces: [{ byteLength: 2 ** 32 } as Uint8Array], crc32: 0 });
    await expect(zipBytes(each([entry])).next()).rejects.toThrow(RangeError);
  });
});
