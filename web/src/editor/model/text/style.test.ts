import { describe, expect, it } from 'vitest';
import { isStyled, selectedStyle } from '../index.ts';

import { buildBox, buildDesign, buildText, Editor } from '../model.fixture.ts';

const at = (paragraph: number, offset: number) => ({ paragraph, offset });
const editorWith = (text: string, overrides: object = {}): Editor =>
  new Editor(buildDesign([buildText('t', text, overrides)]), ['t']).run('text.edit', { at: 'end' });
const paragraphs = (editor: Editor) => editor.element('t').paragraphs;

describe('the style of a selected text', () => {
  it('is set on a part of it, across paragraphs, and equal runs become one', () => {
    const editor = editorWith('one two\nthree').run('text.select', { anchor: at(1, 2), focus: at(0, 4) });
    editor.run('text.bold');
    expect(paragraphs(editor)).toEqual([
      { runs: [{ text: 'one ' }, { text: 'two', fontWeight: 700 }] },
      { runs: [{ text: 'th', fontWeight: 700 }, { text: 'ree' }] },
    ]);
    expect(isStyled(editor.state, 'bold')).toBe(true);
    editor.run('text.style', { style: { fill: '#ff0000', fontSize: 30 } });
    expect(selectedStyle(editor.state)).toMatchObject({
      fontWeight: 700,
      fill: '#ff0000',
      fontSize: 30,
      italic: false,
    });
    editor.run('text.style', { style: { fill: '#000000', fontSize: 20 } }).run('text.bold');
    expect(paragraphs(editor)).toEqual([{ runs: [{ text: 'one two' }] }, { runs: [{ text: 'three' }] }]);
  });

  it('is null where parts differ', () => {
    const editor = editorWith('ab')
      .run('text.select', { anchor: at(0, 0), focus: at(0, 1) })
      .run('text.italic');
    editor.run('text.select.all');
    expect(selectedStyle(editor.state)).toMatchObject({
      italic: null,
      underline: false,
      fontFamily: 'Newsreader',
    });
    expect(isStyled(editor.state, 'italic')).toBe(false);
  });

  it('keeps what it does not touch', () => {
    const editor = editorWith('one\ntwo').run('text.select', { anchor: at(0, 0), focus: at(0, 3) });
    const before = paragraphs(editor) as unknown as object[];
    editor.run('text.underline');
    expect((paragraphs(editor) as unknown as object[])[1]).toBe(before[1]);
  });

  it('chosen at a caret is that of what is typed next, until the caret moves', () => {
    const editor = editorWith('a').run('text.bold').run('text.strike');
    expect(isStyled(editor.state, 'bold')).toBe(true);
    editor.run('text.type', { text: 'b' }).run('text.type', { text: 'c' }).run('text.bold');
    editor.run('caret.move.left').run('text.type', { text: 'd' });
    expect(paragraphs(editor)).toEqual([
      { runs: [{ text: 'a' }, { text: 'bdc', fontWeight: 700, lineThrough: true }] },
    ]);
  });

  it('of a paragraph is set on every paragraph of the selection', () => {
    const editor = editorWith('one\ntwo\nthree').run('text.select', { anchor: at(0, 3), focus: at(1, 0) });
    editor.run('text.paragraph', { style: { align: 'center', indent: 12 } });
    expect(paragraphs(editor)).toMatchObject([{ align: 'center', indent: 12 }, { align: 'center' }, {}]);
    editor.run('text.paragraph', { style: { align: 'start' } });
    expect((paragraphs(editor) as unknown as object[])[0]).toEqual({ indent: 12, runs: [{ text: 'one' }] });
    // Enter continues with the paragraph's properties.
    editor.run('text.select', { anchor: at(0, 1), focus: at(0, 1) }).run('text.newParagraph');
    expect((paragraphs(editor) as unknown as object[])[1]).toEqual({ indent: 12, runs: [{ text: 'ne' }] });
  });

  it('of whole elements replaces that of their parts', () => {
    const runs = [
      {
        runs: [
          { text: 'a', fill: '#111111' },
          { text: 'b', italic: true },
        ],
      },
    ];
    const design = buildDesign([
      buildText('t', '', { paragraphs: runs }),
      buildBox('r'),
      buildText('u', 'x'),
    ]);
    const editor = new Editor(design, ['t', 'r', 'u']).run('text.style', {
      style: { fill: '#ff0000', fontSize: 9 },
    });
    expect(editor.element('t')).toMatchObject({ fill: '#ff0000', fontSize: 9 });
    expect(paragraphs(editor)).toEqual([{ runs: [{ text: 'a' }, { text: 'b', italic: true }] }]);
    expect(editor.element('r')).toMatchObject({ fill: null });
    expect(editor.run('text.italic').element('u')).toMatchObject({ italic: true });
    expect(editor.run('text.paragraph', { style: { align: 'right' } }).element('u')).toMatchObject({
      align: 'right',
    });
  });

  it('is that of what is replaced', () => {
    const editor = editorWith('one two')
      .run('text.select', { anchor: at(0, 4), focus: at(0, 7) })
      .run('text.bold');
    editor.run('text.type', { text: 'x' });
    expect(paragraphs(editor)).toEqual([{ runs: [{ text: 'one ' }, { text: 'x', fontWeight: 700 }] }]);
  });

  it('survives deleting everything', () => {
    const editor = editorWith('abc')
      .run('text.select.all')
      .run('text.bold')
      .run('text.delete.backward.character');
    editor.run('text.type', { text: 'x' });
    expect(paragraphs(editor)).toEqual([{ runs: [{ text: 'x', fontWeight: 700 }] }]);
  });
});
