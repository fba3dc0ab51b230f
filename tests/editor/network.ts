import type { Page } from 'playwright-core';

/** Holds requests back until they are released; `asked` resolves with the first. */
export async function hold(
  page: Page,
  url: RegExp,
): Promise<{ asked: Promise<void>; release(): Promise<void> }> {
  let release = (): void => {};
  let ask = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const asked = new Promise<void>((resolve) => {
    ask = resolve;
  });
  await page.route(url, async (route) => {
    ask();
    await released;
    // Its page may be gone.
    await route.continue().catch(() => undefined);
  });
  return {
    asked,
    async release() {
      release();
      await page.unroute(url);
    },
  };
}
