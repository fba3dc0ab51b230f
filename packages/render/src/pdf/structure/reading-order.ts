import type { Design, DesignElement } from '@sello/contracts';
import { kindOf } from '@sello/design';

/** An element that holds no others, on the page with this index. */
export interface ReadElement {
  page: number;
  id: string;
  /** Null for what is no text. */
  passage: Passage | null;
}

/** A text, as headings are told from running text by it. */
export interface Passage {
  /** What the design's author says that it is. */
  role: 'auto' | 'title' | 'heading' | 'paragraph' | 'artifact';
  /** In points. */
  size: number;
  /** As it stands in the design, variables unprinted. */
  text: string;
  /** Whether a certificate may leave it out. */
  isOptional: boolean;
}

/**
 * What prints, groups taken apart, in the order in which it is read: page by page, what the page's reading order names
 * first (a group stands for all in it), then the rest in the order of layers.
 */
export function readElements(
  design: Design,
  passageOf: (element: DesignElement) => Omit<Passage, 'isOptional'> | null,
): ReadElement[] {
  return design.pages.flatMap((page, index) => {
    const wanted = new Map(page.readingOrder.map((id, place) => [id, place]));
    const last = wanted.size;
    const leaves: { element: DesignElement; place: number; isOptional: boolean }[] = [];
    const walk = (elements: readonly DesignElement[], inherited: number, isOptional: boolean) => {
      for (const element of elements) {
        if (element.hidden) continue;
        const place = wanted.get(element.id) ?? inherited;
        const mayHide = isOptional || element.hideWhenEmpty;
        const children = kindOf(element).children(element);
        if (children.length > 0) walk(children, place, mayHide);
        else leaves.push({ element, place, isOptional: mayHide });
      }
    };
    walk(page.elements, last, false);
    // Sorting is stable: what has the same place keeps the order of layers.
    leaves.sort((a, b) => a.place - b.place);
    return leaves.map(({ element, isOptional }) => {
      const passage = passageOf(element);
      return { page: index, id: element.id, passage: passage && { ...passage, isOptional } };
    });
  });
}
