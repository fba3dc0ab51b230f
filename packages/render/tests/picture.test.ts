import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtInTemplates, sampleValues } from '@sello/design';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compile, createPictureThread, loadFonts, stamp } from '../src/index.ts';
import { decodePng } from './golden/sheet.ts';

const thread = createPictureThread();
const files: Buffer[] = [];
afterAll(() => thread.close());
beforeAll(async () => {
  const fonts = await loadFonts();
  const tenant = { name: 'Instituto Cordillera', publicName: 'Instituto Cordillera' };
  const assets = { get: (id: string) => Promise.reject(new Error(`no image ${id}`)) };
  for (const { key, design } of builtInTemplates('en')) {
    const compiled = await compile({ id: key, design }, { fonts, assets });
    const { custom, batch = {} } = sampleValues(design, tenant, '');
    const { tail } = await stamp(compiled, {
      student: { fullName: 'Lucía Fernanda Quispe Mamani', startDate: '2026-03-03', endDate: '2026-10-30' },
      ...{ custom, batch, tenant },
      certificate: {
        id: '7K3M9QXT2VHBC0RD8WJN5PZE4F',
        issuedAt: new Date('2026-11-14T15:00:00Z'),
        issuedOn: '2026-11-14',
        verifyUrl: 'https://certs.cordillera.example/verify/7K3M9QXT2VHBC0RD8WJN5PZE4F',
      },
    });
    files.push(Buffer.concat([compiled.prefix, tail]));
  }
});

const poppler = '/usr/bin/pdftoppm';

describe('the picture of a certificate', () => {
  it.skipIf(!existsSync(poppler))('matches the rendering of poppler', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sello-picture-'));
    for (const file of files) {
      const { png, width, height } = await thread.draw('a', file);
      writeFileSync(join(folder, 'file.pdf'), file);
      const size = ['-scale-to-x', String(width), '-scale-to-y', String(height)];
      execFileSync(poppler, [...size, '-singlefile', join(folder, 'file.pdf'), join(folder, 'file')]);
      const ppm = readFileSync(join(folder, 'file.ppm'));
      const expected = ppm.subarray(ppm.length - width * height * 3);
      const drawn = decodePng(png).rgb;
      let difference = 0;
      for (const [place, colour] of expected.entries()) difference += Math.abs(colour - drawn[place]!);
      // Anti-aliasing differs: 2 to 5 of 255 on average.
      expect(difference / expected.length).toBeLessThan(8);
      expect(Math.max(width, height)).toBeLessThanOrEqual(2_400);
    }
  });

  it('fails for an invalid file, and the next file is rendered', async () => {
    const invalid = Buffer.from('%PDF-1.7\nnothing');
    await expect(thread.draw('a', invalid)).rejects.toMatchObject({ code: 'unavailable' });
    const { page, png } = await thread.draw('b', files[0]!);
    expect(Math.round(page.width)).toBe(842);
    // Small enough for a page on a phone.
    expect(png.length).toBeLessThan(600_000);
  });

  it('fails when it exceeds its budget or the queue is full', async () => {
    // A first picture gets 5 s more, so its budget is 0.
    const limited = createPictureThread({ budgetMs: -5_000, maxQueued: 1 });
    const first = limited.draw('a', files[0]!);
    await expect(limited.draw('b', files[0]!)).rejects.toMatchObject({ code: 'unavailable' });
    await expect(first).rejects.toMatchObject({ code: 'unavailable' });
    await limited.close();
  });
});
