import type { DesignPage } from '@sello/contracts';
import { kindOf } from '@sello/design';
import { settle } from '../pending.ts';
import { paintDrawing } from './drawing.ts';
import type { Context, Drawing } from './elements/painter.ts';
import type { Images } from './images.ts';
import { type PageTools, paintGround } from './page-tools.ts';

/** A page that is only looked at, measured: it is painted without fabric. */
export interface StillPage {
  /** Paints it into a canvas, `width` pixels wide; the height follows. Throws RangeError where the browser cannot. */
  paint(canvas: HTMLCanvasElement, width: number): void;
  /** The texts of its elements as they are printed, without empty ones. */
  texts: ReadonlyMap<string, readonly string[]>;
}

function collectTexts({ element, children }: Drawing): string[] {
  const own = kindOf(element).texts(element);
  return [...own, ...children.flatMap(collectTexts)].map((text) => text.trim()).filter((text) => text !== '');
}

/** Measures a page when its fonts and images are there. Rejects when a font cannot be fetched. */
export async function measurePage(page: DesignPage, tools: PageTools, images: Images): Promise<StillPage> {
  const drawn = await settle(page.elements.map((element) => () => tools.draw(element).drawing));
  const drawings = drawn.filter((drawing) => drawing !== null);
  const ground = document.createElement('canvas').getContext('2d');
  if (!ground) throw new RangeError('the browser has no canvas');
  await settle([() => paintGround(ground, page, images)]);
  return {
    texts: new Map(drawings.map((drawing) => [drawing.id, collectTexts(drawing)])),
    paint(canvas, width) {
      const scale = width / page.width;
      canvas.width = width;
      canvas.height = Math.max(1, Math.round(page.height * scale));
      const ctx = canvas.getContext('2d') as Context | null;
      if (!ctx) throw new RangeError('the browser has no canvas');
      ctx.scale(scale, scale);
      paintGround(ctx, page, images);
      for (const drawing of drawings) paintDrawing(ctx, drawing, tools.of);
    },
  };
}
