// @vitest-environment jsdom
import { type DesignElementInput, designPage, type ElementType } from '@sello/contracts';
import { kindOf } from '@sello/design';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { buildBox, buildText } from '../model/model.fixture.ts';
import type { RenderedInEditor } from '../session/editor.fixture.tsx';
import { button, close, control, controls, element, give, open } from './inspector.fixture.tsx';
import { sectionsOf } from './sections.ts';

afterEach(close);

/** What every element has and no section needs to show. */
const unshown = ['id', 'type', 'elements'];
interface Shape {
  shape?: Record<string, unknown>;
  def?: { options?: { shape: Record<string, { value?: string; def?: { values?: string[] } }> }[] };
}

/** The schema of each type of element. */
function schemas(): Map<ElementType, string[]> {
  const union = (designPage.shape.elements as unknown as { element: Shape }).element;
  const found = new Map<ElementType, string[]>();
  for (const { shape } of union.def?.options ?? []) {
    const type = shape.type?.def?.values?.[0] as ElementType;
    found.set(
      type,
      Object.keys(shape).filter((name) => !unshown.includes(name)),
    );
  }
  return found;
}

/** Controls without a name for screen readers. */
const unnamed = (place: HTMLElement): string[] =>
  [...place.querySelectorAll('input, select, textarea, button')]
    .filter((field) => {
      const own = field.getAttribute('aria-label') ?? field.textContent?.trim();
      const around = field.closest('label')?.textContent?.trim();
      return !(own || around || place.querySelector(`label[for="${field.id}"]`)?.textContent);
    })
    .map(({ outerHTML }) => outerHTML);

describe('every property', () => {
  const all = schemas();

  it('is known of every type', () => {
    expect([...all.keys()].sort()).toEqual(Object.keys(sectionsOf).sort());
    expect(all.get('text')).toContain('letterCase');
  });

  it.each([...all])('of %s has a control, which a screen reader names', async (type, names) => {
    const one = kindOf({ type } as never).sample('a') as DesignElementInput;
    const shown = await open([one], ['a']);
    expect(names.filter((name) => controls(shown, name).length === 0)).toEqual([]);
    expect(unnamed(shown.place)).toEqual([]);
  });
});

describe('the place', () => {
  it('moves, turns and sizes an element', async () => {
    const shown = await open([buildBox('a')], ['a']);
    await give(shown, control(shown, 'x'), '12,5');
    await give(shown, control(shown, 'width'), '200');
    await give(shown, control(shown, 'rotation'), '30');
    await give(shown, control(shown, 'opacity'), '50');
    expect(element(shown)).toMatchObject({ x: 12.5, y: 10, width: 200, rotation: 30, opacity: 0.5 });
  });

  it('takes lengths in the unit that is typed', async () => {
    const shown = await open([buildBox('a')], ['a']);
    for (const name of ['x', 'width']) {
      await give(shown, control(shown, name), '20mm');
      expect(element(shown)[name]).toBe(56.69);
    }
    await give(shown, control(shown, 'rotation'), '20mm');
    expect(element(shown).rotation).toBe(0);
    expect(shown.place.querySelector('[role=alert]')!.textContent).toBe('Its unit is °');
  });

  it('cannot be changed of a locked element', async () => {
    const shown = await open([buildBox('a', { locked: true })], ['a']);
    expect(control(shown, 'x').disabled).toBe(true);
    expect(control(shown, 'opacity').disabled).toBe(false);
  });

  it('of several is that of all, which move together', async () => {
    const shown = await open([buildBox('a', { x: 10 }), buildBox('b', { x: 100, width: 90 })], ['a', 'b']);
    expect(control(shown, 'x').value).toBe('10');
    expect(control(shown, 'width').value).toBe('');
    expect(control(shown, 'width').placeholder).toBe('—');
    await give(shown, control(shown, 'x'), '30');
    expect([element(shown, 0).x, element(shown, 1).x]).toEqual([30, 120]);
  });
});

describe('the head', () => {
  it('renames, hides, locks and deletes', async () => {
    const shown = await open([buildBox('a')], ['a']);
    expect(control(shown, 'name').placeholder).toBe('Rectangle');
    await give(shown, control(shown, 'name'), 'Frame');
    await shown.settle(() => control(shown, 'hidden').click());
    await shown.settle(() => control(shown, 'locked').click());
    expect(element(shown)).toMatchObject({ name: 'Frame', hidden: true, locked: true });
    await shown.settle(() => control(shown, 'locked').click());
    await shown.settle(() => button(shown, 'Delete').click());
    expect(shown.session.state.design.pages[0]!.elements).toEqual([]);
  });
});

