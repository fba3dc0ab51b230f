import { boxBounds } from './bounds.ts';
import { leaf, noImages, none } from './element-kind.ts';

interface Code {
  content: string;
  alt: string;
}

/** What QR codes and barcodes have in common: a content that machines read, with an alternative text. */
export const code = {
  texts: ({ content, alt }: Code): string[] => [content, alt],
  fill: <Element extends Code>(element: Element, print: (content: string) => string): Element => ({
    ...element,
    content: print(element.content),
    alt: print(element.alt),
  }),
  fonts: none,
  ...noImages,
  ...leaf,
  bounds: boxBounds,
  problems: none,
  warnings: none,
};
