import { describe, expect, it } from 'vitest';
import type { Undone } from '../../web/scripts/canvas/undone.ts';
import { isWhole } from '../editor/whole.ts';
import type { CanvasStand } from '../parity/stand.ts';

/** Of the everyday run: one of so many commands; the proof takes all of the registry. */
const oneOf = 20;
/**
 * After these the page looks as before: names, locks, the order of reading, other pages, variables, which it shows by their
 * names, and what lies before what, as nothing of it covers another.
 */
const isUnseen =
  /^(rename|lock|group|ungroup|order|moveLayers|page\.(readingOrder|duplicate|move|up|down)|variable|template\.settings|guide)/;

/** The commands of the registry with the editor's own session and canvas. */
export function undoing(stand: () => CanvasStand): void {
  describe('each command of the registry', () => {
    it('is undone and redone: template and page are what they were', async () => {
      const ids = await stand().page.evaluate<string[]>('commandIds');
      expect(ids.length).toBeGreaterThan(90);
      const tried = isWhole ? ids : ids.filter((_, place) => place % oneOf === 0);
      const found = await stand().page.evaluate<Undone[]>(`undoEach(${JSON.stringify(tried)})`);
      expect(found.map(({ id }) => id)).toEqual(tried);
      const wrong = found.filter(
        ({ id, changesTemplate, changed, isSeen, undone, redone }) =>
          !undone || !redone || changed !== changesTemplate || (changed && !isSeen && !isUnseen.test(id)),
      );
      expect(wrong).toEqual([]);
    });
  });
}
