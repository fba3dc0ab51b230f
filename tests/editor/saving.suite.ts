import { templatesApi } from '@sello/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EditorPage, elementsOf, patience, wordsOf } from './editor-page.ts';
import { hold } from './network.ts';
import type { EditorStand } from './stand.ts';
import { isWhole } from './whole.ts';

/** Autosave, and what becomes of work that could not be saved. */
export function savingByItself(stand: () => EditorStand): void {
  describe('what is drawn', () => {
    let editor: EditorPage;
    beforeAll(async () => {
      editor = await stand().open('designer');
    });
    beforeEach(() => editor.openEmpty());
    afterAll(() => editor?.page.close());

    const stored = async (id = editor.id) => {
      const template = await stand().stored(id);
      return template && elementsOf(template).map((element) => wordsOf(element) || element.type);
    };

    it('is saved by itself, which the bar says', async () => {
      const upsert = await hold(editor.page, /fn=upsert/);
      await editor.press('r');
      await editor.saveState.filter({ hasText: 'Saving' }).waitFor();
      await upsert.release();
      await editor.saved();
      expect(await stored()).toEqual(['rectangle']);
    });

    it('is open again after its tab was killed while it was being saved, and is saved then', async () => {
      await editor.writeText('Before');
      await editor.saved();
      const { id } = editor;
      const upsert = await hold(editor.page, /fn=upsert/);
      await editor.page.keyboard.type(' and after');
      await upsert.asked;
      await editor.page.keyboard.type(' it');
      await expect.poll(async () => wordsOf(elementsOf((await editor.kept())!)[0]!), patience).toMatch(/it$/);
      const context = editor.page.context();
      await editor.page.close({ runBeforeUnload: false });
      editor = await stand().tab(context);
      await editor.openTemplate(id);
      await editor.notice.filter({ hasText: 'was not saved. It is open again.' }).waitFor();
      await editor.saved();
      expect(await stored()).toEqual(['Before and after it']);
      await expect.poll(() => editor.kept(), patience).toBeNull();
    });

    it('is kept while there is no connection, which is said, and saved when it is back', async () => {
      await editor.press('r');
      await editor.saved();
      const context = editor.page.context();
      await context.setOffline(true);
      await editor.press('o');
      await editor.saveState.filter({ hasText: 'Offline, kept here' }).waitFor();
      await editor.notice.filter({ hasText: 'There is no connection' }).waitFor();
      expect(await stored()).toEqual(['rectangle']);
      const { thumbnail: before } = (await stand().stored(editor.id))!;
      await context.setOffline(false);
      await editor.saved();
      // The picture follows, and its upload was not called a failure meanwhile.
      await expect.poll(async () => (await stand().stored(editor.id))!.thumbnail, patience).not.toBe(before);
      expect(await editor.page.getByText('Error uploading').count()).toBe(0);
      expect(await stored()).toEqual(['rectangle', 'ellipse']);
    });

    if (isWhole) {
      it('becomes a template of its own when its template was deleted meanwhile', async () => {
        await editor.writeText('Kept');
        await editor.saved();
        const { id } = editor;
        const { tenant, as } = stand();
        await as.owner.call(templatesApi, 'delete-batch', { tenant, body: { ids: [id] } });
        await editor.page.keyboard.type(' words');
        await editor.notice.filter({ hasText: 'It was deleted meanwhile' }).waitFor();
        expect(await stored(id)).toBeNull();
        await editor.notice.getByRole('button', { name: 'Keep it as a new one' }).click();
        await editor.saved();
        expect(editor.id).not.toBe(id);
        expect(await stored()).toEqual(['Kept words']);
      });
    }

    it('stays in the browser when the session was ended elsewhere, and is open again after the next sign-in', async () => {
      await editor.press('r');
      await editor.saved();
      const { id, page } = editor;
      await stand().endSessions('designer');
      await editor.press('o');
      await page.getByRole('heading', { name: 'You were signed out' }).waitFor();
      await page.getByText('what you changed stays in this browser').waitFor();
      await page
        .getByRole('button', { name: /Sign in/ })
        .last()
        .click();
      await stand().identify(page, 'designer');
      await editor.drawn();
      expect(editor.id).toBe(id);
      await editor.saved();
      expect(await stored()).toEqual(['rectangle', 'ellipse']);
    });
  });
}
