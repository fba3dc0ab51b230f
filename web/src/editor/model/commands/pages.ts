import { type DesignPage, designPage } from '@sello/contracts';
import { type Command, defineCommand, defineOptional, defineWithArgs, inGesture } from '../command.ts';
import { keys, keysOf } from '../shortcuts.ts';
import { currentPage, type EditorState, newId, withPage } from '../state.ts';
import { copiesFor } from '../tree.ts';
import { withRemark } from './duplicate.ts';

export interface PageArgs {
  /** The page that is shown, when left out. */
  pageId?: string;
}

const pageIndex = (state: EditorState, pageId = state.pageId): number =>
  Math.max(
    0,
    state.design.pages.findIndex(({ id }) => id === pageId),
  );

const neighbour = (state: EditorState, by: 1 | -1): DesignPage | undefined =>
  state.design.pages[pageIndex(state) + by];

/** The state that shows a page with nothing selected. */
function showing(state: EditorState, pages: DesignPage[], pageId: string): EditorState {
  return { ...state, design: { ...state.design, pages }, pageId, selection: [], editing: null };
}

/** Adds an empty page of the same size and background after the one that is shown. */
export const addPage = defineCommand({
  id: 'page.add',
  labelKey: 'editor.commands.page.add',
  section: 'pages',
  shortcut: keys('Mod+Enter'),
  context: 'page',
  canRun: () => true,
  run(state) {
    const { width, height, background } = currentPage(state);
    const page = designPage.parse({ id: newId(), width, height, background, elements: [] });
    const pages = state.design.pages.toSpliced(pageIndex(state) + 1, 0, page);
    return showing(state, pages, page.id);
  },
});

export const duplicatePage = defineOptional<PageArgs>({
  id: 'page.duplicate',
  labelKey: 'editor.commands.page.duplicate',
  section: 'pages',
  shortcut: keys('Alt+Shift+PageDown'),
  context: 'page',
  canRun: () => true,
  run(state, { pageId } = {}) {
    const at = pageIndex(state, pageId);
    const original = state.design.pages[at] as DesignPage;
    const { elements, ids, isLeftOut } = copiesFor(state.design, original.elements);
    const readingOrder = original.readingOrder.flatMap((id) => ids.get(id) ?? []);
    const page = { ...original, id: newId(), elements, readingOrder };
    return withRemark(isLeftOut, showing(state, state.design.pages.toSpliced(at + 1, 0, page), page.id));
  },
});

export interface MovePageArgs extends PageArgs {
  /** Its new index. */
  to: number;
}

export const movePage = defineWithArgs<MovePageArgs>({
  id: 'page.move',
  labelKey: 'editor.commands.page.move',
  section: 'pages',
  shortcut: null,
  context: 'page',
  canRun: ({ design }) => design.pages.length > 1,
  run(state, { pageId, to }) {
    const { pages } = state.design;
    const from = pageIndex(state, pageId);
    const place = Math.min(Math.max(0, to), pages.length - 1);
    if (place === from) return state;
    const moved = pages.toSpliced(from, 1).toSpliced(place, 0, pages[from] as DesignPage);
    return { ...state, design: { ...state.design, pages: moved } };
  },
});

const stepCommand = (id: 'up' | 'down', by: 1 | -1, key: string): Command =>
  defineCommand({
    id: `page.${id}`,
    labelKey: `editor.commands.page.${id}`,
    section: 'pages',
    shortcut: keys(key),
    context: 'page',
    canRun: (state) => neighbour(state, by) !== undefined,
    run: (state) => movePage.run(state, { to: pageIndex(state) + by }),
  });

/** Move the page that is shown, which stays shown. */
export const movePageUp = stepCommand('up', -1, 'Alt+PageUp');
export const movePageDown = stepCommand('down', 1, 'Alt+PageDown');

/** Deletes a page; the last one stays. */
export const deletePage = defineOptional<PageArgs>({
  id: 'page.delete',
  labelKey: 'editor.commands.page.delete',
  section: 'pages',
  // The small keyboards of Macs have no other key to delete with.
  shortcut: keysOf(['Alt+Shift+Backspace', 'Alt+Shift+Delete'], ['Alt+Shift+Delete']),
  context: 'page',
  canRun: ({ design }) => design.pages.length > 1,
  run(state, { pageId } = {}) {
    const { pages } = state.design;
    const at = pageIndex(state, pageId);
    if (pages.length < 2) return state;
    const left = pages.toSpliced(at, 1);
    if ((pages[at] as DesignPage).id !== state.pageId)
      return { ...state, design: { ...state.design, pages: left } };
    return showing(state, left, (left[Math.min(at, left.length - 1)] as DesignPage).id);
  },
});

