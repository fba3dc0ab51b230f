import { describe, expect, it } from 'vitest';
import { buildDesign, buildText, Editor } from '../model.fixture.ts';
import { changedPart } from './replace.ts';

const open = (paragraphs: object[]) => new Editor(buildDesign([buildText('a', '', { paragraphs })]), ['a']);
const paragraphsOf = (editor: Editor) => editor.element('a').paragraphs;

describe('changedPart', () => {
  it('is nothing where nothing changed', () => {
    expect(changedPart('abc', 'abc')).toBeNull();
  });

  it('ends at the caret where a letter was doubled', () => {
    expect(changedPart('aab', 'aaab', 1)).toEqual({ start: 0, end: 0, inserted: 'a' });
    expect(changedPart('aab', 'aaab', 3)).toEqual({ start: 2, end: 2, inserted: 'a' });
  });

  it('never divides a surrogate pair', () => {
    expect(changedPart('x😀y', 'x😁y', 3)).toEqual({ start: 1, end: 3, inserted: '😁' });
  });

  it('gives back the changed text for any two texts', () => {
    const texts = ['', 'a', 'aa', 'aba', 'ab\ncd', 'ab\nxcd', '\n\n', 'a😀', 'a😁😀'];
    for (const before of texts)
      for (const after of texts)
        for (let caret = 0; caret <= after.length; caret += 1) {
          const part = changedPart(before, after, caret);
          const made = part ? before.slice(0, part.start) + part.inserted + before.slice(part.end) : before;
          expect(made).toBe(after);
        }
  });
});

describe('text.replace', () => {
  it('changes the words between two runs and leaves their styles', () => {
    const editor = open([{ runs: [{ text: '120 hours, ' }, { text: 'with the grade A', fontWeight: 700 }] }]);
    editor.run('text.replace', { id: 'a', text: '120 hours, with the mark A', caret: 24 });
    expect(paragraphsOf(editor)).toEqual([
      { runs: [{ text: '120 hours, ' }, { text: 'with the mark A', fontWeight: 700 }] },
    ]);
  });

  it('types at the end of a run in the style of the run', () => {
    const editor = open([{ runs: [{ text: 'aa', italic: true }, { text: 'aa' }] }]);
    editor.run('text.replace', { id: 'a', text: 'aaaaa', caret: 3 });
    expect(paragraphsOf(editor)).toEqual([{ runs: [{ text: 'aaa', italic: true }, { text: 'aa' }] }]);
  });

  it('begins a paragraph at a line feed, and joins two where it is taken away', () => {
    const editor = open([{ align: 'center', runs: [{ text: 'one two' }] }, { runs: [{ text: 'three' }] }]);
    editor.run('text.replace', { id: 'a', text: 'one\ntwo\nthree', caret: 4 });
    expect(paragraphsOf(editor)).toEqual([
      ...[
        { align: 'center', runs: [{ text: 'one' }] },
        { align: 'center', runs: [{ text: 'two' }] },
      ],
      { runs: [{ text: 'three' }] },
    ]);
    editor.run('text.replace', { id: 'a', text: 'one\ntwothree', caret: 7 });
    expect(paragraphsOf(editor)).toEqual([
      { align: 'center', runs: [{ text: 'one' }] },
      { align: 'center', runs: [{ text: 'twothree' }] },
    ]);
  });

  it('keeps line breaks within a paragraph that the change does not touch', () => {
    const editor = open([{ runs: [{ text: 'one\ntwo' }] }]);
    editor.run('text.replace', { id: 'a', text: 'one\ntwo!', caret: 8 });
    expect(paragraphsOf(editor)).toEqual([{ runs: [{ text: 'one\ntwo!' }] }]);
  });

  it('makes one step of what is typed without a pause', () => {
    const editor = open([{ runs: [{ text: 'a' }] }]);
    editor.run('text.replace', { id: 'a', text: 'ab' });
    editor.now -= 9_900;
    editor.run('text.replace', { id: 'a', text: 'abc' });
    expect(editor.history.past).toHaveLength(1);
  });
});
