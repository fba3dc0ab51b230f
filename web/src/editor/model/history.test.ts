import { design as schema } from '@sello/contracts';
import { describe, expect, it } from 'vitest';
import { execute, redo, undo } from './index.ts';

import { buildBox, buildDesign, buildText, Editor, Random } from './model.fixture.ts';
import type { EditorState } from './state.ts';

/** All objects that a design is made of. */
function partsOf(value: unknown, found = new Set<object>()): Set<object> {
  if (typeof value !== 'object' || value === null || found.has(value)) return found;
  found.add(value);
  for (const part of Object.values(value)) partsOf(part, found);
  return found;
}

describe('the history', () => {
  it('undoes and makes again 1,000 steps, each of which shares all but what it changed', () => {
    const boxes = Array.from({ length: 60 }, (_, index) => buildBox(`e${index}`, { x: index }));
    const editor = new Editor(buildDesign(boxes), ['e0']);
    const states: EditorState[] = [editor.state];
    for (let step = 0; step < 1_000; step += 1) {
      const id = `e${step % 60}`;
      editor.run('select', { ids: [id] }).run('move', { boxes: { [id]: { x: 1_000 + step } } });
      states.push(editor.state);
    }
    const kept = partsOf(states.map(({ design }) => design));
    // A step has new lists of pages and elements, a design, a page and one element with what is its own.
    expect(kept.size - partsOf(states[0]!.design).size).toBeLessThanOrEqual(1_000 * 5 + 1);
    for (let step = 999; step >= 0; step -= 1) {
      editor.history = undo(editor.history);
      expect(editor.design).toBe(states[step]!.design);
    }
    expect(undo(editor.history)).toBe(editor.history);
    for (let step = 1; step <= 1_000; step += 1) editor.history = redo(editor.history);
    expect(editor.design).toBe(states[1_000]!.design);
    expect(redo(editor.history)).toBe(editor.history);
  });

  it('makes one step of a series of nudges, until a pause or another command', () => {
    const editor = new Editor(buildDesign([buildBox('a')]), ['a']);
    const nudge = (at: number) => {
      const result = execute(editor.history, at, 'nudge.left.one');
      if (result.ok) editor.history = result.history;
    };
    for (const at of [0, 400, 900, 1_500]) nudge(at);
    expect(editor.history.past).toHaveLength(1);
    nudge(2_600);
    expect(editor.history.past).toHaveLength(2);
    editor.history = undo(editor.history);
    expect(editor.element('a')).toMatchObject({ x: 6 });
    nudge(2_700);
    expect(editor.history.past).toHaveLength(2);
    expect(editor.history.future).toEqual([]);
  });

  it('makes one step of typing, and another after the caret was moved', () => {
    const editor = new Editor(buildDesign([buildText('t', 'x')]), ['t']).run('text.edit', { at: 'end' });
    const type = (text: string, at: number) => {
      const result = execute(editor.history, at, 'text.type', { text });
      if (result.ok) editor.history = result.history;
    };
    for (const [at, letter] of [...'word'].entries()) type(letter, at * 100);
    expect(editor.history.past).toHaveLength(1);
    editor.run('caret.move.left');
    type('!', 500);
    expect(editor.history.past).toHaveLength(2);
    editor.history = undo(editor.history);
    expect(editor.element('t').paragraphs).toEqual([{ runs: [{ text: 'xword' }] }]);
    expect(editor.state.editing?.focus).toEqual({ paragraph: 0, offset: 4 });
    editor.history = undo(editor.history);
    expect(editor.state.editing?.focus).toEqual({ paragraph: 0, offset: 1 });
  });
});

type Step = (editor: Editor, random: Random) => void;

const idsOf = (editor: Editor): string[] => {
  const found: string[] = [];
  const walk = (list: readonly { id: string }[]) => {
    for (const one of list) {
      found.push(one.id);
      if ('elements' in one) walk(one.elements as { id: string }[]);
    }
  };
  walk(editor.design.pages.find(({ id }) => id === editor.state.pageId)!.elements);
  return found;
};
const attempt = (editor: Editor, run: () => ReturnType<Editor['try']>) => {
  const result = run();
  if (result.ok) editor.history = result.history;
};

const steps: Step[] = [
  (e) => attempt(e, () => e.try('add.text', { properties: {} })),
  (e) => attempt(e, () => e.try('add.signature')),
  (e) => attempt(e, () => e.try('add.table')),
  (e, r) => e.run('select', { ids: idsOf(e).filter(() => r.next() < 0.3) }),
  (e) => attempt(e, () => e.try('group')),
  (e) => attempt(e, () => e.try('group')),
  (e) => attempt(e, () => e.try('ungroup')),
  (e) => attempt(e, () => e.try('duplicate')),
  (e) => attempt(e, () => e.try('delete')),
  (e) => attempt(e, () => e.try('order.forward')),
  (e) => attempt(e, () => e.try('align.left')),
  (e) => attempt(e, () => e.try('distribute.vertical')),
  (e) => attempt(e, () => e.try('page.duplicate')),
  (e) => attempt(e, () => e.try('page.delete')),
  (e) => attempt(e, () => e.try('page.up')),
  (e) => attempt(e, () => e.try('page.down')),
  (e) => attempt(e, () => e.try('page.next')),
  (e, r) => attempt(e, () => e.try('page.resize', { width: r.between(1, 20_000), height: 500 })),
  (e, r) =>
    attempt(e, () =>
      e.try('setProperty', { properties: { fontSize: r.between(-5, 3_000), opacity: r.next() * 1.2 } }),
    ),
  (e, r) => {
    const [id] = e.state.selection;
    if (id)
      attempt(e, () =>
        e.try('rotate', { boxes: { [id]: { rotation: r.between(0, 360), x: r.between(-9, 9) * 20_000 } } }),
      );
  },
  (e, r) =>
    attempt(e, () => e.try('variable.declare', { name: r.pick(['custom.a', 'batch.b', 'not a name', 'x']) })),
  (e) => attempt(e, () => e.try('variable.rename', { from: 'custom.a', to: 'batch.c' })),
  (e, r) => {
    const index = idsOf(e);
    if (index.length > 1)
      attempt(e, () =>
        e.try('moveLayers', {
          ids: [r.pick(index)],
          parentId: r.pick([...index, null]),
          index: r.between(0, 3),
        }),
      );
  },
  (e) => {
    const copied = e.try('copy');
    if (copied.ok && copied.copied?.elements)
      attempt(e, () => e.try('paste', { json: copied.copied?.elements as string }));
  },
];

describe('any series of commands', () => {
  it('leaves a valid design, refuses the same as the whole schema, and is undone and made again exactly', () => {
    for (let seed = 1; seed <= 12; seed += 1) {
      const random = new Random(seed);
      const editor = new Editor(
        buildDesign([buildBox('a'), buildText('b', 'Dear {{fullName}}'), buildBox('c')]),
      );
      const first = editor.design;
      for (let count = 0; count < 60; count += 1) random.pick(steps)(editor, random);
      const parsed = schema.safeParse(editor.design);
      expect(parsed.success ? [] : parsed.error.issues).toEqual([]);
      const last = editor.design;
      const { length } = editor.history.past;
      expect(length).toBeGreaterThan(5);
      for (let step = 0; step < length; step += 1) editor.history = undo(editor.history);
      expect(editor.design).toBe(first);
      for (let step = 0; step < length; step += 1) editor.history = redo(editor.history);
      expect(editor.design).toBe(last);
    }
  });
});
