import type { DesignPage } from '@sello/contracts';
import { StaticCanvas } from 'fabric';
import { settle } from '../pending.ts';
import { ElementObject } from './element-object.ts';
import type { Context } from './elements/painter.ts';
import type { Images } from './images.ts';
import { type PageTools, paintGround } from './page-tools.ts';

/** The most pixels of a picture, which browsers can still hold in one canvas. */
const mostPixels = 64_000_000;

export interface PictureSize {
  /** In pixels. */
  width: number;
  height: number;
  /** Pixels per point. */
  scale: number;
}

/** The size of a picture of a page that is `width` pixels wide. */
function pictureSize(page: DesignPage, width: number): PictureSize {
  const scale = width / page.width;
  return { width, height: Math.max(1, Math.round(page.height * scale)), scale };
}

/**
 * A page as a picture, without guides, selection and hidden elements, drawn by the objects of the screen. Waits for its
 * fonts and images; rejects when a font cannot be fetched, and with RangeError for a picture too large to be made.
 */
export async function pagePicture(
  page: DesignPage,
  { width, height, scale }: PictureSize,
  tools: PageTools,
  images: Images,
): Promise<HTMLCanvasElement> {
  if (width * height > mostPixels) throw new RangeError(`a picture of ${width} × ${height} pixels`);
  const shown = page.elements.filter(({ hidden }) => !hidden);
  const objects = await settle(
    shown.map((element) => () => {
      const object = new ElementObject(element);
      object.drawing = tools.draw(element).drawing;
      object.sheet = tools.of;
      object.place(element, scale);
      return object;
    }),
  );
  const ground = document.createElement('canvas');
  await settle([() => paintGround(ground.getContext('2d') as Context, page, images)]);
  const element = document.createElement('canvas');
  const canvas = new StaticCanvas(element, {
    ...{ width, height, enableRetinaScaling: false, renderOnAddRemove: false },
    ...{ viewportTransform: [scale, 0, 0, scale, 0, 0] },
  });
  try {
    canvas.on('before:render', ({ ctx }) => {
      ctx.save();
      ctx.scale(scale, scale);
      paintGround(ctx as Context, page, images);
      ctx.restore();
    });
    canvas.add(...objects);
    canvas.renderAll();
    // Disposing of fabric's canvas empties it.
    const picture = document.createElement('canvas');
    [picture.width, picture.height] = [width, height];
    (picture.getContext('2d') as Context).drawImage(element, 0, 0);
    return picture;
  } finally {
    await canvas.dispose();
  }
}

/** The same as a PNG file, `width` pixels wide. */
export async function pagePng(
  page: DesignPage,
  width: number,
  tools: PageTools,
  images: Images,
): Promise<Blob> {
  const picture = await pagePicture(page, pictureSize(page, width), tools, images);
  const blob = await new Promise<Blob | null>((done) => picture.toBlob(done, 'image/png'));
  if (!blob) throw new RangeError('the browser could not write the picture');
  return blob;
}
