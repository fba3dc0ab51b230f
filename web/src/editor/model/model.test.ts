import { describe, expect, it } from 'vitest';
import {
  boundsOfBoxes,
  boxInside,
  boxOnPage,
  type CommandId,
  clipboardType,
  commandFor,
  commandOf,
  commandSections,
  currentPage,
  execute,
  type History,
  holdsText,
  indexOf,
  isHidden,
  isLocked,
  keyCaps,
  keyLabel,
  nearest,
  openState,
  ownNameOf,
  pageSizeLabel,
  pageSizes,
  placeAtColumn,
  sectionLabel,
  selected,
  sharedValue,
  startHistory,
  typeLabel,
} from './index.ts';
import { buildBox, buildDesign, buildText } from './model.fixture.ts';

/** A person at a keyboard: keys of commands run them, other keys type. */
class Keyboard {
  history: History;
  #now = 0;

  constructor(history: History) {
    this.history = history;
  }

  press(...keys: string[]): this {
    for (const written of keys) {
      const held = written.split(/\+(?=.)/);
      const key = held.pop()!;
      const has = (name: string) => held.includes(name);
      const event = {
        key,
        code: '',
        ctrlKey: has('Ctrl'),
        metaKey: false,
        shiftKey: has('Shift'),
        altKey: has('Alt'),
      };
      const id = commandFor(this.history.present, event, 'other');
      if (id) this.#run(id);
      else if (this.history.present.editing && key.length === 1) this.#run('text.type', { text: key });
    }
    return this;
  }

  #run(id: CommandId, args?: unknown): void {
    this.#now += 100;
    const result = execute(this.history, this.#now, id, args as never);
    if (result.ok) this.history = result.history;
  }
}

describe('the keyboard alone', () => {
  it('makes a certificate: adds, types, styles, moves, groups and undoes', () => {
    const keyboard = new Keyboard(startHistory(openState(buildDesign())));
    const page = () => currentPage(keyboard.history.present);
    keyboard.press('t', 'Enter', 'Ctrl+a', 'Delete', ...'Diploma', 'Shift+Home', 'Ctrl+b', 'Escape');
    keyboard.press('Shift+ArrowUp', 'r', 'Ctrl+[', 'Tab', 'Ctrl+d', 'Ctrl+a', 'Ctrl+g', 'Ctrl+l');
    const [group] = page().elements;
    expect(page().elements).toHaveLength(1);
    expect(group).toMatchObject({ type: 'group', locked: true });
    const texts = [...indexOf(page().elements).values()].map(({ element }) => element).filter(holdsText);
    expect(texts[0]!.paragraphs).toEqual([{ runs: [{ text: 'Diploma', fontWeight: 700 }] }]);
    expect([...indexOf(page().elements).values()].every(isLocked)).toBe(true);
    expect([...indexOf(page().elements).values()].some(isHidden)).toBe(false);
    expect(selected(keyboard.history.present).map(({ element }) => element.type)).toEqual(['group']);
  });
});

describe('what the screen asks', () => {
  it('are commands under headings with labels and keys', () => {
    const sections = commandSections();
    expect([...sections.keys()].map(sectionLabel)).toContain('editor.sections.arrange');
    const { shortcut, labelKey, needsArgs } = commandOf('group');
    expect([labelKey, needsArgs]).toEqual(['editor.commands.group', false]);
    expect(keyCaps(shortcut!.apple[0]!, 'apple')).toEqual([{ sign: '⌘' }, { sign: 'G' }]);
    const [first] = keyCaps(commandOf('nudge.up.ten').shortcut!.other[0]!, 'other');
    expect(first && 'named' in first && keyLabel(first.named)).toBe('editor.keys.Shift');
    expect(keyCaps('Shift+ArrowUp', 'other')[1]).toEqual({ sign: '↑' });
    expect((Object.keys(pageSizes) as (keyof typeof pageSizes)[]).map(pageSizeLabel)).toContain(
      'editor.pageSizes.square',
    );
    expect(clipboardType).toMatch(/^application\/x-/);
  });

  it('are names of elements, and values that several share', () => {
    const { elements } = currentPage(
      openState(
        buildDesign([
          buildText('t', ' Dear  {{fullName}} '),
          buildBox('b', { opacity: 0.5 }),
          buildBox('s', { name: 'Seal' }),
        ]),
      ),
    );
    expect(elements.map(ownNameOf)).toEqual(['Dear {{fullName}}', null, 'Seal']);
    expect(typeLabel(elements[1]!.type)).toBe('editor.types.rectangle');
    expect(sharedValue(elements, 'rotation')).toBe(0);
    expect(sharedValue(elements, 'opacity')).toBeNull();
    expect(sharedValue(elements, 'cornerRadius')).toBe(0);
    expect(sharedValue(elements, 'quietZone')).toBeUndefined();
  });

  it('are places of boxes on the page and of carets in a text', () => {
    const placement = { angle: 90, x: 100, y: 50 };
    const box = { x: 10, y: 20, width: 30, height: 40, rotation: 15 };
    const onPage = boxOnPage(placement, box);
    expect(boundsOfBoxes([{ ...onPage, rotation: 0 }])).toEqual({ left: 45, top: 55, right: 75, bottom: 95 });
    expect(boxInside(placement, onPage)).toEqual(box);
    const paragraphs = [{ runs: [{ text: 'a{{b}}c' }] }];
    expect(nearest(paragraphs, { paragraph: 0, offset: 5 })).toEqual({ paragraph: 0, offset: 6 });
    expect(nearest(paragraphs, { paragraph: 7, offset: 0 })).toEqual({ paragraph: 0, offset: 7 });
    const stops = Array.from({ length: 8 }, (_, offset) => ({ offset, x: offset * 10 }));
    const line = { paragraph: 0, start: 0, end: 7, wraps: false, rightToLeft: false, stops };
    expect(placeAtColumn(paragraphs, line, 42)).toEqual({ paragraph: 0, offset: 6 });
  });
});
