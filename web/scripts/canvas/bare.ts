import type { Design } from '@sello/contracts';
import { Canvas, FabricText, Rect } from 'fabric';

/** The rectangles and texts of a page as fabric's own objects on fabric's own canvas: what a drag costs without us. */
export function openBare(design: Design): void {
  const page = design.pages[0]!;
  const element = document.createElement('canvas');
  const container = document.createElement('div');
  container.style.cssText = 'position: absolute; inset: 0; width: 900px; height: 660px; overflow: hidden';
  container.append(element);
  document.body.replaceChildren(container);
  const canvas = new Canvas(element, { width: 900, height: 660, renderOnAddRemove: false });
  for (const one of page.elements) {
    const place = { left: one.x, top: one.y, originX: 'left', originY: 'top' } as const;
    if ('paragraphs' in one) {
      const text = one.paragraphs.flatMap(({ runs }) => runs.map((run) => run.text)).join('\n');
      canvas.add(new FabricText(text, { ...place, fontSize: one.fontSize, fill: one.fill }));
    } else if ('fill' in one) {
      canvas.add(new Rect({ ...place, width: one.width, height: one.height, fill: one.fill }));
    }
  }
  const zoom = Math.min(820 / page.width, 580 / page.height);
  canvas.setViewportTransform([
    zoom,
    0,
    0,
    zoom,
    450 - (page.width / 2) * zoom,
    330 - (page.height / 2) * zoom,
  ]);
  canvas.renderAll();
}
