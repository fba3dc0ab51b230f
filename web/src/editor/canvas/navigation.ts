import { type Canvas, Point } from 'fabric';
import type { Viewport } from './options.ts';

const zoomLimits = { least: 0.05, most: 16 } as const;

/** CSS pixels of a wheel's step by which the zoom doubles. */
const doubling = 240;

export interface NavigationOptions {
  canvas: Canvas;
  container: HTMLElement;
  onViewport(viewport: Viewport): void;
  /** Two fingers move the page: what one of them began is undone. */
  cancel(): void;
}

/** Zoom and pan: by call, by wheel (with Ctrl it zooms), by Space or the middle button, by two fingers. */
export class Navigation {
  readonly #options: NavigationOptions;
  readonly #stops = new AbortController();
  readonly #touches = new Map<number, { x: number; y: number }>();
  #isSpaceDown = false;
  #pan: { id: number; x: number; y: number } | null = null;

  constructor(options: NavigationOptions) {
    this.#options = options;
    const { container } = options;
    const listen = <Type extends keyof HTMLElementEventMap>(
      on: HTMLElement | Document,
      type: Type,
      handle: (event: HTMLElementEventMap[Type]) => void,
    ) =>
      on.addEventListener(type, handle as EventListener, {
        ...{ signal: this.#stops.signal, capture: true, passive: false },
      });
    listen(container, 'wheel', (event) => this.#onWheel(event));
    listen(container, 'pointerdown', (event) => this.#onDown(event));
    listen(container, 'pointermove', (event) => this.#onMove(event));
    for (const type of ['pointerup', 'pointercancel'] as const) {
      listen(container, type, (event) => this.#onUp(event));
    }
    listen(document, 'keydown', (event) => {
      const isTyping =
        event.target instanceof Element &&
        event.target.closest('input, textarea, select, button, [contenteditable]');
      if (event.code === 'Space' && !isTyping) this.#isSpaceDown = true;
    });
    listen(document, 'keyup', (event) => {
      if (event.code === 'Space') this.#isSpaceDown = false;
    });
  }

  get viewport(): Viewport {
    const [zoom, , , , x, y] = this.#options.canvas.viewportTransform;
    return { zoom, x, y };
  }

  show({ zoom, x, y }: Viewport): void {
    const { canvas, onViewport } = this.#options;
    const within = Math.min(zoomLimits.most, Math.max(zoomLimits.least, zoom));
    canvas.setViewportTransform([within, 0, 0, within, x, y]);
    onViewport(this.viewport);
  }

  /** Zooms so that the point of the container stays where it is. */
  zoomAt(zoom: number, at: { x: number; y: number }): void {
    const { canvas, onViewport } = this.#options;
    const within = Math.min(zoomLimits.most, Math.max(zoomLimits.least, zoom));
    canvas.zoomToPoint(new Point(at.x, at.y), within);
    onViewport(this.viewport);
  }

  panBy(dx: number, dy: number): void {
    const { zoom, x, y } = this.viewport;
    this.show({ zoom, x: x + dx, y: y + dy });
  }

  close(): void {
    this.#stops.abort();
  }

  #at({ clientX, clientY }: { clientX: number; clientY: number }): { x: number; y: number } {
    const { left, top } = this.#options.container.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }

  #onWheel(event: WheelEvent): void {
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    const [dx, dy] = [event.deltaX * unit, event.deltaY * unit];
    if (event.ctrlKey || event.metaKey)
      this.zoomAt(this.viewport.zoom * 2 ** (-dy / doubling), this.#at(event));
    else if (event.shiftKey) this.panBy(-dy || -dx, 0);
    else this.panBy(-dx, -dy);
  }

  #onDown(event: PointerEvent): void {
    if (event.pointerType === 'touch') {
      this.#touches.set(event.pointerId, this.#at(event));
      // The second finger ends what the first began.
      if (this.#touches.size > 1) {
        this.#options.cancel();
        event.stopPropagation();
      }
      return;
    }
    if (event.button !== 1 && !(this.#isSpaceDown && event.button === 0)) return;
    event.preventDefault();
    event.stopPropagation();
    this.#pan = { id: event.pointerId, ...this.#at(event) };
    this.#options.container.setPointerCapture(event.pointerId);
  }

  #onMove(event: PointerEvent): void {
    const at = this.#at(event);
    if (this.#pan?.id === event.pointerId) {
      event.stopPropagation();
      this.panBy(at.x - this.#pan.x, at.y - this.#pan.y);
      this.#pan = { id: event.pointerId, ...at };
      return;
    }
    const before = this.#touches.get(event.pointerId);
    if (!before) return;
    this.#touches.set(event.pointerId, at);
    const other = [...this.#touches].find(([id]) => id !== event.pointerId)?.[1];
    if (!other) return;
    event.stopPropagation();
    const distance = (a: typeof at) => Math.hypot(a.x - other.x, a.y - other.y) || 1;
    this.panBy((at.x - before.x) / 2, (at.y - before.y) / 2);
    const middle = { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 };
    this.zoomAt(this.viewport.zoom * (distance(at) / distance(before)), middle);
  }

  #onUp(event: PointerEvent): void {
    if (this.#pan?.id === event.pointerId) {
      event.stopPropagation();
      this.#pan = null;
    }
    this.#touches.delete(event.pointerId);
  }
}
