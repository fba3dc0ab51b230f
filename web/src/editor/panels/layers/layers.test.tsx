// @vitest-environment jsdom
import type { DesignElementInput } from '@sello/contracts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { needTexts } from '../../../i18n/index.ts';
import { currentPage } from '../../model/index.ts';
import { buildBox, buildDesign, buildText } from '../../model/model.fixture.ts';
import { type RenderedInEditor, renderInEditor } from '../../session/editor.fixture.tsx';
import { LayersPanel } from './LayersPanel.tsx';
import { dropPlace, layerRows } from './rows.ts';

let rendered: RenderedInEditor | undefined;
beforeEach(() => {
  vi.stubGlobal('CSS', { escape: (text: string) => text });
});
afterEach(async () => {
  await rendered?.close();
  rendered = undefined;
});

/** From the bottom: a frame, a group of a signature and a role, a title. */
const buildPage = () =>
  buildDesign([
    buildBox('frame', { name: 'Frame' }),
    {
      ...{ type: 'group', id: 'signatures', name: 'Signatures', x: 50, y: 50, width: 100, height: 60 },
      elements: [
        buildText('role', 'Director', { width: 100, height: 20 }),
        buildBox('line', { name: 'Line', x: 0, y: 20, width: 100, height: 40 }),
      ],
    },
    buildText('title', 'Certificate of completion'),
  ]);

async function open(elements?: DesignElementInput[]): Promise<RenderedInEditor> {
  const texts = ['common', 'editor', 'editorPanels', 'editorScreen'] as const;
  void needTexts(texts);
  const design = elements ? buildDesign(elements) : buildPage();
  rendered = await renderInEditor(<LayersPanel />, design);
  await rendered.settle(() => needTexts(texts));
  return rendered;
}

const rowsOf = ({ place }: RenderedInEditor) => [...place.querySelectorAll<HTMLElement>('[role="treeitem"]')];
const namesOf = (opened: RenderedInEditor) => rowsOf(opened).map((row) => row.getAttribute('aria-label'));
const rowOf = (opened: RenderedInEditor, name: string) =>
  rowsOf(opened).find((row) => row.getAttribute('aria-label') === name)!;
const click = (opened: RenderedInEditor, name: string, keys: MouseEventInit = {}) =>
  opened.settle(() => rowOf(opened, name).dispatchEvent(new MouseEvent('click', { bubbles: true, ...keys })));
const press = (opened: RenderedInEditor, key: string, keys: KeyboardEventInit = {}) =>
  opened.settle(() => {
    const target = document.activeElement as HTMLElement;
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...keys }));
  });
const button = (opened: RenderedInEditor, label: string) =>
  opened.place.querySelector<HTMLElement>(`button[aria-label="${label}"]`)!;

