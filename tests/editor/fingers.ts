import type { CDPSession, Page } from 'playwright-core';

type Point = { x: number; y: number };

/** Fingers on a touch screen. */
export class Fingers {
  readonly #cdp: CDPSession;
  private constructor(cdp: CDPSession) {
    this.#cdp = cdp;
  }

  static async of(page: Page): Promise<Fingers> {
    return new Fingers(await page.context().newCDPSession(page));
  }

  /** Moves each finger along its points, all together, and lifts them. */
  async move(...paths: Point[][]): Promise<void> {
    const at = (step: number) => paths.map((path, id) => ({ ...path[Math.min(step, path.length - 1)]!, id }));
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: (Point & { id: number })[]) =>
      this.#cdp.send('Input.dispatchTouchEvent', { type, touchPoints });
    for (const count of paths.keys()) await send('touchStart', at(0).slice(0, count + 1));
    for (let step = 1; step < Math.max(...paths.map(({ length }) => length)); step++) {
      await send('touchMove', at(step));
    }
    await send('touchEnd', []);
  }
}

/** Points on the line between two, both with them. */
export function line(from: Point, to: Point, steps = 6): Point[] {
  return Array.from({ length: steps + 1 }, (_, step) => ({
    x: from.x + ((to.x - from.x) * step) / steps,
    y: from.y + ((to.y - from.y) * step) / steps,
  }));
}
