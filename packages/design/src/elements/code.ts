import { boxBounds } from './bounds.ts';
import { leaf, noImages, none } from './element-kind.ts';

interface Code {
  content: string;
  alt: string;
}

/** Members that QR codes and barcodes share: machine-readable content with an alternative text. */
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
