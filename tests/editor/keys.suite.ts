import type { DesignElement } from '@sello/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EditorPage, elementsOf, patience } from './editor-page.ts';
import type { EditorStand } from './stand.ts';
import { isWhole, itOfWhole } from './whole.ts';

/** The keys of the page, pressed where a browser has keys of its own. */
export function keysOfThePage(stand: () => EditorStand): void {
  describe('keys in a browser', () => {
    let editor: EditorPage;
    beforeAll(async () => {
      editor = await stand().openAgain('designer');
    });
    afterAll(() => editor?.page.close());
    const stored = () => stand().stored(editor.id);
    const elements = async (): Promise<DesignElement[]> => elementsOf((await stored())!);

    it('add every element, each beside the one before', async () => {
      const { page } = editor;
      await editor.openEmpty();
      await editor.press('r', 'o', 'l', 'q', 'b', 'Shift+T', 'Shift+S');
      await expect
        .poll(async () => (await elements()).map(({ type }) => type), patience)
        .toEqual(['rectangle', 'ellipse', 'line', 'qr', 'barcode', 'table', 'signature']);
      const middles = (await elements()).map(({ x, width }) => Math.round(x + width / 2 - 841.89 / 2));
      expect(middles).toEqual([0, 10, 20, 30, 40, 50, 60]);
      await editor.press('i');
      await page
        .getByRole('button', { name: /^Drop a PNG/ })
        .and(page.locator(':focus'))
        .waitFor();
      await editor.press('s');
      await page.getByRole('dialog', { name: 'Draw a signature' }).waitFor();
      await editor.press('Escape');
    });

    itOfWhole('size and turn what is selected, and undo a series at once', async () => {
      await editor.openEmpty();
      await editor.press('r', 'Control+ArrowRight', 'Control+Shift+ArrowRight', 'Control+ArrowUp');
      await editor.press('BracketRight', 'Shift+BracketRight');
      await editor.saved();
      const [turned] = await elements();
      await editor.press('Control+z');
      await expect.poll(async () => (await elements())[0]!.rotation, patience).toBe(0);
      await editor.press('Control+z');
      await expect.poll(async () => (await elements())[0]!.width, patience).not.toBe(turned!.width);
      const [before] = await elements();
      expect(turned).toMatchObject({ rotation: 16, width: before!.width + 11, height: before!.height - 1 });
    });

    itOfWhole('switch snapping, and save with a word while the history has another key', async () => {
      const { page } = editor;
      await editor.press('Escape', 'g', 'Shift+G');
      const choice = (name: RegExp) => page.getByRole('checkbox', { name });
      await expect.poll(() => choice(/^Snap to edges/).isChecked(), patience).toBe(false);
      expect(await choice(/^Snap to 5 mm/).isChecked()).toBe(true);
      await editor.press('g', 'Shift+G', 'e');
      const name = page.getByRole('textbox', { name: 'Name of the template' });
      await name.fill('Saved by a key');
      await editor.press('Control+s');
      await page.getByText('Everything is saved').waitFor();
      expect((await stored())!.name).toBe('Saved by a key');
      expect(await page.getByRole('dialog').count()).toBe(0);
      await editor.board.focus();
      await editor.press('Control+Alt+Shift+H');
      await page.getByRole('dialog', { name: 'History' }).waitFor();
      await editor.press('Escape');
    });

    if (isWhole) {
      it('move, duplicate and delete the page that is shown', async () => {
        await editor.openEmpty();
        await editor.board.focus();
        await editor.press('r', 'Control+Enter', 'o', 'Escape');
        const types = async () =>
          (await stored())?.pages.map((page) => page.elements.map(({ type }) => type).join());
        await expect.poll(types, patience).toEqual(['rectangle', 'ellipse']);
        await editor.press('Alt+PageUp');
        await expect.poll(types, patience).toEqual(['ellipse', 'rectangle']);
        await editor.press('Alt+Shift+PageDown');
        await expect.poll(types, patience).toEqual(['ellipse', 'ellipse', 'rectangle']);
        await editor.press('Alt+PageDown');
        await expect.poll(types, patience).toEqual(['ellipse', 'rectangle', 'ellipse']);
        await editor.press('PageUp', 'Alt+Shift+Delete');
        await expect.poll(types, patience).toEqual(['ellipse', 'ellipse']);
      });
    }

    it('names a version in the history, and gives it another name', async () => {
      const { page } = editor;
      await editor.press('Control+Alt+Shift+H');
      const history = page.getByRole('dialog', { name: 'History' });
      for (const name of ['For the jury', 'For the jury, final']) {
        await history.getByRole('button', { name: 'Name this one' }).click();
        await history.getByRole('textbox', { name: 'Name of this version' }).fill(name);
        await history.getByRole('button', { name: 'Keep it' }).click();
        await history.getByText(name, { exact: true }).waitFor();
      }
      expect(await history.getByText('For the jury', { exact: true }).count()).toBe(0);
      expect(await history.getByRole('radio').count()).toBe(1);
      await editor.press('Escape');
    });

    if (isWhole) {
      it('what an input method composes is one step, and what it gives up leaves nothing behind', async () => {
        const { page } = editor;
        const cdp = await page.context().newCDPSession(page);
        await editor.openEmpty();
        await editor.writeText('証');
        const compose = (text: string) =>
          cdp.send('Input.imeSetComposition', {
            text,
            selectionStart: text.length,
            selectionEnd: text.length,
          });
        const words = async () => JSON.stringify((await elements())[0]);
        await expect.poll(words, patience).toContain('"証"');
        // Another step: typing that pauses.
        await editor.press('ArrowLeft', 'ArrowRight');
        for (const text of ['め', 'めい', 'めいし', '明証']) await compose(text);
        await cdp.send('Input.insertText', { text: '明証' });
        await expect.poll(words, patience).toContain('"証明証"');
        await editor.press('Control+z');
        await expect.poll(words, patience).toContain('"証"');
        for (const text of ['め', 'めい']) await compose(text);
        await compose('');
        await page.keyboard.insertText('書');
        await expect.poll(words, patience).toContain('"証書"');
        await editor.press('Escape', 'Escape');
      });
    }
  });
}
