import type { Design, DesignElement, DesignPage } from '@sello/contracts';
import {
  coverStyle,
  inSealColor,
  layoutText,
  type PrintedValues,
  placeImage,
  printerOf,
  studentImages,
  type TextBox,
  type TextLayout,
} from '@sello/design';
import type { EditorFonts } from '../fonts/fonts.ts';
import { Pending } from '../pending.ts';
import { type DrawingTools, drawingOf } from './drawing.ts';
import { paintImage } from './elements/image.ts';
import type { Context, Drawing, Sheet } from './elements/painter.ts';
import type { Images } from './images.ts';

/** The values that a page is shown with; null shows the names of variables. */
export type ShownValues = PrintedValues | null;

/** How an element is drawn; null when nothing of it is printed, also because of a fault such as an unknown family. */
export interface Drawn {
  drawing: Drawing | null;
  fault: unknown;
}

/** What drawing the pages of one design with one set of values needs. */
export interface PageTools {
  of: Pick<Sheet, 'image'>;
  /** Throws `Pending`. `isRaw`: with the names of its variables. */
  draw(element: DesignElement, isRaw?: boolean): Drawn;
  /** The layout of a text with the names of its variables, also of an empty one. Throws `Pending`. */
  lay(text: TextBox): TextLayout;
}

const settings = ['locale', 'dateStyle', 'variables'] as const;

/** Whether what two designs say of all their texts is the same, so that unchanged elements look the same. */
export function isSameSetting(a: Design, b: Design): boolean {
  return settings.every((name) => a[name] === b[name]);
}

/** The stored image that a student has for a variable; null = none, undefined: it is no image of a student. */
function ownImage(name: string, { student }: PrintedValues): string | null | undefined {
  const field = studentImages.get(name);
  const id = field && (student as Readonly<Record<string, unknown>>)[field];
  return field && (typeof id === 'string' ? id : null);
}

export function pageTools(
  design: Design,
  values: ShownValues,
  fonts: EditorFonts,
  images: Images,
): PageTools {
  const setting = { locale: design.locale, words: fonts.words };
  const image: Images['of'] = (source) => {
    const own = values && source.kind === 'variable' ? ownImage(source.name, values) : undefined;
    if (own === undefined) return images.of(source);
    return own === null ? null : images.of({ kind: 'asset', assetId: own });
  };
  const tools: DrawingTools = {
    fonts,
    setting,
    image,
    signed: values === null || values.signature !== undefined,
    print: values && printerOf(design, values),
  };
  const raw = { ...tools, print: null, signed: true };
  return {
    of: { image },
    lay: (text) => layoutText(inSealColor(text, images.sealColor), fonts, setting),
    draw(element, isRaw = false) {
      try {
        return {
          drawing: drawingOf(inSealColor(element, images.sealColor), isRaw ? raw : tools),
          fault: null,
        };
      } catch (fault) {
        if (fault instanceof Pending) throw fault;
        return { drawing: null, fault };
      }
    },
  };
}

/** Paints the paper of a page, its colour and its image. Throws `Pending` while the image is being fetched. */
export function paintGround(ctx: Context, { width, height, background }: DesignPage, images: Images): void {
  ctx.fillStyle = '#ffffff';
  ctx.fillRect(0, 0, width, height);
  const { color } = inSealColor(background, images.sealColor);
  if (color) {
    ctx.fillStyle = color;
    ctx.fillRect(0, 0, width, height);
  }
  if (!background.assetId) return;
  const image = images.of({ kind: 'asset', assetId: background.assetId });
  if (image) paintImage(ctx, image, placeImage({ width, height }, image, coverStyle));
}
