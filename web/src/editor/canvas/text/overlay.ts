import type { Area } from './geometry.ts';

/** Milliseconds of a caret that is seen and is not. */
const blink = 1_060;

export interface TextOverlay {
  /**
   * Shows a caret and selected areas, in points of a box; `matrix` leads from the box to CSS pixels of the container.
   */
  show(caret: Area | null, areas: readonly Area[], matrix: DOMMatrix, color: string): void;
  clear(): void;
  close(): void;
}

/** The caret and the selection of a text, above the canvas: moving them draws nothing anew. */
export function textOverlay(container: HTMLElement): TextOverlay {
  const layer = document.createElement('div');
  layer.ariaHidden = 'true';
  Object.assign(layer.style, { position: 'absolute', inset: '0', overflow: 'hidden', pointerEvents: 'none' });
  container.append(layer);

  const part = (area: Area, matrix: DOMMatrix): HTMLElement => {
    const one = document.createElement('div');
    Object.assign(one.style, {
      ...{ position: 'absolute', left: '0', top: '0', transformOrigin: '0 0' },
      ...{ width: `${area.width}px`, height: `${area.height}px` },
      transform: matrix.translate(area.x, area.y).toString(),
    });
    layer.append(one);
    return one;
  };
  const clear = () => layer.replaceChildren();

  return {
    show(caret, areas, matrix, color) {
      clear();
      for (const area of areas) {
        Object.assign(part(area, matrix).style, { background: color, opacity: '0.22' });
      }
      if (!caret) return;
      // Two pixels wide at any zoom.
      const width = 2 / Math.hypot(matrix.a, matrix.b);
      const line = part({ ...caret, x: caret.x - width / 2, width }, matrix);
      Object.assign(line.style, { background: color });
      line.dataset.caret = '';
      const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
      if (!isStill) {
        const frames = [
          { opacity: 1 },
          { opacity: 1, offset: 0.5 },
          { opacity: 0, offset: 0.5 },
          { opacity: 0 },
        ];
        line.animate(frames, { duration: blink, iterations: Number.POSITIVE_INFINITY });
      }
    },
    clear,
    close: () => layer.remove(),
  };
}
