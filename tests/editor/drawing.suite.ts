import type { Design } from '@sello/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EditorPage, elementsOf, patience, wordsOf } from './editor-page.ts';
import { hold } from './network.ts';
import type { EditorStand } from './stand.ts';
import { isWhole, itOfWhole } from './whole.ts';

/** Drawing on an empty sheet with pointer and keys, as a template designer. */
export function drawing(stand: () => EditorStand): void {
  describe('a template designer', () => {
    let editor: EditorPage;
    beforeAll(async () => {
      editor = await stand().open('designer');
    });
    afterAll(() => editor?.page.close());
    const stored = () => stand().stored(editor.id);

    it('lands on the templates and draws on an empty sheet, which is stored', async () => {
      const { page } = editor;
      await page.getByRole('button', { name: 'New template' }).first().click();
      await page.getByRole('dialog').getByRole('link', { name: 'An empty sheet' }).click();
      await editor.drawn();
      await editor.writeText('Diploma of Ñandutí');
      await editor.press('Escape', 'Escape', 'r');
      await editor.saved();
      const [text, rectangle] = elementsOf((await stored())!);
      expect(wordsOf(text!)).toBe('Diploma of Ñandutí');
      expect(rectangle).toMatchObject({ type: 'rectangle' });
    });

    it('moves by the pointer, which snaps to the middle of the page, and resizes', async () => {
      const [, before] = elementsOf((await stored())!);
      const { x, y, width, height } = before!;
      const middle = 841.89 / 2;
      // Away from the middle first, then near it.
      await editor.drag([x + width / 2, y + height / 2], [150, 100]);
      await editor.drag([150, 100], [middle + 4 / editor.zoom, 120]);
      await editor.saved();
      const [, moved] = elementsOf((await stored())!);
      expect(moved!.x + width / 2).toBeCloseTo(middle, 1);
      expect(Math.abs(moved!.y + height / 2 - 120)).toBeLessThan(8);
      await editor.drag(
        [moved!.x + width, moved!.y + height],
        [moved!.x + width + 60, moved!.y + height + 30],
      );
      await expect
        .poll(async () => elementsOf((await stored())!)[1]!.width, patience)
        .toBeGreaterThan(width + 40);
    });

    itOfWhole(
      'drags a rectangle from the panel onto the page, and adds the number with its QR code',
      async () => {
        const { page } = editor;
        await editor.openEmpty();
        await page.getByRole('button', { name: 'Rectangle', exact: true }).dragTo(editor.board, {
          targetPosition: await editor.onBoard([200, 150]),
        });
        await page.getByRole('button', { name: /^Number and QR/ }).click();
        await editor.saved();
        const [rectangle, ...number] = elementsOf((await stored())!);
        expect(rectangle!.type).toBe('rectangle');
        expect(Math.abs(rectangle!.x + rectangle!.width / 2 - 200)).toBeLessThan(3);
        expect(Math.abs(rectangle!.y + rectangle!.height / 2 - 150)).toBeLessThan(3);
        const parts = number.flatMap((one) => (one.type === 'group' ? one.elements : [one]));
        expect(new Set(parts.map(({ type }) => type))).toEqual(new Set(['qr', 'text']));
      },
    );

    itOfWhole('aligns several by a tool of the bar, and puts a variable into a text with “/”', async () => {
      const { page } = editor;
      await editor.openEmpty();
      await editor.press('r', 'Shift+ArrowLeft', 'Shift+ArrowUp', 'o', 'Control+a');
      await page
        .getByRole('toolbar', { name: 'Tools' })
        .getByRole('button', { name: 'Align left edges' })
        .click();
      await editor.writeText('Granted to ');
      await editor.press('/');
      const search = page.getByRole('searchbox', { name: 'Find a variable' });
      await search.and(page.locator(':focus')).waitFor();
      await search.fill('fullName');
      await editor.press('Enter');
      await expect
        .poll(async () => wordsOf(elementsOf((await stored())!)[2]!), patience)
        .toBe('Granted to {{fullName}}');
      const [rectangle, ellipse] = elementsOf((await stored())!);
      expect(ellipse!.x).toBe(rectangle!.x);
      expect(ellipse!.y).not.toBe(rectangle!.y);
    });

    if (isWhole) {
      it('pulls a guide out of a ruler, whose line follows the pointer, and throws it away beside the page', async () => {
        const { page } = editor;
        await editor.openEmpty();
        const ruler = (await page.locator('.rule-left').boundingBox())!;
        const line = page.locator('.guide-line');
        const guides = async () => (await stored())?.pages[0]?.guides;
        await page.mouse.move(ruler.x + ruler.width / 2, ruler.y + ruler.height / 2);
        await page.mouse.down();
        const { x, y } = editor.at([100, 200]);
        await page.mouse.move(x, y);
        await line.waitFor();
        await page.mouse.up();
        await line.waitFor({ state: 'detached' });
        await expect.poll(guides, patience).toEqual([{ axis: 'x', position: expect.any(Number) }]);
        const [guide] = (await guides()) ?? [];
        const { position } = guide!;
        expect(Math.abs(position - 100)).toBeLessThan(2);
        await editor.drag([position, -8], [-15, -8]);
        await expect.poll(guides, patience).toEqual([]);
      });
    }

    if (isWhole) {
      it('copies elements into another template', async () => {
        const { page } = editor;
        await editor.openEmpty();
        await editor.writeText('Copied');
        await editor.press('Escape', 'Control+a', 'Control+c');
        await editor.saved();
        const other = await stand().tab(page.context());
        await other.openEmpty();
        await other.press('Control+v');
        await other.saved();
        expect(other.id).not.toBe(editor.id);
        expect(elementsOf((await stand().stored(other.id))!).map(wordsOf)).toEqual(['Copied']);
        await other.page.close();
      });
    }

    it('opens every panel and every dialog', async () => {
      const { page } = editor;
      await editor.openEmpty();
      const rail = page.getByRole('navigation', { name: 'Panels' });
      for (const name of ['Pages', 'Layers', 'Text', 'Images', 'Variables', 'Blocks', 'Fonts', 'Elements']) {
        await rail.getByRole('button', { name }).click();
        await page.getByRole('complementary', { name }).getByRole('heading', { name }).first().waitFor();
      }
      const dialog = page.getByRole('dialog');
      const see = async (open: () => Promise<void>) => {
        await open();
        await dialog.waitFor();
        await editor.press('Escape');
        await dialog.waitFor({ state: 'detached' });
      };
      for (const key of ['Control+o', 'Control+p', 'Control+Alt+Shift+H', 'Shift+?'])
        await see(() => editor.press(key));
      await see(() => page.getByRole('button', { name: 'Details' }).click());
      await see(() => page.getByRole('button', { name: 'Signature', exact: true }).click());
    });

    it('undoes and redoes each command by its keys', async () => {
      const { page } = editor;
      await editor.openEmpty();
      // Saves get no answer, so that what this browser keeps is what is drawn.
      const upsert = await hold(page, /fn=upsert/);
      const commands: [name: string, keys: string[]][] = [
        ['adds a text', ['t']],
        ['adds a rectangle', ['Escape', 'r']],
        ['adds an ellipse', ['o']],
        ['adds a line', ['l']],
        ['moves by ten points', ['Shift+ArrowDown']],
        ['copies and pastes', ['Control+c', 'Control+v']],
        ['brings to the back', ['Control+Shift+[']],
        ['locks', ['Control+l']],
        ['aligns', ['Control+a', 'Alt+a']],
        ['groups', ['Control+g']],
        ['ungroups', ['Control+Shift+g']],
        ['duplicates', ['Control+d']],
        ['sets the opacity', ['5']],
        ['deletes', ['Delete']],
        ['adds a page', ['Control+Enter']],
      ];
      const tried = isWhole ? commands : commands.slice(0, 6);
      // What an earlier test has left unsaved is of another template.
      const opened = Date.now();
      const kept = () => editor.kept(opened);
      const states: Design[] = [];
      let before: Design | null = null;
      for (const [name, keys] of tried) {
        await editor.press(...keys);
        await expect.poll(kept, { ...patience, message: name }).not.toEqual(before);
        before = await kept();
        states.push(before!);
      }
      for (const [index, state] of states.entries().toArray().reverse().slice(1)) {
        await editor.press('Control+z');
        await expect.poll(kept, { ...patience, message: `undo: ${commands[index + 1]![0]}` }).toEqual(state);
      }
      for (const [index, state] of states.entries().toArray().slice(1)) {
        await editor.press('Control+Shift+z');
        await expect.poll(kept, { ...patience, message: `redo: ${commands[index]![0]}` }).toEqual(state);
      }
      await upsert.release();
      await editor.saved();
      const last = states.at(-1)!;
      await expect.poll(async () => (await stored())?.pages, patience).toEqual(last.pages);
    });
  });
}
