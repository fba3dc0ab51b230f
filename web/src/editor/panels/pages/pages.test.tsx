// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { needTexts } from '../../../i18n/index.ts';
import { until } from '../../../state/until.fixture.ts';
import { currentPage, pageSizes } from '../../model/index.ts';
import { buildBox, buildDesign } from '../../model/model.fixture.ts';
import { type RenderedInEditor, renderInEditor } from '../../session/editor.fixture.tsx';
import { PagesPanel } from './PagesPanel.tsx';
import { readIn, reordered } from './reading.ts';

let rendered: RenderedInEditor | undefined;
beforeEach(() => {
  vi.stubGlobal('CSS', { escape: (text: string) => text });
  HTMLDialogElement.prototype.showModal = () => undefined;
});
afterEach(async () => {
  await rendered?.close();
  rendered = undefined;
});

const buildPages = (count = 3) =>
  buildDesign([], {
    pages: Array.from({ length: count }, (_, at) => ({
      ...{ id: `page${at + 1}`, ...pageSizes.a4Landscape },
      elements: at === 0 ? [buildBox('back', { name: 'Back' }), buildBox('front', { name: 'Front' })] : [],
    })),
  });

async function open(design = buildPages()): Promise<RenderedInEditor> {
  const texts = [
    ...(['common', 'editor', 'editorContent', 'editorInspector', 'editorPanels', 'editorScreen'] as const),
  ];
  void needTexts(texts);
  rendered = await renderInEditor(<PagesPanel />, design);
  await rendered.settle(() => needTexts(texts));
  return rendered;
}

const idsOf = ({ session }: RenderedInEditor) => session.state.design.pages.map(({ id }) => id);
const pictures = ({ place }: RenderedInEditor) => [...place.querySelectorAll<HTMLElement>('.page-pic')];
const named = ({ place }: RenderedInEditor, name: string) =>
  place.querySelector<HTMLInputElement>(`[aria-label="${name}"]`)!;
const button = ({ place }: RenderedInEditor, name: string) =>
  [...place.querySelectorAll('button')].find(
    (one) => one.textContent === name || one.getAttribute('aria-label') === name,
  )!;

/** Opens the menu of a page and returns one of its items. */
async function menuItem(opened: RenderedInEditor, page: number, name: string): Promise<HTMLElement> {
  const menus = opened.place.querySelectorAll<HTMLElement>('.page-cap button');
  await opened.settle(() => menus[page - 1]!.click());
  const item = () =>
    [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')].find(
      ({ textContent }) => textContent === name,
    );
  await until(() => expect(item()).toBeDefined());
  return item()!;
}

async function choose(opened: RenderedInEditor, page: number, name: string): Promise<void> {
  const item = await menuItem(opened, page, name);
  await opened.settle(() => item.click());
}

