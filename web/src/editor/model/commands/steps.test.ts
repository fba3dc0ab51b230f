import { describe, expect, it } from 'vitest';
import { boundsOfBoxes, undo } from '../index.ts';
import { buildBox, buildDesign, Editor } from '../model.fixture.ts';

describe('sizing by keys', () => {
  it('changes one side by a point or ten, a series as one step', () => {
    const editor = new Editor(buildDesign([buildBox('a')]), ['a']);
    editor.run('size.wider.one');
    editor.now -= 9_900;
    editor.run('size.wider.ten');
    editor.now -= 9_900;
    editor.run('size.lower.ten');
    expect(editor.element('a')).toMatchObject({ x: 10, y: 10, width: 51, height: 10 });
    expect(undo(editor.history).present.design.pages[0]!.elements[0]).toMatchObject({
      width: 40,
      height: 20,
    });
  });

  it('makes nothing too small to be pointed at, and leaves a line flat', () => {
    const flat = buildBox('b', { width: 40, height: 0 });
    const editor = new Editor(buildDesign([buildBox('a'), flat]), ['a', 'b']);
    for (let count = 0; count < 5; count++) editor.run('size.lower.ten');
    expect([editor.element('a').height, editor.element('b').height]).toEqual([1, 0]);
  });

  it('changes nothing that is locked', () => {
    const editor = new Editor(buildDesign([buildBox('a', { locked: true })]), ['a']).run('size.wider.ten');
    expect(editor.element('a')).toMatchObject({ width: 40 });
  });
});

describe('turning by keys', () => {
  it('turns one around its middle, by a degree or fifteen', () => {
    const editor = new Editor(buildDesign([buildBox('a')]), ['a'])
      .run('turn.right.fifteen')
      .run('turn.left.one');
    expect(editor.element('a')).toMatchObject({ x: 10, y: 10, rotation: 14 });
  });

  it('turns several around the middle of them all', () => {
    const design = buildDesign([buildBox('a'), buildBox('b', { x: 110 })]);
    const editor = new Editor(design, ['a', 'b']);
    for (let count = 0; count < 6; count++) editor.run('turn.right.fifteen');
    const { left, right, top, bottom } = boundsOfBoxes(['a', 'b'].map((id) => editor.element(id) as never));
    expect([right - left, bottom - top].map(Math.round)).toEqual([20, 140]);
    expect([(left + right) / 2, (top + bottom) / 2].map(Math.round)).toEqual([80, 20]);
  });

  it('turns what lies in a turned group by the same angle on the page', () => {
    const inner = buildBox('b', { x: 0, y: 0, width: 20, height: 20 });
    const group = { type: 'group', id: 'g', x: 100, y: 100, width: 20, height: 20, rotation: 30 } as const;
    const editor = new Editor(buildDesign([{ ...group, elements: [inner] }]), ['b']).run('turn.left.fifteen');
    expect(editor.element('b')).toMatchObject({ rotation: -15 });
  });
});
