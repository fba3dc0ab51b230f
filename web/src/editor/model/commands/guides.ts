import type { DesignPage } from '@sello/contracts';
import { defineCommand, defineWithArgs, inGesture } from '../command.ts';
import { tidy } from '../geometry.ts';
import { currentPage, type EditorState, withPage } from '../state.ts';

export type Guide = DesignPage['guides'][number];

const withGuides = (state: EditorState, guides: Guide[]): EditorState =>
  withPage(state, { ...currentPage(state), guides });

export const addGuide = defineWithArgs<Guide>({
  id: 'guide.add',
  labelKey: 'editor.commands.guide.add',
  section: 'guides',
  shortcut: null,
  context: 'page',
  canRun: () => true,
  run: (state, { axis, position }) =>
    withGuides(state, [...currentPage(state).guides, { axis, position: tidy(position) }]),
});

export interface MoveGuideArgs {
  index: number;
  /** In points from the left or the top of the page. */
  position: number;
  gesture?: string;
}

export const moveGuide = defineWithArgs<MoveGuideArgs>({
  id: 'guide.move',
  labelKey: 'editor.commands.guide.move',
  section: 'guides',
  shortcut: null,
  context: 'page',
  canRun: (state) => currentPage(state).guides.length > 0,
  run(state, { index, position }) {
    const { guides } = currentPage(state);
    const guide = guides[index];
    if (!guide || guide.position === tidy(position)) return state;
    return withGuides(state, guides.with(index, { ...guide, position: tidy(position) }));
  },
  merge: (_, { gesture }) => inGesture(gesture),
});

export interface RemoveGuideArgs {
  index: number;
}

export const removeGuide = defineWithArgs<RemoveGuideArgs>({
  id: 'guide.remove',
  labelKey: 'editor.commands.guide.remove',
  section: 'guides',
  shortcut: null,
  context: 'page',
  canRun: (state) => currentPage(state).guides.length > 0,
  run(state, { index }) {
    const { guides } = currentPage(state);
    return guides[index] ? withGuides(state, guides.toSpliced(index, 1)) : state;
  },
});

export const clearGuides = defineCommand({
  id: 'guide.clear',
  labelKey: 'editor.commands.guide.clear',
  section: 'guides',
  shortcut: null,
  context: 'page',
  canRun: (state) => currentPage(state).guides.length > 0,
  run: (state) => (currentPage(state).guides.length > 0 ? withGuides(state, []) : state),
});