describe('the panel of layers', () => {
  it('lists what lies on top first, with the layers of a group below it', async () => {
    const opened = await open();
    expect(namesOf(opened)).toEqual([
      ...['Certificate of completion', 'Signatures', 'Line', 'Director', 'Frame'],
    ]);
    expect(rowOf(opened, 'Line').getAttribute('aria-level')).toBe('2');
    await opened.settle(() => button(opened, 'Close Signatures').click());
    expect(namesOf(opened)).toEqual(['Certificate of completion', 'Signatures', 'Frame']);
  });

  it('finds layers by name, also in closed groups', async () => {
    const opened = await open();
    await opened.settle(() => button(opened, 'Close Signatures').click());
    const find = opened.place.querySelector<HTMLInputElement>('input[type="search"]')!;
    vi.useFakeTimers();
    await opened.settle(() => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(find, 'direc');
      find.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await opened.settle(() => vi.advanceTimersByTime(400));
    vi.useRealTimers();
    expect(namesOf(opened)).toEqual(['Signatures', 'Director']);
  });

  it('selects one, several and a range, always of one group', async () => {
    const opened = await open();
    const { session } = opened;
    await click(opened, 'Certificate of completion');
    await click(opened, 'Frame', { ctrlKey: true });
    expect(session.state.selection).toEqual(['frame', 'title']);
    await click(opened, 'Line', { ctrlKey: true });
    expect(session.state.selection).toEqual(['line']);
    await click(opened, 'Frame');
    await click(opened, 'Line', { shiftKey: true });
    expect(session.state.selection).toEqual(['frame', 'signatures']);
  });

  it('shows what is selected on the page, and opens the group around it', async () => {
    const opened = await open();
    await opened.settle(() => button(opened, 'Close Signatures').click());
    await opened.settle(() => opened.session.run('select', { ids: ['role'] }));
    expect(rowOf(opened, 'Director').getAttribute('aria-selected')).toBe('true');
    expect(rowOf(opened, 'Director').tabIndex).toBe(0);
  });

  it('renames with F2 and a double click; Escape leaves the name', async () => {
    const opened = await open();
    const field = () =>
      opened.place.querySelector<HTMLInputElement>('input[aria-label="Name of the layer"]')!;
    await opened.settle(() => rowOf(opened, 'Certificate of completion').focus());
    await press(opened, 'F2');
    expect(document.activeElement).toBe(field());
    field().value = 'Heading';
    await press(opened, 'Enter');
    expect(namesOf(opened)[0]).toBe('Heading');
    expect(document.activeElement).toBe(rowOf(opened, 'Heading'));
    await opened.settle(() =>
      rowOf(opened, 'Frame').dispatchEvent(new MouseEvent('dblclick', { bubbles: true })),
    );
    field().value = 'Something else';
    await press(opened, 'Escape');
    expect(namesOf(opened)).toContain('Frame');
    expect(field()).toBeNull();
  });

  it('hides, shows, locks and unlocks a layer that is not selected', async () => {
    const opened = await open();
    const frame = () => currentPage(opened.session.state).elements[0]!;
    await opened.settle(() => button(opened, 'Hide Frame').click());
    await opened.settle(() => button(opened, 'Lock Frame').click());
    expect(frame()).toMatchObject({ hidden: true, locked: true });
    await opened.settle(() => button(opened, 'Show Frame').click());
    await opened.settle(() => button(opened, 'Unlock Frame').click());
    expect(frame()).toMatchObject({ hidden: false, locked: false });
    expect(opened.session.state.selection).toEqual([]);
  });

  it('moves a layer with Alt and the arrows, also out of a group and into one, and keeps the focus on it', async () => {
    const opened = await open();
    await opened.settle(() => rowOf(opened, 'Line').focus());
    await click(opened, 'Line');
    await press(opened, 'ArrowUp', { altKey: true });
    expect(namesOf(opened)).toEqual([
      ...['Certificate of completion', 'Line', 'Signatures', 'Director', 'Frame'],
    ]);
    expect(rowOf(opened, 'Line').getAttribute('aria-level')).toBe('1');
    expect(document.activeElement).toBe(rowOf(opened, 'Line'));
    await press(opened, 'ArrowUp', { altKey: true });
    expect(namesOf(opened)[0]).toBe('Line');
    await opened.settle(() => rowOf(opened, 'Frame').focus());
    await click(opened, 'Frame');
    await press(opened, 'ArrowRight', { altKey: true });
    expect(rowOf(opened, 'Frame').getAttribute('aria-level')).toBe('2');
    await press(opened, 'ArrowLeft', { altKey: true });
    expect(rowOf(opened, 'Frame').getAttribute('aria-level')).toBe('1');
    expect(namesOf(opened).at(-1)).toBe('Frame');
  });

  it('goes through the rows with the arrows, folds groups and extends the selection with Shift', async () => {
    const opened = await open();
    await opened.settle(() => rowOf(opened, 'Certificate of completion').focus());
    await press(opened, 'ArrowDown');
    expect(document.activeElement).toBe(rowOf(opened, 'Signatures'));
    await press(opened, 'ArrowLeft');
    expect(namesOf(opened)).toHaveLength(3);
    await press(opened, 'Enter');
    expect(opened.session.state.selection).toEqual(['signatures']);
    await press(opened, 'ArrowDown', { shiftKey: true });
    expect(opened.session.state.selection).toEqual(['frame', 'signatures']);
    await press(opened, 'Home');
    expect(document.activeElement).toBe(rowOf(opened, 'Certificate of completion'));
  });

  it('moves several that are selected by its buttons, in their order', async () => {
    const opened = await open();
    await opened.settle(() => opened.session.run('select', { ids: ['frame', 'signatures'] }));
    await opened.settle(() => button(opened, 'Forward').click());
    expect(currentPage(opened.session.state).elements.map(({ id }) => id)).toEqual([
      ...['title', 'frame', 'signatures'],
    ]);
  });

  it('moves what is dragged to the line that it shows', async () => {
    const opened = await open();
    const list = opened.place.querySelector('[role="tree"]')!;
    const drag = (type: string, row: HTMLElement | Element, clientY = 0) => {
      const event = new MouseEvent(type, { bubbles: true, cancelable: true, clientY });
      return opened.settle(() =>
        row.dispatchEvent(Object.assign(event, { dataTransfer: { setData: () => undefined } })),
      );
    };
    await drag('dragstart', rowOf(opened, 'Frame'));
    await drag('dragover', list, 2);
    expect(opened.place.querySelector('.drop-line')).not.toBeNull();
    await drag('drop', list, 2);
    expect(namesOf(opened)[0]).toBe('Frame');
    expect(opened.place.querySelector('.drop-line')).toBeNull();
  });

  it('renders some rows of a thousand, and says how many there are', async () => {
    const many = Array.from({ length: 1_000 }, (_, at) => buildBox(`box${at}`, { name: `Box ${at}` }));
    const opened = await open(many);
    expect(rowsOf(opened).length).toBeGreaterThan(10);
    expect(rowsOf(opened).length).toBeLessThan(60);
    expect(rowsOf(opened)[0]?.getAttribute('aria-setsize')).toBe('1000');
    const before = new Map(rowsOf(opened).map((row) => [row, row.className]));
    const touched: Node[] = [];
    const watch = new MutationObserver((changes) => touched.push(...changes.map(({ target }) => target)));
    watch.observe(opened.place, { subtree: true, attributes: true, childList: true, characterData: true });
    await opened.settle(() => opened.session.run('rename', { id: 'box998', name: 'Another' }));
    await opened.settle();
    watch.disconnect();
    const rows = new Set(touched.map((node) => (node as Element).closest?.('[role="treeitem"]') ?? node));
    expect([...before.keys()].filter((row) => rows.has(row))).toEqual([rowOf(opened, 'Another')]);
  });
});

describe('the place where layers are dropped', () => {
  const { pages } = buildPage();
  const rows = layerRows(pages[0]!, new Set());
  const place = (height: number, of = rows) => {
    const { parentId, index, intoId } = dropPlace(of, height);
    return [parentId, index, intoId];
  };

  it('is above or below a row, in its group', () => {
    expect(place(0.1)).toEqual([null, 3, null]);
    expect(place(2.1)).toEqual(['signatures', 2, null]);
    expect(place(3.9)).toEqual(['signatures', 0, null]);
    expect(place(4.1)).toEqual([null, 1, null]);
    expect(place(9)).toEqual([null, 0, null]);
  });

  it('is inside a group at the middle of its row, and on top of it right below an open one', () => {
    expect(place(1.5)).toEqual(['signatures', 2, 'signatures']);
    expect(place(1.9)).toEqual(['signatures', 2, null]);
    const folded = layerRows(pages[0]!, new Set(['signatures']));
    expect(place(1.5, folded)).toEqual(['signatures', 2, 'signatures']);
    expect(place(1.9, folded)).toEqual([null, 1, null]);
  });
});
