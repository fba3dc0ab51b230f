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

  /**
   * Taps twice as fast as a person does. The four events are sent together and say their own times, so that a machine which
   * takes long between them does not make two taps of them.
   */
  async doubleTap({ x, y }: Point): Promise<void> {
    const began = Date.now() / 1_000;
    const send = (type: 'touchStart' | 'touchEnd', after: number) =>
      this.#cdp.send('Input.dispatchTouchEvent', {
        ...{ type, timestamp: began + after },
        touchPoints: type === 'touchStart' ? [{ x, y, id: 0 }] : [],
      });
    await Promise.all([
      ...[send('touchStart', 0), send('touchEnd', 0.03)],
      ...[send('touchStart', 0.12), send('touchEnd', 0.15)],
    ]);
  }
}

/** Points on the line between two, both with them. */
export function line(from: Point, to: Point, steps = 6): Point[] {
  return Array.from({ length: steps + 1 }, (_, step) => ({
    x: from.x + ((to.x - from.x) * step) / steps,
    y: from.y + ((to.y - from.y) * step) / steps,
  }));
}