describe('a text', () => {
  const runs = [{ text: '120 hours, ' }, { text: 'with the grade A', fontWeight: 700 }];

  it('is changed in words, and its runs keep their styles', async () => {
    const shown = await open([buildText('a', '', { paragraphs: [{ runs }] })], ['a']);
    const words = shown.place.querySelector('textarea')!;
    expect(words.value).toBe('120 hours, with the grade A');
    await shown.settle(() => {
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!.call(
        words,
        '120 hours, with the mark A',
      );
      words.dispatchEvent(new Event('input', { bubbles: true }));
    });
    expect(element(shown).paragraphs).toEqual([
      { runs: [{ text: '120 hours, ' }, { text: 'with the mark A', fontWeight: 700 }] },
    ]);
  });

  it('shows a mixed weight as such, and one that is chosen holds for all of it', async () => {
    const shown = await open([buildText('a', '', { paragraphs: [{ runs }] })], ['a']);
    const weight = control(shown, 'fontWeight') as unknown as HTMLSelectElement;
    expect(weight.selectedOptions[0]!.textContent).toBe('—');
    expect([...weight.options].map(({ textContent }) => textContent)).toEqual(['—', 'Regular', 'Bold']);
    await give(shown, weight, '700');
    expect(element(shown)).toMatchObject({ fontWeight: 700, paragraphs: [{ runs: [{}] }] });
  });

  it('that is edited takes a size for its selected letters alone', async () => {
    const shown = await open([buildText('a', 'one two')], ['a']);
    await shown.settle(() => {
      shown.session.run('text.edit', {});
      shown.session.run('text.select', {
        anchor: { paragraph: 0, offset: 0 },
        focus: { paragraph: 0, offset: 3 },
      });
    });
    await give(shown, control(shown, 'fontSize'), '30');
    expect(element(shown).paragraphs).toEqual([{ runs: [{ text: 'one', fontSize: 30 }, { text: ' two' }] }]);
  });

  it('has the tints of its variables where the words are, in either direction', async () => {
    const shown = await open([buildText('a', 'שלום {{student.fullName}}')], ['a']);
    const tints = shown.place.querySelector<HTMLElement>('.tints')!;
    expect(tints.textContent.trim()).toBe(control(shown, 'text').value);
    expect(tints.dir).toBe(control(shown, 'text').dir);
  });

  it('is aligned to the side that the button names, whatever direction its words have', async () => {
    const hebrew = buildText('a', 'שלום עולם');
    const shown = await open([hebrew, buildText('b', 'one', { direction: 'rtl' }), buildText('c', 'one')]);
    const pressed = () =>
      ['Left', 'Right'].filter((name) => button(shown, name).getAttribute('aria-pressed') === 'true');
    for (const [index, id] of ['a', 'b'].entries()) {
      await shown.settle(() => shown.session.run('select', { ids: [id] }));
      expect(pressed()).toEqual(['Right']);
      await shown.settle(() => button(shown, 'Left').click());
      expect(element(shown, index).align).toBe('left');
      expect(pressed()).toEqual(['Left']);
    }
    await shown.settle(() => shown.session.run('select', { ids: ['c'] }));
    expect(pressed()).toEqual(['Left']);
    await shown.settle(() => button(shown, 'Right').click());
    expect(element(shown, 2).align).toBe('right');
  });

  it('is shown at the side of the values that fill the page', async () => {
    const shown = await open([buildText('a', '{{custom.name}}')], ['a']);
    const declared = { name: 'custom.name', kind: 'text', sample: 'ליאת' } as const;
    await shown.settle(() => shown.session.run('variable.declare', declared));
    expect(button(shown, 'Left').getAttribute('aria-pressed')).toBe('true');
    await shown.settle(() => shown.session.setView({ shown: { kind: 'sample' } }));
    expect(button(shown, 'Right').getAttribute('aria-pressed')).toBe('true');
  });

  it('opens the fonts, and shrinks no further than a size or than half of its own', async () => {
    const shown = await open([buildText('a', 'one')], ['a']);
    await shown.settle(() => button(shown, 'Font: Newsreader').click());
    expect(shown.session.view.get().panel).toBe('fonts');
    await shown.settle(() => button(shown, 'Shrink').click());
    await give(shown, control(shown, 'minFontSize'), '9');
    expect(element(shown)).toMatchObject({ fit: 'shrink', minFontSize: 9 });
    await give(shown, control(shown, 'minFontSize'), '');
    expect(element(shown).minFontSize).toBeNull();
  });

  it('says which of its variables nothing fills', async () => {
    const shown = await open([buildText('a', 'To {{fullNme}}')], ['a']);
    expect(shown.place.querySelector('.faults')!.textContent).toBe('fullNme: nothing has this name');
  });
});

