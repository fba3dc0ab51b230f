import type { DesignElement } from '@sello/contracts';
import type { FontRequest } from '@sello/design';
import type { Frame, Resources } from '../pdf/content.ts';
import type { Passage } from '../pdf/structure/reading-order.ts';
import type { Tag, Tagger } from '../pdf/structure/tagger.ts';
import type { StructureTexts } from '../pdf/structure/texts.ts';

/** The context of a painter. */
export interface Canvas {
  resources: Resources;
  structure: Structure;
  /** The locale of the design. */
  locale: string;
  /** The tag of each paragraph of a text; null when the element is tagged as a whole. */
  paragraphTag: Exclude<Tag, string> | null;
  /** Paints a child; `frame` is the top left corner of its parent. */
  paint(child: DesignElement, frame: Frame): string;
}

/** Tags the parts of an element for assistive technology; without effect within an artifact. */
export type Structure = Pick<Tagger, 'mark' | 'nest'>;

/** Prepares resources in the prefix before any certificate is stamped. */
export interface Preparation {
  /** Embeds the repertoire of the first face of the request's chain. */
  repertoire(request: FontRequest): void;
}

/**
 * How an element is exposed to assistive technology: as an artifact, a text, a figure with a description, or by its
 * children. Null when it paints nothing.
 */
export type Reading =
  | 'artifact'
  | 'children'
  /** `language`: null for that of the document. */
  | { kind: 'text'; language: string | null; hasParagraphs: boolean }
  | Description
  | null;

export interface Description {
  kind: 'picture';
  text: string;
  /** Null for the language of the document. */
  language: string | null;
}

/** The description by the design's author; a picture without one is an artifact. */
export function described({ alt }: { alt: string }): Description | 'artifact' {
  return alt === '' ? 'artifact' : { kind: 'picture', text: alt, language: null };
}

/** The description by the design's author, or a default for the element. */
export function describedAs(
  { alt }: { alt: string },
  otherwise: string,
  { language }: StructureTexts,
): Description {
  const isOwn = alt !== '';
  return { kind: 'picture', text: isOwn ? alt : otherwise, language: isOwn ? null : language };
}

/** Writes one type of element into a PDF, using the layout that its declaration in `design` measured. */
export interface Painter<Element extends DesignElement = DesignElement, Layout = unknown> {
  /** Whether PDF readers show the signature field there. */
  isField?: true;
  /** Prepares the resources that certificates need for a variable element in the prefix. */
  prepare(element: Element, prefix: Preparation): void;
  /** Whether it changes more of the graphics state than the colours, which every element sets itself. */
  changesState(element: Element): boolean;
  /** Whether its parts may overlap: below full opacity they must not show through each other. */
  overlaps(element: Element, resources: Pick<Resources, 'image'>): boolean;
  /** Its text in the design, with placeholders; null for an element that is not a text. */
  passage(element: Element): Omit<Passage, 'isOptional'> | null;
  reading(element: Element, layout: Layout, texts: StructureTexts): Reading;
  /** Its operators; `frame` is the top left corner of the element's box before rotation. Its texts are filled. */
  paint(element: Element, layout: Layout, frame: Frame, canvas: Canvas): string;
}

export const nothing = (): void => {};
export const never = (): boolean => false;
export const always = (): boolean => true;
export const noPassage = (): null => null;
export const ornament = (): Reading => 'artifact';
