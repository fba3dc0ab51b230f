import { designPage, type ElementType } from '@sello/contracts';
import { elements } from '@sello/design';
import { describe, expect, it } from 'vitest';
import { boxOf } from '../geometry.ts';
import { boxOnPage, commands, indexOf, undo } from '../index.ts';

import { buildBox, buildDesign, buildText, Editor, Random } from '../model.fixture.ts';

const ids = (editor: Editor) => editor.design.pages[0]!.elements.map(({ id }) => id);

/** Where every element that is no group lies on the page. */
function places(editor: Editor) {
  const found = [...indexOf(editor.design.pages[0]!.elements).values()];
  return Object.fromEntries(
    found
      .filter(({ element }) => !('elements' in element))
      .map(({ element, placement }) => [element.id, boxOnPage(placement, boxOf(element))]),
  );
}

function expectSamePlaces(after: ReturnType<typeof places>, before: ReturnType<typeof places>): void {
  expect(Object.keys(after).sort()).toEqual(Object.keys(before).sort());
  for (const [id, box] of Object.entries(before)) {
    const now = after[id]!;
    for (const side of ['x', 'y', 'width', 'height'] as const) expect(now[side]).toBeCloseTo(box[side], 2);
    const turn = (((now.rotation - box.rotation) % 360) + 540) % 360;
    expect(turn).toBeCloseTo(180, 2);
  }
}

describe('adding', () => {
  const types = (Object.keys(elements) as ElementType[]).filter((type) => type !== 'group');
  it.each(types)('puts a %s into the middle of the page and selects it', (type) => {
    const editor = new Editor(buildDesign([buildBox('a')])).run(`add.${type}` as 'add.text', {
      properties: {},
    });
    const [, added] = editor.design.pages[0]!.elements;
    expect(added).toMatchObject({ type });
    expect(added!.x + added!.width / 2).toBeCloseTo(421, 3);
    expect(added!.y + added!.height / 2).toBeCloseTo(297.5, 3);
    expect(editor.state.selection).toEqual([added!.id]);
  });

  it('lies beside what was added before, until that is moved, and in the middle of a frame around the page', () => {
    const frame = buildBox('f', { x: 20, y: 20, width: 802, height: 555 });
    const editor = new Editor(buildDesign([frame]));
    const middles = () =>
      editor.design.pages[0]!.elements.slice(1).map(({ x, y, width, height }) => [
        x + width / 2 - 421,
        y + height / 2 - 297.5,
      ]);
    editor.run('add.rectangle').run('add.qr');
    editor.run('add.text', { properties: { width: 380, height: 59 } });
    expect(middles()).toEqual([
      [0, 0],
      [10, 10],
      [20, 20],
    ]);
    const [, rectangle] = editor.design.pages[0]!.elements;
    editor.run('move', { boxes: { [rectangle!.id]: { x: 0, y: 0 } } });
    const block = elements.ellipse.sample('e');
    editor.run('put', { elements: [designPage.shape.elements.element.parse(block)], at: 'middle' });
    expect(middles().at(-1)).toEqual([0, 0]);
  });

  it('lies in a place of its own also as the hundredth, on the page', () => {
    const editor = new Editor(buildDesign());
    for (let count = 0; count < 100; count++) editor.run('add.rectangle');
    const all = editor.design.pages[0]!.elements;
    expect(new Set(all.map(({ x, y }) => `${x} ${y}`)).size).toBe(100);
    for (const { x, y, width, height } of all) {
      expect(x + width / 2).toBeLessThan(842);
      expect(y + height / 2).toBeLessThan(595);
    }
  });

  it('is not above a text that has grown since it was added', () => {
    const editor = new Editor(buildDesign());
    const properties = { width: 380, height: 59 };
    editor.run('add.text', { properties });
    const [text] = editor.design.pages[0]!.elements;
    editor.run('resize', { boxes: { [text!.id]: { height: 120 } } }).run('add.text', { properties });
    const [, second] = editor.design.pages[0]!.elements;
    expect([second!.x - text!.x, second!.y - text!.y]).toEqual([10, 10]);
  });

  it('takes a place and properties', () => {
    const editor = new Editor(buildDesign()).run('add.image', {
      at: { x: 100, y: 50 },
      properties: { source: { kind: 'asset', assetId: 'logo' }, width: 40, height: 20 },
    });
    expect(editor.design.pages[0]!.elements[0]).toMatchObject({
      ...{ x: 80, y: 40, width: 40, height: 20 },
      source: { kind: 'asset', assetId: 'logo' },
    });
  });
});