describe('shapes', () => {
  it('have a fill and none, and dashes as long as their stroke is wide', async () => {
    const shown = await open([buildBox('a', { fill: '#c2401c', strokeWidth: 2 } as never)], ['a']);
    await shown.settle(() => button(shown, 'None: Colour of the fill').click());
    expect(element(shown).fill).toBeNull();
    await give(shown, control(shown, 'dash'), 'dashed');
    expect(element(shown).dash).toEqual([8, 6]);
    await give(shown, controls(shown, 'dash')[1]!, '1 2,5');
    expect(element(shown).dash).toEqual([1, 2.5]);
  });

  it('take lengths of dashes in any unit, and say what a dash is', async () => {
    const shown = await open([buildBox('a', { stroke: '#000000' })], ['a']);
    const lengths = controls(shown, 'dash').at(-1)!;
    await give(shown, lengths, '4 mm 2');
    expect(element(shown).dash).toEqual([11.34, 2]);
    await give(shown, lengths, '4 ells');
    expect(element(shown).dash).toEqual([11.34, 2]);
    expect(shown.place.querySelector('[role=alert]')!.textContent).toContain('such as 4 2 or 2mm 1mm');
  });

  it('a line always has a colour', async () => {
    const shown = await open([kindOf({ type: 'line' } as never).sample('a') as DesignElementInput], ['a']);
    expect(button(shown, 'None: Colour of the outline')).toBeUndefined();
  });
});

describe('a table', () => {
  const table = {
    ...kindOf({ type: 'table' } as never).sample('a'),
    columns: [
      { header: 'Module', share: 3 },
      { header: 'Mark', share: 1 },
    ],
  } as never;
  const columns = (shown: RenderedInEditor) => element(shown).columns as { header: string; share: number }[];

  it('gains, loses, orders and sizes its columns', async () => {
    const shown = await open([table], ['a']);
    const widths = () => controls(shown, 'share').map(({ value }) => value);
    expect(widths()).toEqual(['75', '25']);
    await give(shown, controls(shown, 'share')[0]!, '50');
    expect(widths()).toEqual(['50', '50']);
    await shown.settle(() => button(shown, 'Column').click());
    expect(columns(shown)).toHaveLength(3);
    await shown.settle(() => button(shown, 'Column 1 one place to the right').click());
    expect(columns(shown).map(({ header }) => header)).toEqual(['Mark', 'Module', '']);
    await shown.settle(() => button(shown, 'Remove column 3').click());
    expect(columns(shown)).toHaveLength(2);
  });
});

describe('several elements', () => {
  it('are aligned to the page or to each other, and spread with a gap', async () => {
    const shown = await open([buildBox('a', { x: 10 }), buildBox('b', { x: 100 })], ['a', 'b']);
    await shown.settle(() => button(shown, 'Page').click());
    await shown.settle(() => button(shown, 'Align left edges').click());
    expect([element(shown, 0).x, element(shown, 1).x]).toEqual([0, 0]);
    shown.session.run('guide.add', { axis: 'x', position: 60 });
    await shown.settle(() => button(shown, 'Guides').click());
    await shown.settle(() => button(shown, 'Align left edges').click());
    expect([element(shown, 0).x, element(shown, 1).x]).toEqual([60, 60]);
    await shown.settle(() => button(shown, 'Page').click());
    await shown.settle(() => button(shown, 'Align left edges').click());
    await give(shown, control(shown, 'across'), '20');
    expect([element(shown, 0).x, element(shown, 1).x]).toEqual([0, 60]);
    expect(control(shown, 'across').value).toBe('20');
  });

  it('take a colour, and one of them is chosen from the list', async () => {
    const shown = await open([buildText('a', 'one'), buildText('b', 'two', { fill: '#ff0000' })], ['a', 'b']);
    const fill = [...shown.place.querySelectorAll<HTMLInputElement>('[data-property="fill"] .input')][0]!;
    expect(fill.placeholder).toBe('—');
    await give(shown, fill, '00f');
    expect([element(shown, 0).fill, element(shown, 1).fill]).toEqual(['#0000ff', '#0000ff']);
    await shown.settle(() => button(shown, 'two').click());
    expect(shown.session.state.selection).toEqual(['b']);
  });
});

