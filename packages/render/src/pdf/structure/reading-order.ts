import type { Design, DesignElement } from '@sello/contracts';
import { kindOf } from '@sello/design';

/** An element without children, on the page with this index. */
export interface ReadElement {
  page: number;
  id: string;
  /** Null for an element that is not a text. */
  passage: Passage | null;
}

/** The properties of a text that distinguish headings from body text. */
export interface Passage {
  /** The role set by the design's author. */
  role: 'auto' | 'title' | 'heading' | 'paragraph' | 'artifact';
  /** In points. */
  size: number;
  /** The text of the design, with its placeholders. */
  text: string;
  /** Whether a certificate may leave it out. */
  isOptional: boolean;
}

/**
 * The printed elements with groups flattened, in reading order: page by page, first the elements in the page's reading
 * order (a group includes its children), then the rest in layer order.
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
    // Sorting is stable: elements with the same position stay in layer order.
    leaves.sort((a, b) => a.place - b.place);
    return leaves.map(({ element, isOptional }) => {
      const passage = passageOf(element);
      return { page: index, id: element.id, passage: passage && { ...passage, isOptional } };
    });
  });
}
