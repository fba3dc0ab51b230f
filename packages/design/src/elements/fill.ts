import type { DesignElement } from '@sello/contracts';
import { hasVariables } from '../contents.ts';
import { printedContentsOf, printedElements } from '../document.ts';
import type { PrintedText } from './element-kind.ts';
import { kindOf } from './index.ts';

/** The values of one certificate, as filling an element asks for them. */
export interface PrintedParts {
  /** Replaces the variables of a content by their values. */
  print(content: string): PrintedText;
  /** Whether the certificate has an image under the name of a variable. */
  hasImage(name: string): boolean;
}

/** The element with its variables replaced by what is printed. Throws what `print` throws. */
export function fillElement(element: DesignElement, print: PrintedParts['print']): DesignElement {
  const kind = kindOf(element);
  if (!kind.texts(element).some(hasVariables)) return element;
  return kind.fill(element, (content) => (hasVariables(content) ? print(content).text : content));
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
