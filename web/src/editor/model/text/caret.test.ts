import { describe, expect, it } from 'vitest';
import { buildDesign, buildText, Editor } from '../model.fixture.ts';
import type { VisualLine } from './visual.ts';

const editorWith = (text: string, overrides: object = {}): Editor =>
  new Editor(buildDesign([buildText('t', text, overrides)]), ['t']).run('text.edit', {
    at: { paragraph: 0, offset: 0 },
  });
const focus = (editor: Editor) => editor.state.editing!.focus;
const selection = ({ state }: Editor) => [state.editing!.anchor.offset, state.editing!.focus.offset];

/** A line whose characters are 10 points wide, in this visual order of offsets. */
const line = (start: number, end: number, order: number[], more: Partial<VisualLine> = {}): VisualLine => ({
  ...{ paragraph: 0, start, end, wraps: false, rightToLeft: false },
  stops: order.map((offset, index) => ({ offset, x: index * 10 })),
  ...more,
});

describe('the caret without a layout', () => {
  it('steps over clusters, and into the next paragraph', () => {
    const editor = editorWith('e\u0301👨‍👩‍👧\nb');
    const steps = Array.from({ length: 4 }, () => focus(editor.run('caret.move.right')));
    expect(steps.map(({ paragraph, offset }) => [paragraph, offset])).toEqual([
      [0, 2],
      [0, 10],
      [1, 0],
      [1, 1],
    ]);
    expect(focus(editor.run('caret.move.left').run('caret.move.left'))).toEqual({ paragraph: 0, offset: 10 });
  });

  it('moves to the left in a text that reads from right to left', () => {
    const editor = editorWith('שלום').run('caret.move.left');
    expect(focus(editor).offset).toBe(1);
    expect(focus(editor.run('caret.move.wordLeft')).offset).toBe(4);
    expect(focus(editor.run('caret.move.right')).offset).toBe(3);
    expect(focus(editorWith('abc', { direction: 'rtl' }).run('caret.move.left')).offset).toBe(1);
  });

  it('goes to the ends of lines and of the text, and over lines', () => {
    const editor = editorWith('one\ntwo and three').run('caret.move.lineEnd');
    expect(focus(editor)).toEqual({ paragraph: 0, offset: 3 });
    expect(focus(editor.run('caret.move.down'))).toEqual({ paragraph: 1, offset: 3 });
    expect(focus(editor.run('caret.move.down'))).toEqual({ paragraph: 1, offset: 13 });
    expect(focus(editor.run('caret.move.up'))).toEqual({ paragraph: 0, offset: 3 });
    expect(focus(editor.run('caret.move.textEnd').run('caret.move.lineStart'))).toEqual({
      paragraph: 1,
      offset: 0,
    });
    expect(focus(editor.run('caret.move.up').run('caret.move.up'))).toEqual({ paragraph: 0, offset: 0 });
  });

  it('selects with Shift, and an arrow ends a selection at its side', () => {
    const editor = editorWith('one two').run('caret.extend.wordRight').run('caret.extend.right');
    expect(selection(editor)).toEqual([0, 4]);
    expect(selection(editor.run('caret.move.left'))).toEqual([0, 0]);
    expect(selection(editor.run('caret.extend.lineEnd').run('caret.move.right'))).toEqual([7, 7]);
    editor.run('text.select.word', { at: { paragraph: 0, offset: 5 } });
    expect(selection(editor)).toEqual([4, 7]);
    editor.run('text.select.paragraph', { at: { paragraph: 0, offset: 5 } });
    expect(selection(editor)).toEqual([0, 7]);
  });
});

describe('the caret in the lines of a layout', () => {
  it('moves as the eye sees: through Hebrew between Latin letters', () => {
    // a, then ש ל from right to left, then b.

    const places = [
      [0, 0],
      [1, 10],
      [3, 10],
      [2, 20],
      [1, 30],
      [3, 30],
      [4, 40],
    ] as const;
    const mixed = [line(0, 4, [], { stops: places.map(([offset, x]) => ({ offset, x })) })];
    const editor = editorWith('aשלb');
    const columns = Array.from({ length: 4 }, () => {
      editor.run('caret.move.right', { lines: mixed });
      return editor.state.editing!.column;
    });
    expect(columns).toEqual([10, 20, 30, 40]);
    expect(focus(editor).offset).toBe(4);
    const back = Array.from(
      { length: 4 },
      () => focus(editor.run('caret.move.left', { lines: mixed })).offset,
    );
    expect(back).toEqual([3, 2, 1, 0]);
  });

  it('keeps the column over lines, and stands at the end of a wrapped one', () => {
    const lines = [
      line(0, 4, [0, 1, 2, 3, 4], { wraps: true }),
      line(4, 6, [4, 5, 6]),
      line(0, 5, [0, 1, 2, 3, 4, 5], { paragraph: 1 }),
    ];
    const editor = editorWith('abcdef\nghijk');
    const run = (
      id:
        | 'caret.move.right'
        | 'caret.move.down'
        | 'caret.move.up'
        | 'caret.move.lineEnd'
        | 'caret.move.lineStart',
    ) => focus(editor.run(id, { lines }));
    run('caret.move.right');
    run('caret.move.right');
    expect(run('caret.move.right')).toEqual({ paragraph: 0, offset: 3 });
    expect(run('caret.move.down')).toEqual({ paragraph: 0, offset: 6 });
    expect(run('caret.move.down')).toEqual({ paragraph: 1, offset: 3 });
    expect(run('caret.move.up')).toEqual({ paragraph: 0, offset: 6 });
    run('caret.move.up');
    expect(run('caret.move.lineEnd')).toEqual({ paragraph: 0, offset: 4, affinity: 'upstream' });
    expect(run('caret.move.right')).toEqual({ paragraph: 0, offset: 5 });
    expect(run('caret.move.lineStart')).toEqual({ paragraph: 0, offset: 4 });
    run('caret.move.down');
    run('caret.move.down');
    expect(focus(editor)).toEqual({ paragraph: 1, offset: 5 });
  });

  it('goes on in the line above at the left end of a text from right to left', () => {
    const rtl = { rightToLeft: true };
    const lines = [line(0, 2, [2, 1, 0], { ...rtl }), line(0, 2, [2, 1, 0], { ...rtl, paragraph: 1 })];
    const editor = editorWith('של\nום');
    const seen = Array.from({ length: 4 }, () => focus(editor.run('caret.move.left', { lines })));
    expect(seen.map(({ paragraph, offset }) => [paragraph, offset])).toEqual([
      [0, 1],
      [0, 2],
      [1, 0],
      [1, 1],
    ]);
    const back = Array.from({ length: 2 }, () => focus(editor.run('caret.move.right', { lines })));
    expect(back.map(({ paragraph, offset }) => [paragraph, offset])).toEqual([
      [1, 0],
      [0, 2],
    ]);
  });

  it('never stops inside a variable', () => {
    const lines = [line(0, 5, [0, 1, 2, 3, 4, 5])];
    const editor = editorWith('{{a}}');
    expect(focus(editor.run('caret.move.right', { lines })).offset).toBe(5);
    expect(focus(editor.run('caret.move.left', { lines })).offset).toBe(0);
  });
});
