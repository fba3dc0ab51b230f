import type { DesignElement } from '@sello/contracts';
import { hasVariables } from '../contents.ts';
import { printedContentsOf, printedElements } from '../document.ts';
import type { FilledText } from '../text/isolates.ts';
import type { PrintedText } from './element-kind.ts';
import { kindOf } from './index.ts';

/** The values of one certificate, as filling an element asks for them. */
export interface PrintedParts {
  /** Replaces the variables of a content by their values. */
  print(content: string): PrintedText;
  /** Whether the certificate has an image under the name of a variable. */
  hasImage(name: string): boolean;
}

/**
 * The element with its variables replaced by what is printed, ready for layout. `locale` is that of the design. Throws
 * what `print` throws.
 */
export function fillElement(
  element: DesignElement,
  print: PrintedParts['print'],
  locale: string,
): DesignElement {
  const kind = kindOf(element);
  const texts = kind.texts(element);
  if (!texts.some(hasVariables)) return element;
  const printed = new Map<string, FilledText>();
  const filled = kind.fill(element, (content) => {
    const text = hasVariables(content) ? print(content) : { text: content, values: [] };
    printed.set(content, text);
    return text.text;
  });
  const isolated = texts.map((content) => printed.get(content) ?? { text: content, values: [] });
  return kind.isolate?.(filled, isolated, locale) ?? filled;
}

/**
 * Whether an element that is hidden when empty is: it has variables, of texts and of images, itself or in its children,
 * and every one of them prints empty.
 */
export function isLeftOut(element: DesignElement, { print, hasImage }: PrintedParts): boolean {
  if (!element.hideWhenEmpty) return false;
  const contents = [...printedContentsOf([element])].filter(hasVariables);
  const images = [...printedElements([element])].flatMap((printed) =>
    kindOf(printed).imageVariables(printed),
  );
  return (
    contents.length + images.length > 0 &&
    contents.every((content) => print(content).empty) &&
    !images.some(hasImage)
  );
}
