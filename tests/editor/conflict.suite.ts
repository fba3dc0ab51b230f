import { templatesApi } from '@sello/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EditorPage, elementsOf, patience, wordsOf } from './editor-page.ts';
import type { EditorStand } from './stand.ts';
import { isWhole } from './whole.ts';

/** Two tabs with the same template: the later save of an older version asks. */
export function conflicts(stand: () => EditorStand): void {
  describe('a template that two tabs change', () => {
    let mine: EditorPage;
    let theirs: EditorPage;
    let id: string;

    beforeAll(async () => {
      mine = await stand().openAgain('designer');
      theirs = await stand().tab(mine.page.context());
    });
    beforeEach(async () => {
      await mine.page.bringToFront();
      await mine.openEmpty();
      await mine.writeText('First');
      await mine.saved();
      ({ id } = mine);
      await theirs.page.bringToFront();
      await theirs.openTemplate(id);
      await theirs.press('Tab', 'Enter', 'End');
      await theirs.page.keyboard.type(' of theirs');
      await theirs.saved();
      await expect.poll(() => words(id), patience).toEqual(['First of theirs']);
      await mine.page.bringToFront();
      await mine.press('End');
      await mine.page.keyboard.type(' of mine');
      await sheet().waitFor();
    });
    afterAll(async () => {
      await mine?.page.close();
      await theirs?.page.close();
    });

    const sheet = () => mine.page.getByRole('dialog', { name: /saved a newer version/ });
    const choose = async (name: string) => {
      const { page } = mine;
      await sheet().getByText('1 change').first().waitFor();
      await page.getByRole('button', { name, exact: true }).click();
      await sheet().waitFor({ state: 'detached' });
      await mine.saved();
    };
    const wordsOfAll = (template: Parameters<typeof elementsOf>[0] | null) =>
      template && elementsOf(template).map(wordsOf);
    const words = async (of: string) => wordsOfAll(await stand().stored(of));
    /** The words of every version that the history has. */
    const history = async () => {
      const { tenant, as } = stand();
      const { items } = await as.owner.call(templatesApi, 'revisions', { tenant, query: { id } });
      const read = async ({ _id: revisionId }: { _id: string }) =>
        wordsOfAll(await as.owner.call(templatesApi, 'revision', { tenant, query: { id, revisionId } }))?.[0];
      return Promise.all(items.map(read));
    };

    if (isWhole) {
      it('holds mine after “Keep mine”, and theirs is in its history', async () => {
        await choose('Keep mine');
        await expect.poll(() => words(id), patience).toEqual(['First of mine']);
        expect(await history()).toContain('First of theirs');
      });
    }

    if (isWhole) {
      it('holds theirs after “Take theirs”, and mine is in its history', async () => {
        await choose('Take theirs');
        expect(await words(id)).toEqual(['First of theirs']);
        expect(await history()).toContain('First of mine');
        // What is open is theirs as well.
        await mine.press('Tab', 'Enter', 'End');
        await mine.page.keyboard.type(' and on');
        await expect.poll(() => words(id), patience).toEqual(['First of theirs and on']);
      });
    }

    it('holds theirs after “Keep both”, and mine is a template of its own', async () => {
      await choose('Keep both, mine becomes a copy');
      expect(await words(id)).toEqual(['First of theirs']);
      await mine.page.getByRole('button', { name: 'Open it' }).click();
      await expect.poll(() => mine.id, patience).not.toBe(id);
      expect(await words(mine.id)).toEqual(['First of mine']);
    });
  });
}
