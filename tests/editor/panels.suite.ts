import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EditorPage, elementsOf, patience } from './editor-page.ts';
import type { EditorStand } from './stand.ts';
import { itOfWhole } from './whole.ts';

const fromRender = createRequire(join(import.meta.dirname, '../../packages/render/package.json')).resolve;
const brush = fromRender('@expo-google-fonts/yusei-magic/400Regular/YuseiMagic_400Regular.ttf');

/** The specimen of what is open, as a person saves it. */
async function specimenOf(page: Page, path: string): Promise<void> {
  await page.getByRole('button', { name: 'Issue a test' }).click();
  const dialog = page.getByRole('dialog', { name: 'Issue a test' });
  await dialog.getByRole('button', { name: 'Make the specimen' }).click();
  const link = dialog.getByRole('link', { name: 'Save it' });
  await link.waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  await download.saveAs(path);
  await page.keyboard.press('Escape');
}

/** What the panels bring from the organization and from the operator's servers. */
export function usingPanels(stand: () => EditorStand): void {
  describe('the panels', () => {
    let editor: EditorPage;
    let folder: string;
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'sello-panels-'));
      editor = await stand().open('owner');
    });
    afterAll(async () => {
      await editor?.page.context().close();
      rmSync(folder, { recursive: true, force: true });
    });
    const elements = async () => elementsOf((await stand().stored(editor.id))!);
    /** The pixels of the page, without the caret. */
    const seen = async () => (await editor.board.locator('canvas').first().screenshot()).toString('base64');

    it('take a font of the organization, which canvas and PDF use, also after the page was loaded anew', async () => {
      const { page } = editor;
      await editor.openEmpty();
      await editor.writeText('Ñandutí');
      await editor.press('Escape');
      const before = await seen();
      await page.getByRole('button', { name: 'Fonts', exact: true }).click();
      await page.getByRole('button', { name: 'Upload a font' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.locator('input[type=file]').setInputFiles(brush);
      await dialog.getByText('YuseiMagic_400Regular.ttf').waitFor();
      await dialog.getByRole('checkbox').check({ force: true });
      await dialog.getByRole('button', { name: 'Add the file' }).click();
      await page.getByText('Yusei Magic can be used now').waitFor();
      await page.locator('[data-family="Yusei Magic"]').click();
      await expect
        .poll(async () => (await elements())[0], patience)
        .toMatchObject({ fontFamily: 'Yusei Magic' });
      await expect.poll(seen, patience).not.toBe(before);
      const path = join(folder, 'brush.pdf');
      await specimenOf(page, path);
      expect(execFileSync('pdffonts', [path], { encoding: 'utf8' })).toContain('YuseiMagic');
      expect(execFileSync('pdftotext', [path, '-'], { encoding: 'utf8' })).toContain('Ñandutí');
      await editor.saved();
      await page.reload();
      await editor.drawn();
      await editor.board.focus();
      await editor.press('Tab');
      await page.getByRole('button', { name: 'Font: Yusei Magic' }).waitFor();
    });

    itOfWhole('fill the page with a student, whom the specimen prints too', async () => {
      const { page } = editor;
      await editor.openEmpty();
      await editor.writeText('{{fullName}}');
      await editor.press('Escape', 'Escape');
      const names = await seen();
      await page.getByRole('combobox', { name: 'Shown with' }).selectOption('student');
      const panel = page.getByRole('complementary', { name: 'As it will print' });
      await panel.getByRole('button', { name: stand().student }).waitFor();
      await expect.poll(seen, patience).not.toBe(names);
      await panel.getByText('{{fullName}}').or(panel.getByText('fullName')).first().waitFor();
      const path = join(folder, 'student.pdf');
      await specimenOf(page, path);
      expect(execFileSync('pdftotext', [path, '-'], { encoding: 'utf8' })).toContain(stand().student);
      await page.getByRole('searchbox', { name: 'Find a student' }).fill('Nobody');
      await panel.getByText('No student is found by that.').waitFor();
      await panel.getByRole('button', { name: 'Back to the names of variables' }).click();
      await expect.poll(seen, patience).toBe(names);
    });

    it('ask the operator’s model for tags, with the texts and a picture, and say that it was asked', async () => {
      const { page } = editor;
      await page.getByRole('button', { name: 'Details', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Details of the template' });
      await dialog.getByRole('button', { name: 'Suggest tags' }).click();
      await dialog.getByRole('button', { name: /music/ }).click();
      expect(stand().askedForTags.at(-1)).toContain('data:image/png;base64');
      expect(stand().askedForTags.at(-1)).not.toContain(stand().student);
      await dialog.getByRole('button', { name: 'Keep', exact: true }).click();
      await expect.poll(async () => (await stand().stored(editor.id))!.tags, patience).toEqual(['music']);
    });

    it('leave the buttons of a test where they are when the students to choose from arrive', async () => {
      const { page } = editor;
      await editor.openEmpty();
      const arrival = Promise.withResolvers<void>();
      await page.route(/fn=list-brief/, async (route) => {
        await arrival.promise;
        await route.continue();
      });
      await page.getByRole('button', { name: 'Issue a test' }).click();
      const dialog = page.getByRole('dialog', { name: 'Issue a test' });
      const act = dialog.getByRole('button', { name: 'Make the specimen' });
      const before = await act.boundingBox();
      arrival.resolve();
      await dialog.getByRole('button', { name: 'María Ñahui' }).waitFor();
      expect(await act.boundingBox()).toEqual(before);
      await page.unroute(/fn=list-brief/);
      await page.keyboard.press('Escape');
    });

    it('put Hebrew and Arabic at the side that is chosen, on the canvas and in the PDF', async () => {
      const { page } = editor;
      await editor.openEmpty();
      await editor.writeText('שלום');
      await editor.press('Escape');
      const right = page.getByRole('button', { name: 'Right', exact: true });
      await expect.poll(() => right.getAttribute('aria-pressed'), patience).toBe('true');
      await page.getByRole('button', { name: 'Left', exact: true }).click();
      await expect.poll(async () => (await elements())[0], patience).toMatchObject({ align: 'left' });
      const path = join(folder, 'left.pdf');
      await specimenOf(page, path);
      const { x } = (await elements())[0]!;
      execFileSync('pdftotext', ['-bbox', path, join(folder, 'left.html')]);
      const words = readFileSync(join(folder, 'left.html'), 'utf8');
      const [, from] = /xMin="([\d.]+)"[^>]*>[\u0590-\u05ff]/.exec(words) ?? [];
      expect(Math.abs(Number(from) - x)).toBeLessThan(3);
    });
  });
}