describe('deleting', () => {
  it('removes what is selected, from the reading order too, and spares what is locked', () => {
    const design = buildDesign([buildBox('a'), buildBox('b', { locked: true }), buildBox('c')]);
    design.pages[0]!.readingOrder = ['c', 'a'];
    const editor = new Editor(design, ['a', 'b']).run('delete');
    expect(ids(editor)).toEqual(['b', 'c']);
    expect(editor.design.pages[0]!.readingOrder).toEqual(['c']);
  });

  it('fits the group around it, and removes one that is empty', () => {
    const inner = [buildBox('a', { x: 0, y: 0 }), buildBox('b', { x: 100, y: 50 })];
    const group = { ...buildBox('g'), type: 'group', width: 140, height: 70, elements: inner } as never;
    const editor = new Editor(buildDesign([group]), ['a']).run('delete');
    expect(editor.element('g')).toMatchObject({ x: 110, y: 60, width: 40, height: 20 });
    expect(editor.element('b')).toMatchObject({ x: 0, y: 0 });
    expect(editor.run('select', { ids: ['b'] }).run('delete').design.pages[0]!.elements).toEqual([]);
  });
});

describe('grouping', () => {
  it('leaves everything where it is, nested and rotated, and so does ungrouping', () => {
    const random = new Random(7);
    for (let round = 0; round < 40; round += 1) {
      const boxes = Array.from({ length: 6 }, (_, index) =>
        buildBox(`e${index}`, {
          ...{ x: random.between(0, 500), y: random.between(0, 400), rotation: random.between(-180, 180) },
          ...{ width: random.between(1, 200), height: random.between(1, 100) },
        }),
      );
      const editor = new Editor(buildDesign(boxes), ['e0', 'e3']);
      const before = places(editor);
      editor.run('group');
      expectSamePlaces(places(editor), before);
      const [first] = editor.state.selection;
      editor.run('rotate', { boxes: { [first!]: { rotation: random.between(1, 359) } } });
      const rotated = places(editor);
      editor.run('select', { ids: [first!, 'e1', 'e5'] }).run('group');
      const [second] = editor.state.selection;
      expectSamePlaces(places(editor), rotated);
      // Elements of different groups meet in a new one, inside the group of the one on top.
      editor.run('select', { ids: ['e0', 'e5', 'e2'] }).run('group');
      expectSamePlaces(places(editor), rotated);
      editor.run('select', { ids: [second!] }).run('ungroup');
      expectSamePlaces(places(editor), rotated);
      expect(editor.element(second!)).toBeUndefined();
    }
  });

  it('is refused beyond the depth of the design, with its message', () => {
    const editor = new Editor(buildDesign([buildBox('a'), buildBox('b')]), ['a', 'b']);
    for (let depth = 0; depth < 8; depth += 1) {
      editor.run('group');
      const [id] = editor.state.selection;
      editor.run('add.rectangle');
      editor.run('select', { ids: [id!, ...editor.state.selection] });
    }
    const result = editor.try('group');
    expect(result).toMatchObject({
      ok: false,
      refusal: { key: 'errors.template_groups_too_deep', values: { max: 8 } },
    });
    expect(!result.ok && result.refusal.problems[0]?.message).toBe('groups are nested too deeply');
  });

  it('scales what lies in a group with it, and the letters where the proportions stay', () => {
    const text = buildText('t', 'A', { x: 0, y: 0, width: 100, height: 20 });
    const group = {
      ...buildBox('g', { x: 0, y: 0, width: 100, height: 50 }),
      type: 'group',
      elements: [text],
    } as never;
    const editor = new Editor(buildDesign([group]), ['g']);
    editor.run('resize', { boxes: { g: { width: 200, height: 100 } } });
    expect(editor.element('t')).toMatchObject({ width: 200, height: 40, fontSize: 40 });
    editor.run('resize', { boxes: { g: { width: 100, height: 100 } } });
    expect(editor.element('t')).toMatchObject({ width: 100, height: 40, fontSize: 40 });
  });
});

