import { describe, expect, it } from 'vitest';
import { amendStep, redo, typedText, undo, withRoom } from './index.ts';
import { buildBox, buildDesign, buildText, Editor } from './model.fixture.ts';

/** Types at the end of a text whose words are 100 points high in all from then on. */
function type(editor: Editor, text = ' more'): Editor {
  editor.run('text.edit', { at: 'end' });
  const before = editor.state;
  editor.run('text.type', { text });
  const typed = typedText(before, editor.state);
  if (typed) editor.history = amendStep(editor.history, withRoom(editor.state, typed, 100));
  return editor;
}
const edit = (overrides: object = {}) =>
  new Editor(buildDesign([buildText('t', 'words', { fit: 'wrap', y: 50, ...overrides })]), ['t']);

describe('the box of a text that is typed into', () => {
  it('grows to the height of its words, in one step with them', () => {
    const editor = type(edit());
    expect(editor.element('t')).toMatchObject({ x: 0, y: 50, width: 300, height: 100 });
    expect(editor.history.past).toHaveLength(1);
    editor.history = undo(editor.history);
    expect(editor.element('t')).toMatchObject({ height: 40, paragraphs: [{ runs: [{ text: 'words' }] }] });
    editor.history = redo(editor.history);
    expect(editor.element('t')).toMatchObject({
      height: 100,
      paragraphs: [{ runs: [{ text: 'words more' }] }],
    });
  });

  it('keeps its room when the words need less', () => {
    expect(type(edit({ height: 200 })).element('t')).toMatchObject({ y: 50, height: 200 });
  });

  it.each([
    ['top', 50],
    ['middle', 20],
    ['bottom', -10],
  ])('keeps the %s where the words are held there', (verticalAlign, y) => {
    expect(type(edit({ verticalAlign })).element('t')).toMatchObject({ y, height: 100 });
  });

  it('grows along its own sides when it is rotated', () => {
    // Turned by a right angle its upper side is on the right, at x 170, and it grows to the left.
    expect(type(edit({ rotation: 90 })).element('t')).toMatchObject({
      x: -30,
      y: 20,
      width: 300,
      height: 100,
    });
  });

  it('makes the group around it larger', () => {
    const inside = [buildText('t', 'words', { fit: 'wrap' }), buildBox('b', { x: 0, y: 0 })];
    const place = { x: 10, y: 10, width: 300, height: 40 };
    const design = buildDesign([{ type: 'group', id: 'g', ...place, elements: inside }]);
    const editor = type(new Editor(design, ['t']));
    expect(editor.element('g')).toMatchObject({ x: 10, y: 10, width: 300, height: 100 });
  });

  it.each(['shrink', 'clip'])('stays as it is for a text with the fit %s', (fit) => {
    expect(type(edit({ fit })).element('t')).toMatchObject({ y: 50, height: 40 });
  });

  it('is not asked for when something else than words changed', () => {
    const editor = edit();
    const before = editor.state;
    editor.run('text.style', { style: { fontSize: 90 } }).run('nudge.left.ten');
    expect(typedText(before, editor.state)).toBeNull();
  });
});
