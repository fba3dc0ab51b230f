import { type Command, defineCommand, defineOptional, defineWithArgs } from '../command.ts';
import { editedText, withTextSelection } from '../editing.ts';
import { keys, keysOf, type Shortcut } from '../shortcuts.ts';
import type { EditorState, Position, TextSelection } from '../state.ts';
import { type CaretMove, moveCaret } from '../text/move.ts';
import { allOf, endsOf, isCaret, lengthOf } from '../text/runs.ts';
import { wordAt } from '../text/units.ts';
import type { VisualLine } from '../text/visual.ts';

const isEditing = (state: EditorState): boolean => editedText(state) !== null;

export interface CaretArgs {
  /** How the layout broke the text that is edited; without it arrows follow the text, and lines end at line breaks. */
  lines?: readonly VisualLine[];
}

/** An arrow without Shift at a selection ends it at the side that it points to. */
function collapsed(state: EditorState, move: CaretMove): EditorState | null {
  const edited = editedText(state);
  if (!edited || isCaret(edited.editing) || (move !== 'left' && move !== 'right')) return null;
  const { element, editing } = edited;
  const [start, end] = endsOf(editing);
  const isReversed = moveCaret(element.paragraphs, start, 'right', { direction: element.direction }).position;
  const goesOn = isReversed.paragraph > start.paragraph || isReversed.offset > start.offset;
  const at = (move === 'right') === goesOn ? end : start;
  return withTextSelection(state, { anchor: at, focus: at });
}

function moved(state: EditorState, move: CaretMove, extend: boolean, { lines }: CaretArgs): EditorState {
  const edited = editedText(state);
  if (!edited) return state;
  if (!extend) {
    const ended = collapsed(state, move);
    if (ended) return ended;
  }
  const { element, editing } = edited;
  const { position, column } = moveCaret(element.paragraphs, editing.focus, move, {
    lines: lines ?? null,
    direction: element.direction,
    column: editing.column,
  });
  return withTextSelection(state, { anchor: extend ? editing.anchor : position, focus: position }, column);
}

const moveKeys: Readonly<Record<CaretMove, Shortcut>> = {
  left: keys('ArrowLeft'),
  right: keys('ArrowRight'),
  up: keys('ArrowUp'),
  down: keys('ArrowDown'),
  wordLeft: keysOf(['Alt+ArrowLeft'], ['Mod+ArrowLeft']),
  wordRight: keysOf(['Alt+ArrowRight'], ['Mod+ArrowRight']),
  lineStart: keysOf(['Mod+ArrowLeft', 'Home'], ['Home']),
  lineEnd: keysOf(['Mod+ArrowRight', 'End'], ['End']),
  textStart: keysOf(['Mod+ArrowUp'], ['Mod+Home']),
  textEnd: keysOf(['Mod+ArrowDown'], ['Mod+End']),
};

const shifted = ({ apple, other }: Shortcut): Shortcut =>
  keysOf(
    apple.map((one) => `Shift+${one}`),
    other.map((one) => `Shift+${one}`),
  );

function caretCommand(move: CaretMove, kind: 'move' | 'extend'): Command<CaretArgs | undefined> {
  return defineOptional<CaretArgs>({
    id: `caret.${kind}.${move}`,
    labelKey: `editor.commands.caret.${kind}.${move}`,
    section: 'text',
    shortcut: kind === 'move' ? moveKeys[move] : shifted(moveKeys[move]),
    context: 'text',
    canRun: isEditing,
    run: (state, args = {}) => moved(state, move, kind === 'extend', args),
  });
}

type CaretCommands = {
  [Id in `caret.${'move' | 'extend'}.${CaretMove}`]: Command<CaretArgs | undefined>;
};

/** Moves of the caret, each of which selects up to there with Shift. */
export const caretCommands = Object.fromEntries(
  (Object.keys(moveKeys) as CaretMove[]).flatMap((move) =>
    (['move', 'extend'] as const).map((kind) => [`caret.${kind}.${move}`, caretCommand(move, kind)]),
  ),
) as CaretCommands;

/** Selects in the text that is edited, as a pointer does. */
export const selectText = defineWithArgs<TextSelection>({
  id: 'text.select',
  labelKey: 'editor.commands.text.select',
  section: 'text',
  shortcut: null,
  context: 'text',
  canRun: isEditing,
  run: (state, selection) => withTextSelection(state, selection),
});

export interface SelectAroundArgs {
  at: Position;
}

function aroundCommand(unit: 'word' | 'paragraph'): Command<SelectAroundArgs> {
  return defineWithArgs<SelectAroundArgs>({
    id: `text.select.${unit}`,
    labelKey: `editor.commands.text.selectUnit.${unit}`,
    section: 'text',
    shortcut: null,
    context: 'text',
    canRun: isEditing,
    run(state, { at }) {
      const own = editedText(state)?.element.paragraphs[at.paragraph];
      if (!own) return state;
      const { start, end } = unit === 'word' ? wordAt(own, at.offset) : { start: 0, end: lengthOf(own) };
      const { paragraph } = at;
      return withTextSelection(state, {
        anchor: { paragraph, offset: start },
        focus: { paragraph, offset: end },
      });
    },
  });
}

export const selectWord = aroundCommand('word');
export const selectParagraph = aroundCommand('paragraph');

export const selectWholeText = defineCommand({
  id: 'text.select.all',
  labelKey: 'editor.commands.text.selectUnit.all',
  section: 'text',
  shortcut: keys('Mod+A'),
  context: 'text',
  canRun: isEditing,
  run(state) {
    const edited = editedText(state);
    return edited ? withTextSelection(state, allOf(edited.element.paragraphs)) : state;
  },
});
