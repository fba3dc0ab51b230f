import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { letterhead } from '../../packages/render/tests/pdf-files/ordinary.ts';
import { type EditorPage, patience } from './editor-page.ts';
import type { EditorStand } from './stand.ts';

/** Files that are brought in. */
export function importing(stand: () => EditorStand): void {
  describe('a PDF of twenty pages', () => {
    let editor: EditorPage;
    let booklet: Buffer;
    beforeAll(async () => {
      booklet = Buffer.from(await (await letterhead(true, 20)).save());
      editor = await stand().open('designer');
      await editor.openEmpty();
    });
    afterAll(() => editor?.page.context().close());

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
      expect([await pages(), await editor.kept()]).toEqual([1, null]);
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
