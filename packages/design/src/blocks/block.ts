import { type DesignElement, type DesignElementInput, designPage, type Language } from '@sello/contracts';

export interface PageSize {
  /** In points. */
  width: number;
  height: number;
}

export interface BlockOptions {
  /** The language of its own words. */
  language: Language;
  page: PageSize;
  /** Returns an id that the design does not have yet, a new one at each call. */
  ids: () => string;
}

export const blockCategories = ['seal', 'frame', 'line', 'text', 'code'] as const;

/** A ready-made group of elements that can be dropped on a page and changed there like any other. */
export interface Block {
  /** Its name in the interface is the text `editorPanels.blocks.<key>`. */
  key: string;
  category: (typeof blockCategories)[number];
  /** Its size on a page of this size, in points. */
  size(page: PageSize): PageSize;
  /** The group, in the middle of the page. */
  build(options: BlockOptions): DesignElement;
}

export type Ids = () => string;
export type Group = Extract<DesignElementInput, { type: 'group' }>;

/** A group at a place of the page; coordinates of the elements are relative to it. */
export function group(
  ids: Ids,
  box: { x: number; y: number; width: number; height: number },
  elements: DesignElementInput[],
): Group {
  return { type: 'group', id: ids(), ...box, elements };
}

const element = designPage.shape.elements.element;

/** Declares a block by what it draws with its top left corner at `x` and `y`. */
export function defineBlock<Key extends string>(block: {
  key: Key;
  category: Block['category'];
  size: (page: PageSize) => PageSize;
  draw: (at: BlockOptions & PageSize & { x: number; y: number }) => Group;
}): Block & { key: Key } {
  const { key, category, size, draw } = block;
  return {
    key,
    category,
    size,
    build(options) {
      const { width, height } = size(options.page);
      const middle = (whole: number, part: number) => Math.round((whole - part) * 50) / 100;
      const place = { x: middle(options.page.width, width), y: middle(options.page.height, height) };
      return element.parse(draw({ ...options, ...place, width, height }));
    },
  };
}
