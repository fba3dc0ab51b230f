import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import yauzl from 'yauzl';
import { createZipWriter } from './zip-writer.ts';

const moment = new Date('2026-11-20T10:00:00Z');
const piece = randomBytes(300_000);

async function entriesOf(bytes: Buffer): Promise<{ name: string; size: number; crc32: number }[]> {
  const { promise, resolve, reject } = Promise.withResolvers<yauzl.ZipFile>();
  yauzl.fromBuffer(bytes, { lazyEntries: false }, (error, zip) => (error ? reject(error) : resolve(zip)));
  const zip = await promise;
  const entries: { name: string; size: number; crc32: number }[] = [];
  zip.on('entry', (entry: yauzl.Entry) =>
    entries.push({ name: entry.fileName, size: entry.uncompressedSize, crc32: entry.crc32 }),
  );
  return new Promise((done) => zip.on('end', () => done(entries)));
}

describe('createZipWriter', () => {
  it('writes entries of several pieces, named in any script, in their order', async () => {
    const zip = createZipWriter();
    const whole = buffer(zip.stream);
    await zip.add('Đặng Ñáñez.pdf', [piece, Buffer.from('tail')], moment);
    await zip.add('王小明.pdf', [Buffer.from('short')], moment);
    await zip.finish();
    const bytes = await whole;
    expect((await entriesOf(bytes)).map(({ name, size }) => [name, size])).toEqual([
      ['Đặng Ñáñez.pdf', 300_004],
      ['王小明.pdf', 5],
    ]);
    expect(bytes.includes(piece)).toBe(true);
  });

  it('waits for its reader instead of keeping the archive in memory', async () => {
    const zip = createZipWriter();
    let added = 0;
    const adding = (async () => {
      for (; added < 100; added++) await zip.add(`${added}.pdf`, [piece], moment);
      await zip.finish();
    })();
    for (let turns = 0; turns < 2_000; turns++) await turn();
    expect(added).toBeLessThan(20);
    expect((await entriesOf(await buffer(zip.stream))).length).toBe(100);
    await adding;
  });

  it('tells whoever waits that it was aborted, and whoever comes later', async () => {
    const zip = createZipWriter();
    const read = buffer(zip.stream);
    await zip.add('a.pdf', [piece], moment);
    const adding = zip.add('b.pdf', [piece], moment);
    zip.abort(new Error('no room left'));
    await expect(adding).rejects.toThrow('no room left');
    await expect(read).rejects.toThrow('no room left');
    await expect(zip.add('c.pdf', [piece], moment)).rejects.toThrow('no room left');
    await expect(zip.finish()).rejects.toThrow('no room left');
  });
});
