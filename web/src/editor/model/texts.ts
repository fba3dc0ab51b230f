import type { Design } from '@sello/contracts';
import { kindOf, printedElements } from '@sello/design';
import { holdsText } from './editing.ts';

/**
 * What a design prints as text, with its variables: a paragraph is one text, however many runs it has. Without hidden
 * elements, and each text once.
 */
export function printedTexts({ pages }: Design): string[] {
  const texts = new Set<string>();
  for (const page of pages) {
    for (const element of printedElements(page.elements)) {
      const own = holdsText(element)
        ? element.paragraphs.map(({ runs }) => runs.map(({ text }) => text).join(''))
        : kindOf(element).texts(element);
      for (const text of own) if (text.trim() !== '') texts.add(text.trim());
    }
  }
  return [...texts];
}