export interface GoToPageArgs {
  pageId: string;
}

export const goToPage = defineWithArgs<GoToPageArgs>({
  id: 'page.show',
  labelKey: 'editor.commands.page.show',
  section: 'pages',
  shortcut: null,
  context: 'page',
  canRun: ({ design }) => design.pages.length > 1,
  run: (state, { pageId }) =>
    pageId === state.pageId || !state.design.pages.some(({ id }) => id === pageId)
      ? state
      : { ...state, pageId, selection: [], editing: null },
});

const neighbourCommand = (id: 'next' | 'previous', by: 1 | -1, key: string): Command =>
  defineCommand({
    id: `page.${id}`,
    labelKey: `editor.commands.page.${id}`,
    section: 'pages',
    shortcut: keys(key),
    context: 'page',
    canRun: (state) => neighbour(state, by) !== undefined,
    run(state) {
      const page = neighbour(state, by);
      return page ? { ...state, pageId: page.id, selection: [], editing: null } : state;
    },
  });

export const nextPage = neighbourCommand('next', 1, 'PageDown');
export const previousPage = neighbourCommand('previous', -1, 'PageUp');

const millimetres = 72 / 25.4;
const side = (mm: number): number => Math.round(mm * millimetres * 100) / 100;

/** Sizes of pages in points, width first. */
export const pageSizes = {
  a4Portrait: { width: side(210), height: side(297) },
  a4Landscape: { width: side(297), height: side(210) },
  letterPortrait: { width: 612, height: 792 },
  letterLandscape: { width: 792, height: 612 },
  square: { width: side(210), height: side(210) },
} as const;
export type PageSize = keyof typeof pageSizes;

/** The preset whose size a page has; null for a size of its own. */
export function sizeOf({ width, height }: Pick<DesignPage, 'width' | 'height'>): PageSize | null {
  const isNear = (a: number, b: number) => Math.abs(a - b) < 0.5;
  const names = Object.keys(pageSizes) as PageSize[];
  return (
    names.find((name) => isNear(pageSizes[name].width, width) && isNear(pageSizes[name].height, height)) ??
    null
  );
}

/** A preset, or a width and a height in points. */
export type PageSizeArgs = { size: PageSize } | { width: number; height: number; gesture?: string };

export const resizePage = defineWithArgs<PageSizeArgs>({
  id: 'page.resize',
  labelKey: 'editor.commands.page.resize',
  section: 'pages',
  shortcut: null,
  context: 'page',
  canRun: () => true,
  run(state, args) {
    const { width, height } = 'size' in args ? pageSizes[args.size] : args;
    const page = currentPage(state);
    return page.width === width && page.height === height
      ? state
      : withPage(state, { ...page, width, height });
  },
  merge: (_, args) => inGesture('size' in args ? undefined : args.gesture),
});

export interface BackgroundArgs {
  /** `#RRGGBB`; null = none. */
  color?: string | null;
  assetId?: string | null;
  gesture?: string;
}

export const setBackground = defineWithArgs<BackgroundArgs>({
  id: 'page.background',
  labelKey: 'editor.commands.page.background',
  section: 'pages',
  shortcut: null,
  context: 'page',
  canRun: () => true,
  run(state, { color, assetId }) {
    const page = currentPage(state);
    const { background } = page;
    const next = {
      color: color === undefined ? background.color : color,
      assetId: assetId === undefined ? background.assetId : assetId,
    };
    const isSame = next.color === background.color && next.assetId === background.assetId;
    return isSame ? state : withPage(state, { ...page, background: next });
  },
  merge: (_, { gesture }) => inGesture(gesture),
});

export interface ReadingOrderArgs {
  /** Ids of elements of the page, in the order in which a screen reader reads them. */
  ids: readonly string[];
}

export const setReadingOrder = defineWithArgs<ReadingOrderArgs>({
  id: 'page.readingOrder',
  labelKey: 'editor.commands.page.readingOrder',
  section: 'pages',
  shortcut: null,
  context: 'page',
  canRun: () => true,
  run: (state, { ids }) => withPage(state, { ...currentPage(state), readingOrder: [...new Set(ids)] }),
});
