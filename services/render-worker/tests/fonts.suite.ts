import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, rename } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { DesignElementInput } from '@sello/contracts';
import { defineDesign, plainText } from '@sello/design';
import { fontPacks } from '@sello/design/fonts';
import { packFiles, packFolder } from '@sello/render';
import { newId } from '@sello/store';
import { describe, expect, it, vi } from 'vitest';
import { inflateStreams } from '../../../packages/render/tests/inflate-streams.ts';
import {
  addStudents,
  addTemplate,
  buildDesign,
  buildStudent,
  buildText,
  createBatch,
  type Fixture,
  followBatch,
} from './fixture.ts';

interface FontsContext {
  fixture: Fixture;
  signing: string;
  /** The folder of font packs of the worker; empty at first. */
  packs: string;
  fileOf(certId: string): Promise<Buffer>;
}

/** A font with Chinese characters and kana. */
const brush = createRequire(import.meta.resolve('@sello/render')).resolve(
  '@expo-google-fonts/yusei-magic/400Regular/YuseiMagic_400Regular.ttf',
);

/** Fonts of names and of organizations. Runs in a file that has a worker, because each takes seconds to start. */
export function testFonts(context: () => FontsContext): void {
  describe('fonts', () => {
    it('issues names in many scripts with the bundled fonts, and names the font pack of a Chinese one', async () => {
      const names = [
        ...[
          'محمد علي',
          'דוד כהן',
          'राहुल शर्मा',
          'রহিম উদ্দিন',
          'முருகன்',
          'สมชาย ใจดี',
          'Հայկ Պետրոսյան',
          'გიორგი',
        ],
        ...['ሰላም ተስፋዬ', 'Дмитрий Щербаков', 'Μαρία', 'Nguyễn Thị Ánh', 'ਗੁਰਮੁਖੀ', 'ಕನ್ನಡ', 'తెలుగు', 'မြန်မာ'],
      ];
      const rows = [...names, '李小龙'].map((fullName, index) =>
        buildStudent(index, { idNumber: `scripts-${index}`, fullName }),
      );
      const { fixture, signing } = context();
      const items = await addStudents(fixture, rows);
      const { batch } = await followBatch(fixture, () => createBatch(fixture, 'generate', items, signing));
      const { items: ended } = await fixture.store.batches.items(fixture.tenantId, batch._id, {
        state: 'failed',
      });
      expect(ended.map(({ fullName }) => fullName)).toEqual(['李小龙']);
      const details = { character: '李', pack: expect.stringMatching(/^Noto .* SC$/) };
      expect(ended[0]!.error).toMatchObject({ code: 'glyph_missing', details });
      expect(batch).toMatchObject({ state: 'done', done: names.length, failed: 1 });
    });

    it('uses a pack that arrives while it runs, without a restart', async () => {
      const { fixture, signing, packs, fileOf } = context();
      const { store, tenantId } = fixture;
      const add = (name: string, ...elements: DesignElementInput[]) =>
        addTemplate(store, tenantId, name, buildDesign(elements, { locale: 'ja' }));
      const name = buildText('name', '{{fullName}}');
      const compiled = await add('Compiled before', name);
      // Its own text needs the pack, so that it cannot be compiled before.
      const waiting = await add('Waiting', name, buildText('title', '修了証書', 80));
      const [latin, japanese] = ['Hanako Yamada', '山田 花子'].map((fullName, index) =>
        buildStudent(index, { idNumber: `arriving-${index}`, fullName }),
      );
      const items = await addStudents(fixture, [latin!, japanese!]);
      const issue = async (template: typeof compiled, { fullName }: { fullName: string }) => {
        const rows = [{ ...items.find((item) => item.fullName === fullName)!, ...template }];
        const { batch } = await followBatch(fixture, () => createBatch(fixture, 'generate', rows, signing));
        return (await store.batches.items(tenantId, batch._id)).items[0]!;
      };
      expect((await issue(compiled, latin!)).error).toBeUndefined();
      for (const template of [compiled, waiting]) {
        const { error } = await issue(template, japanese!);
        expect(error).toMatchObject({ code: 'glyph_missing', details: { pack: 'Noto Serif JP' } });
      }

      const pack = fontPacks.find((one) => one.name === 'Noto Serif JP')!;
      const folder = packFolder(packs, pack);
      // As it is fetched: beside its place, where it appears as a whole. A smaller font stands in for the pack's own.
      for (const { path } of packFiles(pack)) {
        await mkdir(dirname(join(`${folder}.part`, path)), { recursive: true });
        await copyFile(brush, join(`${folder}.part`, path));
      }
      await rename(`${folder}.part`, folder);
      for (const template of [compiled, waiting]) {
        const issued = await vi.waitFor(
          async () => {
            const row = await issue(template, japanese!);
            expect(row.error).toBeUndefined();
            return row;
          },
          { interval: 100 },
        );
        expect(inflateStreams(await fileOf(issued.certId!)).toString('latin1')).toContain('YuseiMagic');
      }
    });

    it('sets a template in the organization’s own font, also after it was removed from the list', async () => {
      const bytes = await readFile(brush);
      const { fixture, signing, fileOf } = context();
      const { store, blobs, tenantId } = fixture;
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const key = `fonts/${tenantId}/${sha256}`;
      const font = { sha256, key, size: bytes.byteLength, fileName: 'brush.ttf' };
      await blobs.put(key, bytes);
      const { _id } = await store.fonts.create(tenantId, {
        ...{
          ...font,
          family: 'Our Brush',
          weight: 400,
          italic: false,
          characters: 9_000,
          licensedBy: newId(),
        },
      });
      const elements = [
        {
          ...{ id: 't1', type: 'text' as const, x: 50, y: 50, width: 400, height: 40 },
          ...{ paragraphs: plainText('{{fullName}}'), fontFamily: 'Our Brush', fontSize: 20 },
        },
      ];
      const pages = [{ id: 'p1', width: 842, height: 595, elements }];
      const template = await addTemplate(store, tenantId, 'Brush', defineDesign({ version: 2, pages }));
      await store.fonts.remove(tenantId, _id);
      const [item] = await addStudents(fixture, [
        buildStudent(0, { idNumber: 'own', fullName: '山田 花子' }),
      ]);
      const { batch } = await followBatch(fixture, () =>
        createBatch(fixture, 'generate', [{ ...item!, ...template }], signing),
      );
      expect(batch).toMatchObject({ state: 'done', done: 1, failed: 0 });
      const { items: ended } = await store.batches.items(tenantId, batch._id);
      expect(inflateStreams(await fileOf(ended[0]!.certId!)).toString('latin1')).toContain('YuseiMagic');
    });
  });
}
