import { certificatesApi, templatesApi } from '@sello/contracts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectCertificate, published } from './certificate.ts';
import { type EditorPage, elementsOf, patience, wordsOf } from './editor-page.ts';
import { hold } from './network.ts';
import type { EditorStand } from './stand.ts';
import { isWhole } from './whole.ts';

/** Presses a key until the control with this name has the focus. */
async function focusOn(page: Page, name: string | RegExp, key = 'Tab'): Promise<void> {
  const passed: string[] = [];
  for (let step = 0; step < 200; step++) {
    await page.keyboard.press(key);
    const focused = await page.evaluate<string>(`(() => {
      const one = document.activeElement;
      const label = one.labels?.[0]?.textContent;
      return (one.getAttribute('aria-label') ?? label ?? one.textContent ?? '').trim();
    })()`);
    if (typeof name === 'string' ? focused === name : name.test(focused)) return;
    passed.push(focused.slice(0, 30));
  }
  throw new Error(`${key} never comes to ${name}; it comes to ${passed.join(' | ')}`);
}

/** From the first screen to an issued certificate. */
export function issuing(stand: () => EditorStand): void {
  describe('a certificate of a template drawn by hand', () => {
    let editor: EditorPage;
    let id: string;
    beforeAll(async () => {
      editor = await stand().open('owner');
    });
    afterAll(() => editor?.page.context().close());

    it('is made by the keyboard alone, passes pdfsig and verifies', async () => {
      const { page } = editor;
      const { student } = stand();
      await focusOn(page, 'Templates');
      await editor.press('Enter');
      await page.getByRole('button', { name: 'New template' }).first().waitFor();
      await focusOn(page, 'New template');
      await editor.press('Enter');
      await page.getByRole('dialog').getByRole('link', { name: 'An empty sheet' }).waitFor();
      await focusOn(page, 'An empty sheet');
      await editor.press('Enter');
      await editor.drawn();

      await editor.writeText('Granted to ');
      await editor.press('/');
      await page.getByRole('searchbox', { name: 'Find a variable' }).and(page.locator(':focus')).waitFor();
      await page.keyboard.type('fullName');
      await editor.press('Enter');
      await page.locator('.text-input:focus').waitFor();
      await page.keyboard.type('!');
      await editor.press('Escape');
      await editor.saved();
      id = editor.id;
      const [text] = elementsOf((await stand().stored(id))!);
      expect(wordsOf(text!)).toBe('Granted to {{fullName}}!');

      await focusOn(page, 'Name of the template', 'Shift+Tab');
      await page.keyboard.press('Control+a');
      await page.keyboard.type('By keyboard');
      await editor.press('Enter');
      await expect.poll(async () => (await stand().stored(id))?.name, patience).toBe('By keyboard');
      await focusOn(page, 'Back to the templates', 'Shift+Tab');
      await editor.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Templates' }).waitFor();

      await focusOn(page, 'Students', 'Shift+Tab');
      await editor.press('Enter');
      await page.getByRole('button', { name: `Actions for ${student}` }).waitFor();
      await focusOn(page, `Actions for ${student}`);
      await editor.press('Enter');
      await page.getByRole('menuitem', { name: 'Generate certificate' }).waitFor();
      await focusOn(page, 'Generate certificate', 'ArrowDown');
      const settings = await hold(page, /type=certificates/);
      await editor.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Generate a certificate' });
      await dialog.waitFor();
      // Nothing is issued unsigned only because the key is not known yet.
      const generate = dialog.getByRole('button', { name: 'Generate the certificate' });
      expect(await generate.isDisabled()).toBe(true);
      await settings.release();
      await dialog.getByText(/Active, expires/).waitFor();
      await focusOn(page, `Template for ${student}`);
      await page.keyboard.type('By key');
      await focusOn(page, 'Generate the certificate');
      await editor.press('Enter');
      await page.getByText(/1 student, 1 certified/).waitFor();
      await expectCertificate(stand(), `Granted to ${student}!`, text!);
    });

    it('is looked at by a member who opens its card, and has nothing to edit', async () => {
      const { page } = await stand().open('member');
      await page.getByRole('link', { name: 'Templates' }).first().click();
      await page.getByRole('link', { name: 'By keyboard' }).click();
      await page.getByRole('heading', { level: 1, name: 'By keyboard' }).waitFor();
      await page.locator('.still-pages canvas:not(.skel)').waitFor();
      expect(await page.locator('figure .hide').textContent()).toMatch(/^Granted to \S+/);
      const content = page.locator('main#page');
      expect(await content.locator('.board, button, input, textarea, [contenteditable]').count()).toBe(0);
      await page.context().close();
    });

    it('stays as it is when the template is deleted', async () => {
      const { tenant, as } = stand();
      const before = await published(stand());
      expect(before).toMatchObject({ checked: { file: { bytes: 'issued' } } });
      await as.owner.call(templatesApi, 'delete-batch', { tenant, body: { ids: [id] } });
      expect(await stand().stored(id)).toBeNull();
      expect(await published(stand())).toEqual(before);
    });

    if (isWhole) {
      it('is issued by a member, from the template of a designer', async () => {
        const { tenant, as, student, studentId, signingCertificate: certificateId } = stand();
        const designer = await stand().open('designer');
        await designer.openEmpty();
        await designer.writeText('Ñandutí for {{fullName}}');
        await designer.press('Escape', 'Escape', 'r');
        await designer.saved();
        const templateId = designer.id;
        await designer.page.context().close();
        const reply = await as.member.call(certificatesApi, 'generate', {
          tenant,
          body: {
            templateId,
            student: { _id: studentId },
            digitalSigning: { enabled: true, method: 'self-signed', certificateId },
          },
        });
        expect(reply).toMatchObject({ success: 1, errors: [] });
        const [text] = elementsOf((await stand().stored(templateId))!);
        await expectCertificate(stand(), `Ñandutí for ${student}`, text!);

        const { page } = await stand().open('member');
        await page.goto(`${designer.app}/templates/${templateId}`);
        await page.getByRole('img', { name: 'Page 1 of 1' }).waitFor();
        await page.locator('.still-pages canvas:not(.skel)').waitFor();
        const dark = await page.evaluate(`(() => {
          const canvas = document.querySelector('.still-pages canvas');
          const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
          return data.filter((value, at) => at % 4 === 0 && value < 100).length;
        })()`);
        expect(dark).toBeGreaterThan(50);
        expect(await page.locator('figure .hide').textContent()).toMatch(/^Ñandutí for \S+/);
        await page.context().close();
      });
    }
  });
}