describe('moving', () => {
  it('makes the end of a drag one step, and undo restores the selection', () => {
    const editor = new Editor(buildDesign([buildBox('a'), buildBox('b')]), ['a']);
    const before = editor.design;
    editor.run('move', { boxes: { a: { x: 50.000_04, y: 60 } } });
    expect(editor.element('a')).toMatchObject({ x: 50, y: 60 });
    editor.run('select', { ids: ['b'] });
    expect(editor.history.past).toHaveLength(1);
    editor.history = undo(editor.history);
    expect(editor.design).toBe(before);
    expect(editor.state.selection).toEqual(['a']);
  });

  it('leaves what is locked, alone or by its group', () => {
    const group = { ...buildBox('g', { locked: true }), type: 'group', elements: [buildBox('a')] } as never;
    const editor = new Editor(buildDesign([group, buildBox('b', { locked: true })]), ['a', 'b']);
    const before = editor.design;
    editor
      .run('move', { boxes: { a: { x: 0 }, b: { x: 0 } } })
      .run('nudge.left.one')
      .run('align.left');
    expect(editor.design).toBe(before);
  });

  it('nudges in the directions of the page inside a rotated group', () => {
    const inner = [buildBox('a', { x: 0, y: 0 }), buildBox('b', { x: 60, y: 30 })];
    const group = {
      ...buildBox('g', { rotation: 90 }),
      type: 'group',
      width: 100,
      height: 50,
      elements: inner,
    } as never;
    const editor = new Editor(buildDesign([group]), ['a']);
    const before = places(editor);
    editor.run('nudge.right.ten');
    const { x, y } = places(editor).a!;
    expect([x, y]).toEqual([expect.closeTo(before.a!.x + 10, 3), expect.closeTo(before.a!.y, 3)]);
    expect(places(editor).b).toEqual(before.b);
  });
});

describe('arranging', () => {
  const three = () =>
    new Editor(
      buildDesign([
        buildBox('a', { x: 0, y: 5, width: 10 }),
        buildBox('b', { x: 30, y: 50, width: 10, rotation: 90 }),
        buildBox('c', { x: 100, y: 80, width: 20 }),
      ]),
      ['a', 'b', 'c'],
    );

  it('aligns what is seen to the selection and to the page', () => {
    // The rotated b is seen from 25 to 45 across and from 55 to 65 down.
    expect(three().run('align.left').element('b')).toMatchObject({ x: 5 });
    expect(three().run('align.top').element('b')).toMatchObject({ y: 0 });
    expect(three().run('align.right').element('a')).toMatchObject({ x: 110 });
    expect(three().run('align.bottom').element('b')).toMatchObject({ y: 85 });
    expect(three().run('align.centre').element('a')).toMatchObject({ x: 55 });
    expect(three().run('align.middle', { to: 'page' }).element('a')).toMatchObject({ y: 287.5 });
    const one = new Editor(buildDesign([buildBox('a')]), ['a']).run('align.right');
    expect(one.element('a')).toMatchObject({ x: 802 });
  });

  it('distributes by equal gaps, or by a given one', () => {
    // 120 wide, 10 + 20 + 20 taken: two gaps of 35.
    expect(three().run('distribute.horizontal').element('b')).toMatchObject({ x: 50 });
    const given = three().run('distribute.horizontal', { gap: 5 });
    expect([given.element('a').x, given.element('b').x, given.element('c').x]).toEqual([0, 20, 40]);
    expect(three().run('distribute.vertical').element('c')).toMatchObject({ y: 80 });
  });

  it('orders among siblings and keeps the order of what is selected', () => {
    const editor = new Editor(buildDesign(['a', 'b', 'c', 'd'].map((id) => buildBox(id))), ['a', 'b']);
    expect(ids(editor.run('order.forward'))).toEqual(['c', 'a', 'b', 'd']);
    expect(ids(editor.run('order.front'))).toEqual(['c', 'd', 'a', 'b']);
    expect(ids(editor.run('order.backward'))).toEqual(['c', 'a', 'b', 'd']);
    expect(ids(editor.run('order.back'))).toEqual(['a', 'b', 'c', 'd']);
    expect(editor.history.past).toHaveLength(4);
    expect(editor.run('order.back').history.past).toHaveLength(4);
  });

  it('moves layers into a group without moving them on the page', () => {
    const inner = [buildBox('b', { x: 0, y: 0 })];
    const group = { ...buildBox('g', { rotation: 30 }), type: 'group', elements: inner } as never;
    const editor = new Editor(buildDesign([buildBox('a', { x: 200 }), group]), ['a']);
    const before = places(editor);
    editor.run('moveLayers', { ids: ['a'], parentId: 'g', index: 0 });
    expect(ids(editor)).toEqual(['g']);
    expectSamePlaces(places(editor), before);
    editor.run('moveLayers', { ids: ['a', 'b'], parentId: null, index: 0 });
    expect(ids(editor)).toEqual(['a', 'b']);
    expectSamePlaces(places(editor), before);
  });
});

