import type { Page } from 'playwright-core';
import { dialog, type Scene } from './scene.ts';

const templatePath = `/templates/${'64'.padStart(24, '0')}`;

/** Opens a panel by its place in the rail; on a phone there is none. */
const openPanel =
  (place: number) =>
  async (page: Page): Promise<void> => {
    await page.locator('.strip .leaf img').first().waitFor();
    const button = page.locator('.rail button').nth(place);
    if ((await button.isVisible()) && (await button.getAttribute('aria-pressed')) === 'false')
      await button.click();
  };

/** Waits until the last block is drawn. */
async function openBlocks(page: Page): Promise<void> {
  await openPanel(6)(page);
  const tiles = page.locator('.blocks li');
  if (await page.locator('.rail').isVisible()) await tiles.last().locator('img').waitFor();
}

/** Draws a line with the pointer. */
async function drawSignature(page: Page): Promise<void> {
  await openPanel(2)(page);
  const button = page.locator('.gridlet button').nth(5);
  if (!(await button.isVisible())) return;
  await button.click();
  await dialog(page).waitFor();
  const box = (await page.locator('.pad canvas').boundingBox())!;
  await page.mouse.move(box.x + 60, box.y + box.height * 0.6);
  await page.mouse.down();
  for (let step = 1; step <= 40; step += 1) {
    await page.mouse.move(
      box.x + 60 + step * 9,
      box.y + box.height * (0.55 - 0.25 * Math.sin(step / 3) * Math.exp(-step / 40)),
    );
  }
  await page.mouse.up();
}

/** The panels of pages, layers, elements and blocks, and the dialog for a signature. */
export const panelScenes: readonly Scene[] = [
  { name: 'editor-pages', path: templatePath, signedIn: true, act: openPanel(0) },
  {
    name: 'editor-layers',
    path: templatePath,
    signedIn: true,
    async act(page) {
      await openPanel(1)(page);
      const rows = page.locator('.layers .layer');
      if (!(await rows.first().isVisible())) return;
      // Two of them in a group, below the one that is selected.
      await rows.nth(3).click();
      await rows.nth(5).click({ modifiers: ['Shift'] });
      await page.keyboard.press('Control+g');
      await page.locator('.layers .fold:not(span)').waitFor();
      await rows.nth(8).click();
    },
  },
  { name: 'editor-elements', path: templatePath, signedIn: true, act: openPanel(2) },
  { name: 'editor-blocks', path: templatePath, signedIn: true, act: openBlocks },
  { name: 'editor-signature', path: templatePath, signedIn: true, act: drawSignature },
];
