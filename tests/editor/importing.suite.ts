import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pngFile, pngRows } from '../../packages/render/tests/image-files.ts';
import { letterhead } from '../../packages/render/tests/pdf-files/ordinary.ts';
import { type EditorPage, elementsOf, patience } from './editor-page.ts';
import type { EditorStand } from './stand.ts';
import { someOf } from './whole.ts';

const files: Record<string, unknown> = {
  'pages of fabric objects': {
    name: 'From elsewhere',
    tags: ['long '.repeat(20)],
    pages: [
      {
        ...{ width: 800, height: 400, version: '5.3.0' },
        objects: [
          {
            type: 'Textbox',
            left: 40,
            top: 40,
            width: 300,
            text: 'Diploma',
            fontFamily: 'Times New Roman',
          },
          { type: 'IText', left: 40, top: 90, width: 90, text: 'for', fontFamily: 'Arial' },
          { type: 'Image', left: 1, top: 1, width: 9, height: 9, src: 'https://example.com/seal.png' },
        ],
      },
    ],
  },
  'a template with fonts and images of another organization': {
    version: 1,
    pages: [
      {
        ...{ id: 'p1', width: 600, height: 300, background: { color: null, assetId: 'f'.repeat(24) } },
        elements: ['Times New Roman', 'Arial'].map((fontFamily, index) => ({
          ...{ type: 'text', id: `t${index}`, x: 40, y: 40 + index * 60, width: 300, height: 50 },
          ...{ content: 'Diploma', fontFamily, fontSize: 20 },
        })),
      },
    ],
  },
};

/** Files that are brought in. */
export function importing(stand: () => EditorStand): void {
  it('makes a page of a picture, by its content and not by its name', async () => {
    const editor = await stand().openAgain('designer');
    const { page } = editor;
    await editor.openEmpty();
    await editor.press('Control+o');
    const sheet = page.getByRole('dialog', { name: 'Import and export' });
    const picture = pngFile(
      { width: 40, height: 20, bits: 8, colorType: 2 },
      pngRows(20, () => Array.from({ length: 40 }, () => [181, 18, 27]).flat()),
    );
    await sheet
      .locator('input[type=file]')
      .setInputFiles({ name: 'diploma.json', mimeType: 'application/json', buffer: picture });
    await sheet.getByText('One page', { exact: true }).waitFor();
    await sheet.getByRole('button', { name: 'Bring it in' }).click();
    await editor.saved();
    const [imported, ...others] = (await stand().stored(editor.id))!.pages;
    expect(others).toEqual([]);
    expect(imported).toMatchObject({ width: 841.89, height: expect.closeTo(420.945, 2), elements: [] });
    expect(imported!.background.assetId).toMatch(/^[0-9a-f]{24}$/);
    await page.close();
  });

  it.each(someOf(files, 'pages of fabric objects'))(
    'makes a template that can be saved of %s',
    async (_, file) => {
      const editor = await stand().openAgain('designer');
      const { page } = editor;
      await editor.openEmpty();
      await editor.press('Control+o');
      const sheet = page.getByRole('dialog', { name: 'Import and export' });
      const buffer = Buffer.from(JSON.stringify(file));
      await sheet
        .locator('input[type=file]')
        .setInputFiles({ name: 'diploma.json', mimeType: 'application/json', buffer });
      await sheet.getByText('The font Arial is not here').waitFor();
      expect(await sheet.textContent()).not.toContain('{{');
      await sheet.getByRole('button', { name: 'Bring it in' }).click();
      await editor.saved();
      const stored = elementsOf((await stand().stored(editor.id))!);
      const families = stored.map((element) => 'fontFamily' in element && element.fontFamily);
      expect(families).toEqual(['Source Serif 4', 'Source Sans 3']);
      await page.close();
    },
  );

  describe('a PDF of twenty pages', () => {
    let editor: EditorPage;
    let booklet: Buffer;
    /** What an earlier test has left unsaved is of another template. */
    let opened: number;
    beforeAll(async () => {
      booklet = Buffer.from(await (await letterhead(true, 20)).save());
      editor = await stand().openAgain('designer');
      opened = Date.now();
      await editor.openEmpty();
    });
    afterAll(() => editor?.page.close());

    it('is read page by page, can be cancelled, and comes in by one step that can be undone', async () => {
      const { page } = editor;
      const pages = () => page.locator('.strip .leaf').count();
      await editor.press('Control+o');
      const sheet = page.getByRole('dialog', { name: 'Import and export' });
      const choose = () =>
        sheet
          .locator('input[type=file]')
          .setInputFiles({ name: 'booklet.pdf', mimeType: 'application/pdf', buffer: booklet });
      await choose();
      await sheet.getByText(/Page \d+ of 20/).waitFor();
      await sheet.getByRole('button', { name: 'Cancel', exact: true }).click();
      await sheet.getByRole('button', { name: 'Choose a file' }).waitFor();
      expect(await sheet.getByRole('alert').allTextContents()).toEqual(['', '']);

      await choose();
      await sheet.getByText(/Page \d+ of 20/).waitFor();
      await sheet.getByText('20 pages', { exact: true }).waitFor();
      expect([await pages(), await editor.kept(opened)]).toEqual([1, null]);
      await sheet.getByRole('button', { name: 'Bring it in' }).click();
      await expect.poll(pages, patience).toBe(20);
      await editor.saved();
      expect((await stand().stored(editor.id))!.pages).toHaveLength(20);
      await editor.press('Control+z');
      await expect.poll(pages, patience).toBe(1);
      await editor.saved();
    });
  });
}
