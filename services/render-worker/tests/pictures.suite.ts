import { createHash } from 'node:crypto';
import { type DesignElementInput, logoKey } from '@sello/contracts';
import type { BatchRecord, CertificateRecord } from '@sello/store';
import { describe, expect, it } from 'vitest';
import { createRenderThread, loadFonts } from '../../../packages/render/src/index.ts';
import { isInstalled, pictureOf } from '../../../packages/render/tests/outside-tools.ts';
import { colors, paintedPng } from '../../../packages/render/tests/painted-png.ts';
import { createTemplateCompiler } from '../src/issuing/template-compiler.ts';
import { createTemplates } from '../src/issuing/templates.ts';
import {
  addStudents,
  addTemplate,
  buildDesign,
  buildStudent,
  createBatch,
  type Fixture,
  followBatch,
  log,
} from './fixture.ts';

type Color = keyof typeof colors;
const picture = (color: Color) => paintedPng(60, 60, () => colors[color]);

function image(name: string, x: number): DesignElementInput {
  const box = { x, y: 100, width: 100, height: 100 };
  return { type: 'image', id: `image${x}`, ...box, source: { kind: 'variable', name } };
}

/** Images that variables name. Runs in a file that has a worker, because each takes seconds to start. */
export function testPictures(
  context: () => { fixture: Fixture; fileOf(certId: string): Promise<Buffer> },
): void {
  async function issue(
    design: ReturnType<typeof buildDesign>,
    label: string,
    photos: (string | undefined)[],
  ) {
    const { fixture } = context();
    const template = await addTemplate(fixture.store, fixture.tenantId, label, design);
    const students = photos.map((photo, index) =>
      buildStudent(index, { idNumber: `${label}-${index}`, photo }),
    );
    const items = await addStudents({ ...fixture, ...template }, students);
    items.sort((one, other) => (one.fullName < other.fullName ? -1 : 1));
    const again = (values?: Record<string, string>) =>
      followBatch(fixture, () => createBatch(fixture, 'generate', items, undefined, values));
    return { again, ...template };
  }

  async function certificatesOf(batch: BatchRecord): Promise<CertificateRecord[]> {
    const { store, tenantId } = context().fixture;
    const { items } = await store.batches.items(tenantId, batch._id);
    const certificates = await Promise.all(
      items.map(({ certId }) => store.certificates.get(tenantId, certId!)),
    );
    return certificates.filter((certificate) => certificate !== null);
  }

  let logos = 0;
  async function storeLogo(bytes: Uint8Array): Promise<void> {
    const { blobs, store, tenantId } = context().fixture;
    const key = logoKey(tenantId, ++logos, 'png');
    await blobs.put(key, bytes);
    await store.tenants.update(tenantId, { logoUrl: `https://sello.example/${key}` });
  }

  async function storePhoto(bytes: Uint8Array, size = bytes.byteLength): Promise<string> {
    const { blobs, store, tenantId } = context().fixture;
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    await blobs.put(`photos/${sha256}`, bytes);
    const asset = await store.assets.put(tenantId, {
      ...{ sha256, key: `photos/${sha256}`, size, mediaType: 'image/png' },
    });
    return asset._id;
  }

  const seenAt = async (certificate: CertificateRecord, x: number) =>
    pictureOf(await context().fileOf(certificate._id)).at(x, 150);

  describe.skipIf(!isInstalled('pdftoppm'))('an image that a variable names', () => {
    it('is the organization’s logo of the moment, in the prefix that certificates of one logo share', async () => {
      const { fixture } = context();
      const { store, tenantId, blobs } = fixture;
      const { again, revisionId } = await issue(buildDesign([image('tenant.logo', 20)]), 'logo', [
        undefined,
        undefined,
      ]);
      const without = await certificatesOf((await again()).batch);
      await storeLogo(picture('red'));
      const red = await certificatesOf((await again()).batch);
      await storeLogo(picture('blue'));
      const blue = await certificatesOf((await again()).batch);

      expect(await seenAt(without[0]!, 70)).toEqual([255, 255, 255]);
      expect(await seenAt(red[0]!, 70)).toEqual([...colors.red]);
      expect(await seenAt(blue[1]!, 70)).toEqual([...colors.blue]);
      const keys = [without, red, blue].map((some) => [...new Set(some.map(({ prefix }) => prefix.key))]);
      expect(keys.map((some) => some.length)).toEqual([1, 1, 1]);
      expect(new Set(keys.flat()).size).toBe(3);

      // A lost prefix is compiled again with the logo of its time.
      const [lost] = keys[1]!;
      await blobs.delete(lost!);
      const thread = createRenderThread({ folder: undefined, budgetMs: 5_000 });
      const compiler = createTemplateCompiler(await loadFonts({ folder: undefined }), thread);
      const templates = createTemplates(store, blobs, compiler, log);
      expect(await templates.restorePrefix(tenantId, lost!)).toBe(true);
      expect(await seenAt(red[0]!, 70)).toEqual([...colors.red]);
      expect((await templates.artworkOf(tenantId, lost!)).logo).toMatch(
        /^assets\/.*\/images\/logo-\d+\.png$/,
      );
      await thread.close();
      expect((await store.revisions.get(tenantId, revisionId))!.prefixes).toHaveLength(3);

      await storeLogo(Buffer.from('RIFF0000WEBP no picture'));
      const { batch } = await again();
      const { items } = await store.batches.items(tenantId, batch._id);
      expect(items.map(({ error }) => error)).toMatchObject(
        items.map(() => ({ code: 'image_unreadable', details: { assetId: '{{tenant.logo}}' } })),
      );
      await store.tenants.update(tenantId, { logoUrl: null });
    });

    it('is the signature of the signatory whose name is printed, beside the seal in the organization’s colour', async () => {
      const { fixture } = context();
      const { store, tenantId } = fixture;
      const [red, blue] = [await storePhoto(picture('red')), await storePhoto(picture('blue'))];
      const signatories = [
        { name: 'Rosa', role: 'Dean', signature: red },
        { name: 'Joaquim', role: '', signature: blue },
      ];
      const seal: DesignElementInput = {
        ...{ type: 'rectangle', id: 'seal', x: 260, y: 100, width: 100, height: 100, fill: 'seal:#00c800' },
      };
      const design = buildDesign([
        image('signatory1.signature', 20),
        image('signatory2.signature', 140),
        seal,
      ]);
      const { again, revisionId } = await issue(design, 'signed', [undefined]);
      const issuedWith = async (values: Record<string, string>) =>
        (await certificatesOf((await again(values)).batch))[0]!;
      const of = async (certificate: CertificateRecord) =>
        Promise.all([70, 190, 310].map((x) => seenAt(certificate, x)));
      const white = [255, 255, 255];
      const first = await issuedWith({ signatory1: 'Rosa', signatory2: 'Somebody else' });
      expect(await of(first)).toEqual([white, white, [0, 200, 0]]);

      await store.tenants.update(tenantId, { signatories, sealColor: '#0a0b0c' });
      const second = await issuedWith({ signatory1: 'Joaquim', signatory2: 'Rosa' });
      expect(await of(second)).toEqual([[...colors.blue], [...colors.red], [10, 11, 12]]);
      const third = await issuedWith({ signatory1: 'Rosa', signatory2: 'Somebody else' });
      expect(await of(third)).toEqual([[...colors.red], white, [10, 11, 12]]);
      // What was issued keeps its bytes and its prefix.
      expect(await of(first)).toEqual([white, white, [0, 200, 0]]);
      const { prefixes } = (await store.revisions.get(tenantId, revisionId))!;
      const redKey = (await store.assets.get(tenantId, red))!.key;
      expect(prefixes.find(({ key }) => key === third.prefix.key)).toMatchObject({
        ...{ sealColor: '#0a0b0c', signature1: redKey },
      });
      expect(prefixes).toHaveLength(3);
      await store.tenants.update(tenantId, { signatories: null, sealColor: null });
    });

    it('is the holder’s photograph, absent where there is none, an error of the row where it cannot be read', async () => {
      const { store, tenantId } = context().fixture;
      const [red, blue] = [await storePhoto(picture('red')), await storePhoto(picture('blue'))];
      const damaged = await storePhoto(Buffer.from('no picture'));
      const tooLarge = await storePhoto(picture('green'), 11 * 1024 * 1024);
      // Too many pixels for the main thread: the row is stamped in the render thread.
      const heavy = await storePhoto(paintedPng(900, 900, () => colors.black));
      const photos = [red, blue, undefined, damaged, tooLarge, 'f'.repeat(24), heavy];
      const { again } = await issue(buildDesign([image('student.photo', 20)]), 'photo', photos);
      const { batch } = await again();
      const { items } = await store.batches.items(tenantId, batch._id);
      const unreadable = { code: 'image_unreadable', details: { assetId: '{{student.photo}}' } };
      expect(items.map(({ error }) => error)).toMatchObject(
        photos.map((_, index) => ([3, 4, 5].includes(index) ? unreadable : undefined)),
      );
      const certificates = await certificatesOf(batch);
      expect(certificates.map(({ photo }) => photo)).toEqual([red, blue, undefined, heavy]);
      expect(new Set(certificates.map(({ prefix }) => prefix.key)).size).toBe(1);
      const seen = await Promise.all(certificates.map((certificate) => seenAt(certificate, 70)));
      expect(seen).toEqual([[...colors.red], [...colors.blue], [255, 255, 255], [...colors.black]]);
    });
  });
}
