import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { generous } from '../patience.ts';

interface Focus {
  /** What a screen reader calls the focused element; empty for the page itself. */
  name: string;
  /** Whether the focus can be seen: the element has an outline or a line of colour, and is within the window. */
  isVisible: boolean;
}

// Runs in the page.
const focused = `(() => {
  const at = document.activeElement;
  if (!at || at === document.body) return { name: '', isVisible: false };
  const label = at.getAttribute('aria-label') ?? at.labels?.[0]?.innerText ?? at.innerText ?? '';
  const { outlineStyle, outlineWidth } = getComputedStyle(at);
  const { top, bottom, width } = at.getBoundingClientRect();
  // Fields have a line of colour instead; that of tags is around them.
  const isOutlined = (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) ||
    [at, at.closest('.tags')].some((one) => one && getComputedStyle(one).boxShadow !== 'none');
  return {
    name: label.replace(/\\s+/g, ' ').trim(),
    isVisible: isOutlined && width > 0 && bottom > 0 && top < innerHeight,
  };
})()`;

const focusOf = (page: Page): Promise<Focus> => page.evaluate<Focus>(focused);

/** Presses Tab until the element of this name has the focus. Resolves with the names on the way, this one included. */
export async function tabTo(page: Page, name: string | RegExp, key = 'Tab'): Promise<string[]> {
  const trail: string[] = [];
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press(key);
    const focus = await focusOf(page);
    trail.push(focus.name);
    expect(focus, `after ${trail.join(' → ')}`).toMatchObject({ isVisible: true });
    if (typeof name === 'string' ? focus.name === name : name.test(focus.name)) return trail;
  }
  throw new Error(`Tab does not reach ${name}: ${trail.join(' → ')}`);
}

/** Waits until the element of this name has the focus. */
export async function focusReturns(page: Page, name: string | RegExp): Promise<void> {
  await expect
    .poll(async () => (await focusOf(page)).name, { timeout: generous, interval: 100 })
    .toEqual(typeof name === 'string' ? name : expect.stringMatching(name));
}
