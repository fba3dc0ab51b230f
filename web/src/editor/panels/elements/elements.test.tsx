// @vitest-environment jsdom
import { layoutText, type TextBox } from '@sello/design';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { bundledFonts } from '../../../../../packages/render/tests/builders.ts';
import { needTexts } from '../../../i18n/index.ts';
import { currentPage, pageSizes } from '../../model/index.ts';
import { buildDesign, buildText } from '../../model/model.fixture.ts';
import { drag } from '../../session/drag-data.ts';
import { type RenderedInEditor, renderInEditor } from '../../session/editor.fixture.tsx';
import { ElementsPanel } from './ElementsPanel.tsx';

let rendered: RenderedInEditor | undefined;
afterEach(async () => {
  await rendered?.close();
  rendered = undefined;
});

async function open(design = buildDesign()): Promise<RenderedInEditor> {
  const texts = ['common', 'editor', 'editorContent', 'editorPanels', 'editorScreen'] as const;
  void needTexts(texts);
  rendered = await renderInEditor(<ElementsPanel />, design);
  await rendered.settle(() => needTexts(texts));
  return rendered;
}

const buttons = ({ place }: RenderedInEditor) => [...place.querySelectorAll('button')];
const button = (opened: RenderedInEditor, name: string) =>
  buttons(opened).find(({ textContent }) => textContent?.startsWith(name))!;
const elementsOf = ({ session }: RenderedInEditor) => currentPage(session.state).elements;

describe('the panel of elements', () => {
  it('adds each type to the middle of the page, beside the one before, on top and selected', async () => {
    const opened = await open();
    const names = ['Rectangle', 'Ellipse', 'Line', 'QR code', 'Barcode', 'Table', 'Digital signature'];
    for (const [index, name] of names.entries()) {
      await opened.settle(() => button(opened, name).click());
      const added = elementsOf(opened).at(-1)!;
      const middle = [added.x + added.width / 2 - 10 * index, added.y + added.height / 2 - 10 * index];
      expect(middle, name).toEqual([421, 297.5]);
      expect(opened.session.state.selection).toEqual([added.id]);
    }
    expect(elementsOf(opened).map(({ type }) => type)).toEqual([
      ...['rectangle', 'ellipse', 'line', 'qr', 'barcode', 'table', 'signature'],
    ]);
  });

  it('adds a text whose words are typed over', async () => {
    const opened = await open();
    await opened.settle(() => button(opened, 'Text').click());
    await opened.settle(() => opened.session.run('text.type', { text: 'Awarded to' }));
    expect(elementsOf(opened)[0]).toMatchObject({ paragraphs: [{ runs: [{ text: 'Awarded to' }] }] });
  });

  it('adds what is dragged with its middle where it is dropped', async () => {
    const opened = await open();
    const event = new MouseEvent('dragstart', { bubbles: true });
    const dataTransfer = { setData: vi.fn() };
    await opened.settle(() =>
      button(opened, 'QR code').dispatchEvent(Object.assign(event, { dataTransfer })),
    );
    drag.current?.(opened.session, { x: 100, y: 200 });
    const [added] = elementsOf(opened);
    expect([added!.x + added!.width / 2, added!.y + added!.height / 2]).toEqual([100, 200]);
    await opened.settle(() =>
      button(opened, 'QR code').dispatchEvent(new MouseEvent('dragend', { bubbles: true })),
    );
    expect(drag.current).toBeNull();
  });

  it('asks for an image and for a signature before anything is added', async () => {
    const opened = await open();
    await opened.settle(() => button(opened, 'Signature').click());
    expect(opened.session.view.get().sheet).toBe('signature');
    await opened.settle(() => button(opened, 'Image').click());
    expect(opened.session.view.get().panel).toBe('images');
    expect(elementsOf(opened)).toEqual([]);
    expect(button(opened, 'Image').draggable).toBe(false);
  });

  it('adds one digital signature, and says why not a second one', async () => {
    const opened = await open();
    await opened.settle(() => button(opened, 'Digital signature').click());
    await opened.settle(() => button(opened, 'Digital signature').click());
    expect(opened.refusals.map(({ key }) => key)).toEqual(['editor.refusals.single']);
    expect(elementsOf(opened)).toHaveLength(1);
  });

  it('adds the number with its QR code, in the family of the template', async () => {
    const design = buildDesign([buildText('title', 'Diploma', { fontFamily: 'Source Serif 4' })]);
    const opened = await open(design);
    await opened.settle(() => button(opened, 'Number and QR').click());
    const [, qr, number] = elementsOf(opened);
    expect(qr).toMatchObject({ type: 'qr', content: '{{certificate.verifyUrl}}' });
    expect(number).toMatchObject({ fontFamily: 'Source Serif 4' });
    expect(opened.session.state.selection).toEqual([qr!.id, number!.id]);
  });

  it.each(['a4Portrait', 'a4Landscape', 'square'] as const)(
    'adds a name of the holder that fits from 3 to 60 letters on %s',
    async (size) => {
      const fonts = await bundledFonts();
      const opened = await open(buildDesign([], { pages: [{ id: 'p', ...pageSizes[size], elements: [] }] }));
      await opened.settle(() => button(opened, 'Holder’s name').click());
      const added = elementsOf(opened)[0] as unknown as TextBox;
      for (const name of ['Ana', 'Maria Fernanda Guadalupe Montenegro Villavicencio Cárdenas Mm']) {
        const box = { ...added, paragraphs: [{ runs: [{ text: name }] }] };
        const { problems, lines } = layoutText(box, fonts, { locale: 'es' });
        expect(problems, name).toEqual([]);
        expect(lines).toHaveLength(1);
      }
    },
  );
});
