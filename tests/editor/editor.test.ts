import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { screensBrowser } from '../browser.ts';
import { describePagesOfFailures } from '../failed-pages.ts';
import { conflicts } from './conflict.suite.ts';
import { drawing } from './drawing.suite.ts';
import { importing } from './importing.suite.ts';
import { issuing } from './issuing.suite.ts';
import { keysOfThePage } from './keys.suite.ts';
import { usingPanels } from './panels.suite.ts';
import { savingByItself } from './saving.suite.ts';
import { type EditorStand, openStand } from './stand.ts';
import { touching } from './touch.suite.ts';
import { typing } from './typing.suite.ts';

const hasExternalTools = ['pdfsig', 'qpdf', 'pdftotext', 'pdftoppm'].every(
  (tool) => spawnSync('which', [tool]).status === 0,
);

// What a person does in the editor, in Chromium against the whole stack.
describe.skipIf(!screensBrowser || !hasExternalTools)('the template editor in Chromium', () => {
  let stand: EditorStand;
  beforeAll(async () => {
    stand = await openStand();
  });
  afterAll(() => stand?.close());

  describePagesOfFailures(() => stand?.browser);

  drawing(() => stand);
  typing(() => stand);
  keysOfThePage(() => stand);
  usingPanels(() => stand);
  savingByItself(() => stand);
  conflicts(() => stand);
  touching(() => stand);
  importing(() => stand);
  issuing(() => stand);

  it('logs no error to the browser console', () => {
    expect(stand.faults).toEqual([]);
  });
});