it('several of different types take one colour as one step: letters, areas and lines', async () => {
  const line = kindOf({ type: 'line' } as never).sample('c') as DesignElementInput;
  const shown = await open(
    [buildText('a', 'one'), buildBox('b', { fill: '#00ff00' } as never), line],
    ['a', 'b', 'c'],
  );
  const before = shown.session.state.design;
  const fill = shown.place.querySelector<HTMLInputElement>('[data-property="fill"] .input')!;
  await give(shown, fill, 'c2401c');
  expect([element(shown, 0).fill, element(shown, 1).fill, element(shown, 2).stroke]).toEqual(
    Array.from({ length: 3 }, () => '#c2401c'),
  );
  await shown.settle(() => shown.session.undo());
  expect(shown.session.state.design).toBe(before);
});

describe('the page', () => {
  it('gains, moves and loses guides without a pointer', async () => {
    const shown = await open([]);
    const { session } = shown;
    const before = session.state.design;
    const guides = () => session.state.design.pages[0]!.guides;
    const { width, height } = before.pages[0]!;
    await shown.settle(() => button(shown, 'Vertical guide').click());
    await shown.settle(() => button(shown, 'Horizontal guide').click());
    expect(guides()).toEqual([
      { axis: 'x', position: width / 2 },
      { axis: 'y', position: height / 2 },
    ]);
    await give(shown, control(shown, 'guide.0'), '72');
    expect(guides()[0]).toEqual({ axis: 'x', position: 72 });
    await shown.settle(() => button(shown, 'Remove guide 1').click());
    expect(guides()).toEqual([{ axis: 'y', position: height / 2 }]);
    await shown.settle(() => button(shown, 'Vertical guide').click());
    await shown.settle(() => button(shown, 'Remove all').click());
    expect(guides()).toEqual([]);
  });

  it('changes its size, its paper and what guides do', async () => {
    const shown = await open([buildBox('a', { fill: '#c2401c' } as never)]);
    const page = () => shown.session.state.design.pages[0]!;
    await give(shown, control(shown, 'page'), 'letterPortrait');
    expect(page()).toMatchObject({ width: 612, height: 792 });
    await give(shown, control(shown, 'page.width'), '500');
    expect(page()).toMatchObject({ width: 500, height: 792 });
    await shown.settle(() => button(shown, 'Use #C2401C for the paper').click());
    expect(page().background.color).toBe('#c2401c');
    await shown.settle(() => control(shown, 'isOnGrid').click());
    expect(shown.session.view.get().isOnGrid).toBe(true);
    await shown.settle(() => button(shown, 'Name, tags, language and dates').click());
    expect(shown.session.view.get().sheet).toBe('details');
  });
});

it('the page offers the logo, colours and fonts of the organization, those of most templates first', async () => {
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:logo', revokeObjectURL: () => undefined }),
  );
  const shown = await open([buildBox('a', { fill: '#c2401c' } as never)], [], {
    images: { asset: async () => null, variable: async () => new Blob(['logo']) },
  });
  const part = () => shown.place.querySelector('.brand-part');
  expect(part()).toBeNull();
  await shown.settle(() =>
    shown.session.brand.set({ colors: ['#0b3d5c', '#c2401c'], families: ['Source Sans 3', 'Removed'] }),
  );
  const names = [...part()!.querySelectorAll('button')].map(
    (one) => one.getAttribute('aria-label') ?? one.textContent,
  );
  expect(names).toEqual([
    'Add the logo',
    ...['Use #0B3D5C for the paper', 'Use #C2401C for the paper', 'Add a text in Source Sans 3'],
  ]);
  const listed = [...shown.place.querySelectorAll<HTMLOptionElement>('datalist option')].map(
    ({ value }) => value,
  );
  expect(listed).toEqual(['#ffffff', '#c2401c', '#0b3d5c']);
  const { session } = shown;
  await shown.settle(() => button(shown, 'Use #0B3D5C for the paper').click());
  expect(session.state.design.pages[0]!.background.color).toBe('#0b3d5c');
  await shown.settle(() => button(shown, 'Add a text in Source Sans 3').click());
  expect(element(shown, 1)).toMatchObject({ type: 'text', fontFamily: 'Source Sans 3', fit: 'wrap' });
  await shown.settle(() => {
    session.run('text.leave');
    session.run('select.none');
  });
  await shown.settle(() => button(shown, 'Add the logo').click());
  expect(element(shown, 2)).toMatchObject({
    type: 'image',
    source: { kind: 'variable', name: 'tenant.logo' },
  });
});

it('asks nothing of the server', async () => {
  const fetched = vi.fn();
  vi.stubGlobal('fetch', fetched);
  await open([buildText('a', 'one')], ['a']);
  expect(fetched).not.toHaveBeenCalled();
});
