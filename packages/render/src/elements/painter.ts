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
  /** The design's. */
  locale: string;
  /** With it each paragraph of a text is marked by itself; null when the element is marked as a whole. */
  paragraphTag: Exclude<Tag, string> | null;
  /** Paints a child; `frame` is where its parent's top left corner lies. */
  paint(child: DesignElement, frame: Frame): string;
}

/** How a painter says what its parts are to a reader; without effect where files are not tagged. */
export type Structure = Pick<Tagger, 'mark' | 'nest'>;

/** What the prefix can be made to hold before any certificate is stamped. */
export interface Preparation {
  /** Embeds the repertoire of the first face of the request's chain. */
  repertoire(request: FontRequest): void;
}

/**
 * What an element is to a reader who does not see it: ornament, a text, a picture that is described, or what its
 * children are. Null when there is nothing to see either.
 */
export type Reading =
  | 'artifact'
  | 'children'
  /** `language` null: the document's. */
  | { kind: 'text'; language: string | null; hasParagraphs: boolean }
  | Description
  | null;

export interface Description {
  kind: 'picture';
  text: string;
  /** Null when it is in the document's language. */
  language: string | null;
}

/** A description that the design's author wrote; without one a picture is ornament. */
export function described({ alt }: { alt: string }): Description | 'artifact' {
  return alt === '' ? 'artifact' : { kind: 'picture', text: alt, language: null };
}

/** A description, or what the element is when its author wrote none. */
export function describedAs(
  { alt }: { alt: string },
  otherwise: string,
  { language }: StructureTexts,
): Description {
  const isOwn = alt !== '';
  return { kind: 'picture', text: isOwn ? alt : otherwise, language: isOwn ? null : language };
}

/** Writes one type of element into a PDF, from the layout that its declaration in `design` measured. */
export interface Painter<Element extends DesignElement = DesignElement, Layout = unknown> {
  /** Whether readers of the PDF show the signature there. */
  isField?: true;
  /** Puts into the prefix what each certificate will need of an element that varies. */
  prepare(element: Element, prefix: Preparation): void;
  /** Whether it changes more of the graphics state than the colours. Every element sets its colours itself. */
  changesState(element: Element): boolean;
  /**
   * Whether its parts may overlap: below full opacity they must not show through each other. Rendering version 1 asks
   * groups alone.
   */
  overlaps(element: Element): boolean;
  /** Its text as it stands in the design; null for what is no text. */
  passage(element: Element): Omit<Passage, 'isOptional'> | null;
  reading(element: Element, layout: Layout, texts: StructureTexts): Reading;
  /** Its operators; the frame's corner is the corner of the element's box, before rotation. Its texts are filled. */
  paint(element: Element, layout: Layout, frame: Frame, canvas: Canvas): string;
}

export const nothing = (): void => {};
export const never = (): boolean => false;
export const always = (): boolean => true;
export const noPassage = (): null => null;
export const ornament = (): Reading => 'artifact';
