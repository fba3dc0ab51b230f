import { type DesignPage, designLimits, type TextElement } from '@sello/contracts';
import { defineDesign, plainText } from '@sello/design';
import { type PaintContext, paintElement } from './elements/index.ts';
import { structureTexts } from './pdf/structure/texts.ts';

/** Red shows on paper and on most backgrounds, and lets what is below it be read. */
const look = { fontFamily: 'Source Sans 3', fontWeight: 700, fill: '#e01010', opacity: 0.28 } as const;
/** Width of a capital of this font, with the space to the next one, in ems; an upper bound. */
const capitalWidth = 0.68;
const share = { diagonal: 0.75, shortSide: 0.5 };

/** The word for what was never issued, in the language of the design, along the diagonal of a page. */
function markOf({ width, height }: DesignPage, locale: string): TextElement {
  const word = structureTexts(locale).specimen;
  const diagonal = Math.hypot(width, height);
  const fontSize = Math.max(
    designLimits.fontSize.min,
    Math.min(
      designLimits.fontSize.max,
      (diagonal * share.diagonal) / (word.length * capitalWidth),
      Math.min(width, height) * share.shortSide,
    ),
  );
  const box = { width: diagonal, height: fontSize * 1.3 };
  const { pages } = defineDesign({
    version: 2,
    pages: [
      {
        ...{ id: 'mark', width, height },
        elements: [
          {
            ...{ id: 'mark-text', type: 'text', ...look, fontSize, ...box },
            x: (width - box.width) / 2,
            y: (height - box.height) / 2,
            rotation: (-Math.atan2(height, width) * 180) / Math.PI,
            paragraphs: plainText(word),
            ...{ letterCase: 'upper', align: 'center', verticalAlign: 'middle', lineHeight: 1 },
          },
        ],
      },
    ],
  });
  return pages[0]?.elements[0] as TextElement;
}

/** The operators of the mark, which is an artifact (ISO 32000-1, 14.8.2.2): screen readers skip it. */
export function markOperators(page: DesignPage, context: PaintContext): string {
  const { locale } = context.setting;
  const painted = paintElement(
    markOf(page, locale),
    { x: 0, y: page.height },
    { ...context, tags: null, print: (text) => ({ text, values: [], empty: false }) },
  );
  return `/Artifact<</Type/Pagination/Subtype/Watermark>>BDC\n${painted}\nEMC`;
}
