import type { Bounds } from '@sello/design';
import { type Command, defineOptional } from '../command.ts';
import type { Point } from '../geometry.ts';
import { moved, pageBounds } from '../moving.ts';
import { keys } from '../shortcuts.ts';
import { currentPage, type EditorState } from '../state.ts';
import { movable, selected } from '../tree.ts';

export interface AlignArgs {
  /**
   * What is aligned to; left out: the selection, and the page when one element is selected. guides: what lies between the
   * outermost guides.
   */
  to?: 'selection' | 'page' | 'guides';
}

/** The distance from bounds to their place within others. */
const places: Readonly<
  Record<'left' | 'centre' | 'right' | 'top' | 'middle' | 'bottom', (own: Bounds, all: Bounds) => Point>
> = {
  left: (own, all) => ({ x: all.left - own.left, y: 0 }),
  centre: (own, all) => ({ x: (all.left + all.right - own.left - own.right) / 2, y: 0 }),
  right: (own, all) => ({ x: all.right - own.right, y: 0 }),
  top: (own, all) => ({ x: 0, y: all.top - own.top }),
  middle: (own, all) => ({ x: 0, y: (all.top + all.bottom - own.top - own.bottom) / 2 }),
  bottom: (own, all) => ({ x: 0, y: all.bottom - own.bottom }),
};

/** The upright rectangle around bounds. */
function around(bounds: readonly Bounds[]): Bounds {
  return {
    left: Math.min(...bounds.map(({ left }) => left)),
    top: Math.min(...bounds.map(({ top }) => top)),
    right: Math.max(...bounds.map(({ right }) => right)),
    bottom: Math.max(...bounds.map(({ bottom }) => bottom)),
  };
}

/** What lies between the outermost guides of each axis; that of the page where there are none. */
function guideFrame(state: EditorState): Bounds {
  const { width, height, guides } = currentPage(state);
  const between = (axis: 'x' | 'y', side: number): [number, number] => {
    const all = guides.filter((guide) => guide.axis === axis).map(({ position }) => position);
    return all.length > 0 ? [Math.min(...all), Math.max(...all)] : [0, side];
  };
  const [[left, right], [top, bottom]] = [between('x', width), between('y', height)];
  return { left, top, right, bottom };
}

function frameOf(state: EditorState, to: AlignArgs['to']): Bounds {
  // A locked element is a part of the selection that the others are aligned to.
  const found = selected(state);
  if (to === 'page' || (to === undefined && found.length < 2)) {
    const { width, height } = currentPage(state);
    return { left: 0, top: 0, right: width, bottom: height };
  }
  if (to === 'guides') return guideFrame(state);
  return around(found.map(pageBounds));
}

const alignCommand = (place: keyof typeof places, key: string): Command<AlignArgs | undefined> =>
  defineOptional<AlignArgs>({
    id: `align.${place}`,
    labelKey: `editor.commands.align.${place}`,
    section: 'arrange',
    shortcut: keys(`Alt+${key}`),
    context: 'page',
    canRun: (state) => movable(state).length > 0,
    run(state, { to } = {}) {
      const frame = frameOf(state, to);
      return moved(state, movable(state), (found) => places[place](pageBounds(found), frame));
    },
  });

/** Aligns what is seen of the selected elements, which is exact under rotation. */
export const alignCommands = {
  'align.left': alignCommand('left', 'A'),
  'align.centre': alignCommand('centre', 'H'),
  'align.right': alignCommand('right', 'D'),
  'align.top': alignCommand('top', 'W'),
  'align.middle': alignCommand('middle', 'V'),
  'align.bottom': alignCommand('bottom', 'S'),
};
