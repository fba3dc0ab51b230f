import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EditorPage, elementsOf, patience, wordsOf } from './editor-page.ts';
import { Fingers, line } from './fingers.ts';
import type { EditorStand } from './stand.ts';
import { isWhole } from './whole.ts';

/** The point of the page, in points, that a point of the window shows. */
function pageAt(editor: EditorPage, { x, y }: { x: number; y: number }): { x: number; y: number } {
  const corner = editor.at([0, 0]);
  return { x: (x - corner.x) / editor.zoom, y: (y - corner.y) / editor.zoom };
}

/** A tablet, which has fingers and no pointer. */
export function touching(stand: () => EditorStand): void {
  describe('on a tablet', () => {
    let editor: EditorPage;
    let fingers: Fingers;
    beforeAll(async () => {
      editor = await stand().open('designer', { viewport: { width: 1024, height: 768 }, hasTouch: true });
      fingers = await Fingers.of(editor.page);
      await editor.openEmpty();
      await editor.writeText('Changed on a tablet');
      await editor.press('Escape', 'Escape');
      await editor.saved();
    });
    afterAll(() => editor?.page.context().close());
    const element = async () => elementsOf((await stand().stored(editor.id))!)[0]!;
    const zoom = async () => Number.parseInt((await editor.page.locator('.zoom-now').textContent())!, 10);

    it('an element is moved by a finger and its words are changed, which is saved', async () => {
      const { x, y, width, height } = await element();
      const from = editor.at([x + width / 2, y + height / 2]);
      await fingers.move([from]);
      await fingers.move(line(from, { x: from.x + 90, y: from.y + 70 }));
      await expect.poll(async () => (await element()).y, patience).toBeGreaterThan(y + 40);
      const moved = await element();
      const onWords = editor.at([moved.x + 12, moved.y + 8]);
      await fingers.doubleTap(onWords);
      await editor.page.locator('.text-input:focus').waitFor();
      await editor.press('End');
      await editor.page.keyboard.insertText(', twice');
      await expect.poll(async () => wordsOf(await element()), patience).toBe('Changed on a tablet, twice');
      await editor.press('Escape', 'Escape');
    });

    if (isWhole) {
      it('it is moved as well when the tablet is held upright, and nothing is out of reach', async () => {
        const { page } = editor;
        await page.setViewportSize({ width: 768, height: 1024 });
        await editor.press('Control+0');
        await expect.poll(() => editor.measure().then(() => editor.zoom), patience).toBeLessThan(0.55);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(768);
        const { x, y, width, height } = await element();
        const from = editor.at([x + width / 2, y + height / 2]);
        await fingers.move(line(from, { x: from.x - 30, y: from.y + 20 }));
        await expect.poll(async () => (await element()).y, patience).toBeGreaterThan(y + 15);
        await page.getByRole('button', { name: 'More', exact: true }).tap();
        await page.getByRole('menuitem', { name: 'Issue a test' }).tap();
        const sheet = page.getByRole('dialog', { name: 'Issue a test' });
        await sheet.waitFor();
        await editor.press('Escape');
        await sheet.waitFor({ state: 'detached' });
        await page.setViewportSize({ width: 1024, height: 768 });
        await editor.press('Control+0');
        await editor.measure();
      });
    }

    it('two fingers pan and zoom the page, and change nothing of the template', async () => {
      await editor.saved();
      // The thumbnail of what was saved before is drawn later and counts as a revision.
      const design = async () => {
        const { name, tags, pages, variables } = (await stand().stored(editor.id))!;
        return { name, tags, pages, variables };
      };
      const stored = await design();
      const middle = editor.at([420, 300]);
      const beside = (dx: number, dy = 0) => ({ x: middle.x + dx, y: middle.y + dy });
      const before = { zoom: await zoom(), scale: editor.zoom, corner: editor.at([0, 0]) };
      await fingers.move(line(beside(-60), beside(-30, 80)), line(beside(60), beside(90, 80)));
      await editor.measure();
      const { x, y } = editor.at([0, 0]);
      expect(Math.abs(x - before.corner.x - 30)).toBeLessThan(3);
      expect(Math.abs(y - before.corner.y - 80)).toBeLessThan(3);
      const held = pageAt(editor, beside(100, 40));
      await fingers.move(line(beside(-20, 40), beside(40, 40)), line(beside(220, 40), beside(160, 40)));
      await editor.measure();
      expect(editor.zoom).toBeLessThan(before.scale * 0.8);
      const still = editor.at([held.x, held.y]);
      expect(Math.hypot(still.x - beside(100, 40).x, still.y - beside(100, 40).y)).toBeLessThan(3);
      const small = await zoom();
      await fingers.move(line(beside(-60), beside(-160)), line(beside(60), beside(160)));
      await expect.poll(zoom, patience).toBeGreaterThan(small * 2);
      expect(await editor.kept()).toBeNull();
      expect(await design()).toEqual(stored);
      await editor.press('Control+0');
      await expect.poll(zoom, patience).toBe(before.zoom);
    });

    it('a finger draws a signature, which becomes curves on the page', async () => {
      const { page } = editor;
      await page.getByRole('button', { name: 'Elements', exact: true }).tap();
      const offer = page.getByRole('button', { name: 'Signature', exact: true });
      await offer.waitFor();
      await offer.tap();
      const sheet = page.getByRole('dialog', { name: 'Draw a signature' });
      await sheet.getByLabel('Whose').fill('Lourdes Benítez');
      const { x, y, width, height } = (await sheet.getByLabel('Draw here').boundingBox())!;
      const at = (across: number, down: number) => ({ x: x + width * across, y: y + height * down });
      await fingers.move([...line(at(0.2, 0.7), at(0.4, 0.3)), ...line(at(0.4, 0.3), at(0.6, 0.7))]);
      await fingers.move(line(at(0.3, 0.55), at(0.7, 0.5)));
      await sheet.getByRole('button', { name: 'Place it on the page' }).click();
      await sheet.waitFor({ state: 'detached' });
      await editor.saved();
      const drawn = elementsOf((await stand().stored(editor.id))!).slice(1);
      expect(drawn).toHaveLength(1);
      expect(JSON.stringify(drawn)).toContain('Signature of Lourdes Benítez');
      const paths = drawn.flatMap((one) => (one.type === 'group' ? one.elements : [one]));
      expect(new Set(paths.map(({ type }) => type))).toEqual(new Set(['path']));
    });
  });
}
