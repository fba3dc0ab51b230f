import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { screensBrowser } from '../browser.ts';
import { describePagesOfFailures } from '../failed-pages.ts';
import { type EditorStand, openStand } from './stand.ts';

const hasExternalTools = ['pdfsig', 'qpdf', 'pdftotext', 'pdftoppm'].every(
  (tool) => spawnSync('which', [tool]).status === 0,
);

/** What a person does in the editor, in Chromium against the whole stack: suites of one file, which share a stand. */
export function inEditor(name: string, suites: readonly ((stand: () => EditorStand) => void)[]): void {
  describe.skipIf(!screensBrowser || !hasExternalTools)(name, () => {
    let stand: EditorStand;
    beforeAll(async () => {
      stand = await openStand();
    });
    afterAll(() => stand?.close());

    describePagesOfFailures(() => stand?.browser);

    for (const suite of suites) suite(() => stand);

    it('logs no error to the browser console', () => {
      expect(stand.faults).toEqual([]);
    });
  });
}