describe('properties', () => {
  it('are set on all elements that have them, in one step for a gesture', () => {
    const editor = new Editor(buildDesign([buildBox('a'), buildText('t', 'Hi')]), ['a', 't']);
    editor.run('setProperty', { properties: { cornerRadius: 3, opacity: 0.4 }, gesture: 'drag 1' });
    editor.run('setProperty', { properties: { opacity: 0.5 }, gesture: 'drag 1' });
    expect(editor.element('a')).toMatchObject({ cornerRadius: 3, opacity: 0.5 });
    expect(editor.element('t')).toMatchObject({ opacity: 0.5 });
    expect(editor.element('t')).not.toHaveProperty('cornerRadius');
    expect(editor.history.past).toHaveLength(1);
  });

  it('lock, hide, rename and opacity change what is selected', () => {
    const editor = new Editor(buildDesign([buildBox('a'), buildBox('b', { hidden: true })]), ['a', 'b']);
    editor.run('hide').run('opacity.3').run('rename', { id: 'a', name: ' Seal ' }).run('lock');
    expect(editor.element('a')).toMatchObject({ hidden: true, locked: true, opacity: 0.3, name: 'Seal' });
    expect(editor.run('hide').element('b')).toMatchObject({ hidden: false });
  });
});

describe('selecting', () => {
  it('walks through the elements that are shown, within a group when one of its is selected', () => {
    const inner = [buildBox('b'), buildBox('c')];
    const group = { ...buildBox('g'), type: 'group', elements: inner } as never;
    const editor = new Editor(
      buildDesign([buildBox('a', { hidden: true }), group, buildBox('d', { locked: true })]),
    );
    const chosen = () => editor.state.selection;
    expect(editor.run('select.next') && chosen()).toEqual(['g']);
    expect(editor.run('select.next') && chosen()).toEqual(['d']);
    // No trap: at the end the key is left to the browser, which moves the focus.
    expect(commands['select.next'].canRun(editor.state)).toBe(false);
    expect(editor.run('select.previous') && chosen()).toEqual(['g']);
    expect(editor.run('select.all') && chosen()).toEqual(['g']);
    expect(editor.run('select', { ids: ['c'] }).run('select.previous') && chosen()).toEqual(['b']);
    expect(editor.run('select.all') && chosen()).toEqual(['b', 'c']);
    expect(editor.run('select.none') && chosen()).toEqual(['g']);
    expect(editor.run('select.none') && chosen()).toEqual([]);
    expect(editor.run('select', { ids: ['g', 'b'] }) && chosen()).toEqual(['g']);
    expect(editor.history.past).toEqual([]);
  });
});
