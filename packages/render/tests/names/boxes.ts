import { textElement } from '@sello/contracts';
import { type FontFace, layoutText } from '@sello/design';
import type { Page } from 'playwright-core';
import type { FontLibrary } from '../../src/index.ts';
import { buildDesign, buildRow, buildText, certificateOf, compileDesign } from '../builders.ts';
import { familyList, loadFont, zoom } from '../languages/chromium.ts';
import { mutoolPictureOf, type Picture, pictureOf } from '../outside-tools.ts';

const [left, top, width, height] = [20, 20, 802, 100];
const page = { width: 842, height: 140 };
const fontSize = 28;
const lineHeight = 1.3;

/** Points from the left and upper edge of the page. */
type Box = NonNullable<ReturnType<Picture['inked']>>;

/** The font and the language of a name. */
export interface Setting {
  language: string;
  name: string;
  fontFamily: string;
  fontWeight: number;
}

const elementOf = ({ fontFamily, fontWeight }: Setting, content: string) =>
  buildText(content, {
    ...{ x: left, y: top, width, height, fontFamily, fontWeight, fontSize, lineHeight },
  });

/** The fallback chain of faces for a text, in order. */
export function facesOf(
  fonts: FontLibrary,
  { language, fontFamily, fontWeight }: Omit<Setting, 'name'>,
  used: Iterable<FontFace>,
): string[] {
  const keys = new Set([...used].map(({ key }) => key));
  const chain = fonts.chain(fontFamily, fontWeight, false, language) ?? [];
  const ordered = chain.map(({ key }) => key).filter((key, index) => index === 0 || keys.has(key));
  return [...new Set(ordered)];
}

/** Draws in Chromium with the same font files as ours, each loaded once. */
export class ChromiumPainter {
  readonly page: Page;
  readonly #fonts: FontLibrary;
  readonly #loaded = new Set<string>();

  constructor(page: Page, fonts: FontLibrary) {
    this.page = page;
    this.#fonts = fonts;
  }

  async load(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      if (this.#loaded.has(key)) continue;
      const source = this.#fonts.source(key);
      if (!source) throw new RangeError(`no font ${key}`);
      await loadFont(this.page, key, source.bytes());
      this.#loaded.add(key);
    }
  }

  /** The ink bounds of a name. As negative controls, `scale` enlarges it and `weight` selects another file. */
  async box(setting: Setting, { scale = 1, weight = setting.fontWeight } = {}): Promise<Box> {
    const { language, name } = setting;
    const other = { ...setting, fontWeight: weight };
    const layout = layoutText(textElement.parse(elementOf(other, name)), this.#fonts, { locale: language });
    const used = layout.lines.flatMap(({ pieces }) => pieces.map(({ face }) => face));
    const families = facesOf(this.#fonts, other, used);
    await this.load(families);
    await this.page.setViewportSize({ width: page.width * zoom, height: page.height * zoom });
    const style = [
      `position:absolute;left:${left * zoom}px;top:${top * zoom}px;width:${width * zoom}px`,
      `font:400 ${fontSize * zoom * scale}px/${lineHeight} ${familyList(families)}`,
      'text-rendering:geometricPrecision;text-spacing-trim:space-all;font-synthesis:none',
    ].join(';');
    await this.page.evaluate(`(() => {
      const box = document.createElement('div');
      box.lang = ${JSON.stringify(language)};
      box.dir = 'auto';
      box.style.cssText = ${JSON.stringify(style)};
      box.textContent = ${JSON.stringify(name)};
      document.body.replaceChildren(box);
    })()`);
    const png = (await this.page.screenshot({ type: 'png' })).toString('base64');
    // The browser decodes its own screenshot; ink is measured as in \`Picture.inked\`.
    const box = (await this.page.evaluate(`(async () => {
      const response = await fetch('data:image/png;base64,${png}');
      const image = await createImageBitmap(await response.blob());
      const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
      canvas.drawImage(image, 0, 0);
      const { data } = canvas.getImageData(0, 0, image.width, image.height);
      let [left, top, right, bottom] = [image.width, image.height, -1, -1];
      for (let at = 0, y = 0; y < image.height; y += 1) {
        for (let x = 0; x < image.width; x += 1, at += 4) {
          if (data[at] > 200 && data[at + 1] > 200 && data[at + 2] > 200) continue;
          left = Math.min(left, x); top = Math.min(top, y); right = Math.max(right, x); bottom = y;
        }
      }
      return { left, top, right, bottom };
    })()`)) as Box;
    return inPoints(box);
  }
}

const inPoints = (box: Box | null): Box => {
  const points = (pixels: number | undefined) => (pixels ?? Number.NaN) / zoom;
  return {
    left: points(box?.left),
    top: points(box?.top),
    right: points(box?.right),
    bottom: points(box?.bottom),
  };
};

/** The ink bounds of a name in our file, drawn by poppler and by MuPDF. */
export async function viewerBoxes(
  setting: Setting,
  fonts: FontLibrary,
): Promise<{ poppler: Box; mupdf: Box }> {
  const design = buildDesign([], {
    locale: setting.language,
    pages: [{ id: 'page', ...page, elements: [elementOf(setting, '{{fullName}}')] }],
  });
  const row = buildRow({ student: { fullName: setting.name } });
  const pdf = await certificateOf(await compileDesign(design, { fonts }), row);
  return {
    poppler: inPoints(pictureOf(pdf, 1, 72 * zoom).inked()),
    mupdf: inPoints(mutoolPictureOf(pdf, 1, 72 * zoom).inked()),
  };
}

/** The largest distance between the sides of two boxes, in points; NaN for an empty one. */
export const apart = (a: Box, b: Box): number =>
  Math.max(...(['left', 'top', 'right', 'bottom'] as const).map((side) => Math.abs(a[side] - b[side])));
