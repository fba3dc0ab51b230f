import { previewKeys, temporaryFolder } from '@sello/blobs';
import { type DesignElementInput, type JobData, printCertId, specimenCertId } from '@sello/contracts';
import { isAppError } from '@sello/kit';
import { newId, type StudentFields } from '@sello/store';
import { describe, expect, it } from 'vitest';
import { isInstalled, pictureOf, textOf } from '../../../packages/render/tests/outside-tools.ts';
import { colors, paintedPng } from '../../../packages/render/tests/painted-png.ts';
import { generous } from '../../../tests/patience.ts';
import {
  addStudents,
  addTemplate,
  buildDesign,
  buildStudent,
  buildText,
  createBatch,
  type Fixture,
  followBatch,
  renderBudgetMs,
} from './fixture.ts';

type Design = ReturnType<typeof buildDesign>;

/** Previews of templates. Runs in a file that has a worker, because each takes seconds to start. */
export function testPreviews(
  context: () => { fixture: Fixture; signing: string; fileOf(certId: string): Promise<Buffer> },
): void {
  const patience = { timeoutMs: generous };

  /** Asks as the BFF does, and returns the PDF with what is left in the object store. */
  async function preview(
    of: { templateId: string } | { design: Design },
    options: Partial<JobData<'preview'>> = {},
  ): Promise<{ pdf: Buffer; pages: number }> {
    const { queue, blobs, tenantId } = context().fixture;
    const data = { tenantId, previewId: newId(), mark: false, ...options };
    const keys = previewKeys(data.tenantId, data.previewId);
    if ('design' in of) await blobs.put(keys.design, Buffer.from(JSON.stringify(of.design)));
    const templateId = 'design' in of ? {} : { templateId: of.templateId };
    try {
      const { size, pages } = await queue.ask('preview', { ...data, ...templateId }, patience);
      const pdf = await blobs.read(keys.pdf);
      expect(pdf.byteLength).toBe(size);
      return { pdf, pages };
    } finally {
      for (const key of Object.values(keys)) await blobs.delete(key);
    }
  }

  const errorOf = (asked: Promise<unknown>) =>
    asked.then(
      () => undefined,
      (error: unknown) => (isAppError(error) ? { code: error.code, details: error.details } : error),
    );

  async function addStudent(overrides: Partial<StudentFields> & { idNumber: string }): Promise<string> {
    const [item] = await addStudents(context().fixture, [buildStudent(7, overrides)]);
    return item!.studentId!;
  }

  describe.skipIf(!isInstalled('pdftotext'))('a preview', () => {
    it('prints what the certificate of the student prints, but for its number', async () => {
      const { fixture, fileOf } = context();
      const { store, tenantId, templateId } = fixture;
      const items = await addStudents(fixture, [buildStudent(7, { idNumber: 'preview-issued' })]);
      const { batch } = await followBatch(fixture, () => createBatch(fixture, 'generate', items));
      const { items: ended } = await store.batches.items(tenantId, batch._id);
      const certId = ended[0]!.certId!;
      const before = await store.certificates.get(tenantId, certId);

      const { pdf, pages } = await preview({ templateId }, { studentId: items[0]!.studentId! });
      const asSpecimen = (line: string) =>
        line.replaceAll(certId, specimenCertId).replaceAll(printCertId(certId), printCertId(specimenCertId));
      const squeezed = (lines: string[]) => lines.map((line) => line.replace(/\s+/g, ' '));
      expect(squeezed(textOf(pdf))).toEqual(squeezed(textOf(await fileOf(certId)).map(asSpecimen)));
      expect(textOf(pdf).join('\n')).toContain(printCertId(specimenCertId));
      expect(pages).toBe(before!.pages);
      expect(pdf.includes(`/SelloCertificate(${specimenCertId})`)).toBe(true);
      expect(pdf.includes('/ByteRange')).toBe(false);

      // Nothing was issued, and the student has the certificate of before.
      expect(await store.certificates.get(tenantId, specimenCertId)).toBeNull();
      expect(await store.certificates.get(tenantId, certId)).toEqual(before);
    });

    it('prints a design that is stored nowhere with the samples of its variables, and marks every page', async () => {
      const page = { width: 400, height: 300 };
      const design = buildDesign([], {
        locale: 'es',
        variables: [
          { name: 'custom.module', kind: 'text', sample: 'Farmacia' },
          { name: 'batch.hours', kind: 'number', sample: '120', scope: 'batch' },
        ],
        pages: [
          {
            ...page,
            id: 'a',
            elements: [buildText('t1', '{{idNumber}}: {{custom.module}}, {{batch.hours}} h')],
          },
          { ...page, id: 'b', elements: [] },
        ],
      });
      const plain = await preview({ design });
      expect(textOf(plain.pdf)).toEqual([expect.stringMatching(/^\d+: Farmacia, 120 h$/)]);
      const marked = await preview({ design }, { mark: true });
      expect([plain.pages, marked.pages]).toEqual([2, 2]);
      const letters = textOf(marked.pdf)
        .join('')
        .replace(/[^A-Z]/g, '');
      for (const letter of 'MUESTRA') expect(letters).toContain(letter);
      expect(pictureOf(plain.pdf, 2).inked()).toBeNull();
      expect(pictureOf(marked.pdf, 2).inked()).not.toBeNull();
    });

    it('prints the values and the photograph of a student', async () => {
      const { store, blobs, tenantId } = context().fixture;
      const bytes = paintedPng(60, 60, () => colors.red);
      await blobs.put('photos/preview', bytes);
      const photo = await store.assets.put(tenantId, {
        ...{ sha256: 'e'.repeat(64), key: 'photos/preview', size: bytes.byteLength, mediaType: 'image/png' },
        fileName: 'photo.png',
      });
      const studentId = await addStudent({
        ...{ idNumber: 'preview-photo', fullName: 'Inés Ñandú', photo: photo._id },
        custom: { module: 'Anatomía' },
      });
      const design = buildDesign([
        buildText('name', '{{fullName}}, {{custom.module}}'),
        {
          ...{ id: 'photo', type: 'image', x: 100, y: 100, width: 100, height: 100 },
          source: { kind: 'variable', name: 'student.photo' },
        },
      ]);
      const { pdf } = await preview({ design }, { studentId });
      expect(textOf(pdf)).toEqual(['Inés Ñandú, Anatomía']);
      expect(pictureOf(pdf).at(150, 150)).toEqual(colors.red);
    });
  });

  describe('a preview that cannot be printed', () => {
    type TextInput = Extract<DesignElementInput, { type: 'text' }>;
    const text = (id: string, content: string, overrides: Partial<TextInput>) => ({
      ...(buildText(id, content) as TextInput),
      ...overrides,
    });
    const endless = Array.from({ length: 180 }, (_, index) =>
      text(`t${index}`, `{{fullName}} ${`x${index} `.repeat(3_300)}`, { fit: 'wrap' }),
    );

    it.each<[code: string, details: object, elements: DesignElementInput[]]>([
      [
        'variable_unknown',
        { variable: 'custom.hours', element: 'Hours' },
        [text('hours', '{{custom.hours}} h', { name: 'Hours' })],
      ],
      [
        'glyph_missing',
        { character: '\u13a0', element: 'Title' },
        [text('title', 'Ana \u13a0', { name: 'Title' })],
      ],
      [
        'text_does_not_fit',
        { element: 'Narrow' },
        [text('narrow', '{{fullName}}', { name: 'Narrow', width: 20, fit: 'shrink', maxLines: 1 })],
      ],
      [
        'image_unreadable',
        { assetId: 'f'.repeat(24), element: 'Logo' },
        [
          {
            ...{ id: 'logo', type: 'image' as const, name: 'Logo', x: 0, y: 0, width: 50, height: 50 },
            source: { kind: 'asset' as const, assetId: 'f'.repeat(24) },
          },
        ],
      ],
      ['template_too_heavy', { budgetMs: renderBudgetMs }, endless],
    ])(
      'ends with %s, as its certificates would, and the name of the element',
      async (code, details, elements) => {
        const design = buildDesign(elements);
        expect(await errorOf(preview({ design }))).toMatchObject({ code, details });
      },
    );

    it('has no template, student or image of another organization', async () => {
      const { fixture } = context();
      const { store, blobs, templateId, tenantId } = fixture;
      const other = await store.tenants.create({
        ...{ name: 'Bruno & Co', publicName: 'Bruno & Co' },
        owner: { userId: newId(), email: 'bruno@example.org', name: 'Bruno' },
      });
      const bytes = paintedPng(10, 10, () => colors.red);
      await blobs.put('photos/own', bytes);
      const asset = await store.assets.put(tenantId, {
        ...{ sha256: 'd'.repeat(64), key: 'photos/own', size: bytes.byteLength, mediaType: 'image/png' },
        fileName: 'own.png',
      });
      const source = { kind: 'asset' as const, assetId: asset._id };
      const design = buildDesign([{ id: 'image', type: 'image', x: 0, y: 0, width: 50, height: 50, source }]);
      const studentId = await addStudent({ idNumber: 'preview-other' });
      const foreign = { tenantId: other._id };
      expect((await preview({ design })).pages).toBe(1);
      expect(await errorOf(preview({ design }, foreign))).toMatchObject({ code: 'image_unreadable' });
      expect(await errorOf(preview({ templateId }, foreign))).toMatchObject({ code: 'template_not_found' });
      const empty = buildDesign([]);
      expect(await errorOf(preview({ design: empty }, { ...foreign, studentId }))).toMatchObject({
        code: 'student_not_found',
      });
    });
  });

  it('prints a preview while a batch of thousands is issued', async () => {
    const { fixture, signing } = context();
    const { store, blobs, tenantId } = fixture;
    const template = await addTemplate(
      store,
      tenantId,
      'Long',
      buildDesign([buildText('t', '{{fullName}}')]),
    );
    const students = Array.from({ length: 50 }, (_, index) =>
      buildStudent(index, { idNumber: `busy-${index}` }),
    );
    const items = await addStudents({ ...fixture, ...template }, students);
    const rows = Array.from({ length: 4_000 }, (_, index) => items[index % items.length]!);
    const { _id } = await createBatch(fixture, 'generate', rows, signing);
    await preview({ templateId: template.templateId }, { mark: true });
    const meanwhile = await store.batches.get(tenantId, _id);
    expect(meanwhile!.endedAt).toBeUndefined();
    await store.batches.cancel(tenantId, _id);

    const left: string[] = [];
    for await (const { key } of blobs.list(temporaryFolder)) left.push(key);
    expect(left).toEqual([]);
  });
}