async function type(opened: RenderedInEditor, field: HTMLInputElement, text: string): Promise<void> {
  await opened.settle(() => {
    field.focus();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await opened.settle(() => field.blur());
}

describe('the panel of pages', () => {
  it('shows a page, adds one after it, duplicates and deletes; undo brings a deleted one back', async () => {
    const opened = await open();
    await opened.settle(() => pictures(opened)[1]!.click());
    expect(opened.session.state.pageId).toBe('page2');
    await opened.settle(() => button(opened, 'Add a page').click());
    expect(idsOf(opened)).toHaveLength(4);
    expect(idsOf(opened).indexOf(opened.session.state.pageId)).toBe(2);
    await choose(opened, 1, 'Duplicate');
    expect(opened.session.state.design.pages[1]!.elements).toHaveLength(2);
    await choose(opened, 1, 'Delete');
    expect(idsOf(opened)).not.toContain('page1');
    await opened.settle(() => opened.session.undo());
    expect(idsOf(opened)[0]).toBe('page1');
  });

  it('keeps the last page', async () => {
    const opened = await open(buildPages(1));
    const item = await menuItem(opened, 1, 'Delete');
    expect(item.getAttribute('aria-disabled')).toBe('true');
  });

  it('moves a page by Alt with an arrow and keeps the focus on it, and by its menu', async () => {
    const opened = await open();
    const press = (init: KeyboardEventInit) =>
      opened.settle(() =>
        document.activeElement!.dispatchEvent(
          new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }),
        ),
      );
    await opened.settle(() => pictures(opened)[0]!.focus());
    await press({ key: 'ArrowDown', altKey: true });
    expect(idsOf(opened)).toEqual(['page2', 'page1', 'page3']);
    expect(document.activeElement).toBe(pictures(opened)[1]);
    await press({ key: 'ArrowDown' });
    expect(document.activeElement).toBe(pictures(opened)[2]);
    await choose(opened, 3, 'Move up');
    expect(idsOf(opened)).toEqual(['page2', 'page3', 'page1']);
  });

  it('moves, duplicates and deletes the page that has the focus by the keys of the commands', async () => {
    const opened = await open();
    const press = (key: string, shiftKey = false) =>
      opened.settle(() =>
        document.activeElement!.dispatchEvent(
          new KeyboardEvent('keydown', { key, shiftKey, altKey: true, bubbles: true, cancelable: true }),
        ),
      );
    await opened.settle(() => pictures(opened)[2]!.focus());
    expect(opened.session.state.pageId).toBe('page1');
    await press('PageUp');
    expect(idsOf(opened)).toEqual(['page1', 'page3', 'page2']);
    expect(document.activeElement).toBe(pictures(opened)[1]);
    // There is no place above the first; the page that is shown is left where it is.
    await opened.settle(() => opened.session.run('page.show', { pageId: 'page2' }));
    await opened.settle(() => pictures(opened)[0]!.focus());
    await press('PageUp');
    expect(idsOf(opened)).toEqual(['page1', 'page3', 'page2']);
    await opened.settle(() => pictures(opened)[1]!.focus());
    await press('PageDown', true);
    expect(idsOf(opened)).toEqual(['page1', 'page3', expect.any(String), 'page2']);
    expect(document.activeElement).toBe(pictures(opened)[1]);
    await press('Delete', true);
    expect(idsOf(opened)).toEqual(['page1', expect.any(String), 'page2']);
    expect(document.activeElement).toBe(pictures(opened)[1]);
    for (const count of [4, 3, 3]) {
      await opened.settle(() => opened.session.undo());
      expect(idsOf(opened)).toHaveLength(count);
    }
    expect(idsOf(opened)).toEqual(['page1', 'page2', 'page3']);
  });

  it('moves a page to where it is dropped', async () => {
    const opened = await open();
    const fire = (name: string, target: Element, clientY = 0) => {
      const event = new MouseEvent(name, { bubbles: true, cancelable: true, clientY });
      return opened.settle(() =>
        target.dispatchEvent(Object.assign(event, { dataTransfer: { setData: () => undefined } })),
      );
    };
    const list = opened.place.querySelector('.page-list')!;
    await fire('dragstart', pictures(opened)[0]!);
    await fire('dragover', list, 10);
    expect(list.querySelector('.drop-below')).not.toBeNull();
    await fire('drop', list, 10);
    expect(idsOf(opened)).toEqual(['page2', 'page3', 'page1']);
  });

  it('turns the page and gives it a usual size', async () => {
    const opened = await open();
    const sides = () => {
      const { width, height } = currentPage(opened.session.state);
      return { width, height };
    };
    await opened.settle(() => button(opened, 'Portrait').click());
    expect(sides()).toEqual(pageSizes.a4Portrait);
    const size = opened.place.querySelector<HTMLSelectElement>('[data-property="page"]')!;
    const pick = (value: string) =>
      opened.settle(() => {
        Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')!.set!.call(size, value);
        size.dispatchEvent(new Event('change', { bubbles: true }));
      });
    await pick('letter');
    expect(sides()).toEqual(pageSizes.letterPortrait);
    await pick('square');
    expect(sides()).toEqual(pageSizes.square);
  });

  it('takes a size in millimetres or points, and says the limits of one that cannot be', async () => {
    const opened = await open();
    expect(named(opened, 'Width').value).toBe('297');
    await type(opened, named(opened, 'Width'), '148');
    expect(currentPage(opened.session.state).width).toBeCloseTo(419.53, 2);
    await type(opened, named(opened, 'Height'), '9');
    expect(opened.place.querySelector('[role="alert"]')?.textContent).toBe(
      'A side of a page measures 25.4 to 5,080 mm.',
    );
    expect(currentPage(opened.session.state).height).toBe(pageSizes.a4Landscape.height);
    await opened.settle(() => button(opened, 'pt').click());
    await type(opened, named(opened, 'Height'), '600');
    expect(currentPage(opened.session.state).height).toBe(600);
    expect(opened.place.querySelector('[role="alert"]')).toBeNull();
  });

  it('gives the paper a colour, and takes its image away', async () => {
    const design = buildPages(1);
    const [page] = design.pages;
    const opened = await open({
      ...design,
      pages: [{ ...page!, background: { color: '#ffffff', assetId: 'image1' } }],
    });
    await type(opened, named(opened, 'Colour of the paper'), 'f4e');
    await opened.settle(() => button(opened, 'Remove').click());
    expect(currentPage(opened.session.state).background).toEqual({ color: '#ff44ee', assetId: null });
  });

  it('lists what a screen reader reads when asked, and moves an element in it', async () => {
    const opened = await open();
    expect(opened.place.querySelector('.reading ol')).toBeNull();
    const details = opened.place.querySelector('details')!;
    await opened.settle(() => {
      details.open = true;
      details.dispatchEvent(new Event('toggle'));
    });
    const names = () => [...opened.place.querySelectorAll('.reading-name')].map((one) => one.textContent);
    expect(names()).toEqual(['Back', 'Front']);
    await opened.settle(() => button(opened, 'Read Front earlier').click());
    expect(names()).toEqual(['Front', 'Back']);
    expect(currentPage(opened.session.state).elements.map(({ id }) => id)).toEqual(['back', 'front']);
    await opened.settle(() => button(opened, 'As the layers lie').click());
    expect(names()).toEqual(['Back', 'Front']);
  });
});

describe('the reading order', () => {
  const page = (elements: { id: string; hidden?: boolean }[], readingOrder: string[] = []) =>
    buildDesign(
      elements.map(({ id, hidden = false }) => buildBox(id, { hidden })),
      {},
    ).pages.map((one) => ({ ...one, readingOrder }))[0]!;

  it('is what was ordered, then the layers from the bottom up, without hidden ones', () => {
    const of = page([{ id: 'a' }, { id: 'b' }, { id: 'c', hidden: true }, { id: 'd' }], ['d', 'gone']);
    expect(readIn(of).map(({ id }) => id)).toEqual(['d', 'a', 'b']);
  });

  it('keeps the place of hidden elements when others move past them', () => {
    const of = page([{ id: 'a' }, { id: 'b', hidden: true }, { id: 'c' }]);
    expect(reordered(of, 'c', -1)).toEqual(['c', 'a', 'b']);
    expect(reordered(of, 'a', 1)).toEqual(['b', 'c', 'a']);
    expect(reordered(of, 'a', -1)).toEqual(['a', 'b', 'c']);
  });
});
