import type { Design, DesignElement, DesignPage } from '@sello/contracts';
import { defineWithArgs } from '../command.ts';
import { freeMiddle } from '../free-place.ts';
import { boundsOfBoxes, type Point, tidy } from '../geometry.ts';
import { currentPage, openState, withPage } from '../state.ts';

export interface ReplaceArgs {
  design: Design;
}

/** Puts another design in place of this one, such as an imported one, as one step that can be undone. */
export const replaceDesign = defineWithArgs<ReplaceArgs>({
  id: 'template.replace',
  labelKey: 'editor.commands.template.replace',
  section: 'pages',
  shortcut: null,
  context: 'page',
  canRun: () => true,
  run: (_, { design }) => openState(design),
});

export interface PutArgs {
  /** With ids of their own, see `newId`. */
  elements: readonly DesignElement[];
  /** Declared unless the design has one of the name. */
  variables?: Design['variables'];
  /**
   * Where the middle of them all goes, in points of the page; `middle`: that of the page, or beside what was added there;
   * left out: where they stand.
   */
  at?: Point | 'middle';
  /** Below all that is on the page, as a frame around it; on top of it when left out. */
  isBelow?: boolean;
}

/** Adds elements that were made elsewhere, such as a block, to the page, and selects them. */
export const putElements = defineWithArgs<PutArgs>({
  id: 'put',
  labelKey: 'editor.commands.put',
  section: 'add',
  shortcut: null,
  context: 'page',
  canRun: () => true,
  run(state, { elements, variables = [], at, isBelow = false }) {
    if (elements.length === 0) return state;
    const { left, top, right, bottom } = boundsOfBoxes(elements);
    const page = currentPage(state);
    const middle = at === 'middle' ? freeMiddle(page, elements) : at;
    const [dx, dy] = middle ? [middle.x - (left + right) / 2, middle.y - (top + bottom) / 2] : [0, 0];
    const placed = elements.map((one) => ({ ...one, x: tidy(one.x + dx), y: tidy(one.y + dy) }));
    const known = new Set(state.design.variables.map(({ name }) => name));
    const added = variables.filter(({ name }) => !known.has(name));
    const design =
      added.length === 0
        ? state.design
        : { ...state.design, variables: [...state.design.variables, ...added] };
    return {
      ...withPage(
        { ...state, design },
        {
          ...page,
          elements: isBelow ? [...placed, ...page.elements] : [...page.elements, ...placed],
        },
      ),
      selection: placed.map(({ id }) => id),
      editing: null,
    };
  },
});

export interface PutPagesArgs {
  /** With ids of their own, see `newId`. */
  pages: readonly DesignPage[];
  /** In place of all pages, instead of after the one that is shown. */
  replaces: boolean;
}

/** Adds pages that were made elsewhere, such as those of a PDF, and shows the first of them. */
export const putPages = defineWithArgs<PutPagesArgs>({
  id: 'page.put',
  labelKey: 'editor.commands.page.put',
  section: 'pages',
  shortcut: null,
  context: 'page',
  canRun: () => true,
  run(state, { pages, replaces }) {
    const [first] = pages;
    if (!first) return state;
    const at = state.design.pages.indexOf(currentPage(state)) + 1;
    const next = replaces ? [...pages] : state.design.pages.toSpliced(at, 0, ...pages);
    const design = { ...state.design, pages: next };
    return { design, pageId: first.id, selection: [], editing: null };
  },
});
