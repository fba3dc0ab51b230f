// @vitest-environment jsdom
import type { Design } from '@sello/contracts';
import { blocks } from '@sello/design';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { needTexts } from '../../../i18n/index.ts';
import { until } from '../../../state/until.fixture.ts';
import type { CanvasView } from '../../canvas/view.ts';
import { currentPage } from '../../model/index.ts';
import { buildBox, buildDesign } from '../../model/model.fixture.ts';
import { drag } from '../../session/drag-data.ts';
import { type RenderedInEditor, renderInEditor } from '../../session/editor.fixture.tsx';
import { BlocksPanel } from './BlocksPanel.tsx';

let rendered: RenderedInEditor | undefined;
beforeEach(() => {
  let count = 0;
  URL.createObjectURL = () => `blob:${count++}`;
  URL.revokeObjectURL = () => undefined;
});
afterEach(async () => {
  await rendered?.close();
  rendered = undefined;
});

async function open(design: Design): Promise<RenderedInEditor> {
  const texts = ['common', 'editor', 'editorPanels', 'editorScreen'] as const;
  void needTexts(texts);
  rendered = await renderInEditor(<BlocksPanel />, design);
  await rendered.settle(() => needTexts(texts));
  return rendered;
}

const button = ({ place }: RenderedInEditor, name: string) =>
  [...place.querySelectorAll('button')].find(({ textContent }) => textContent === name)!;
const elementsOf = ({ session }: RenderedInEditor) => currentPage(session.state).elements;

describe('the panel of blocks', () => {
  it('adds a block as a named group in the middle of the page, as one step', async () => {
    const opened = await open(buildDesign([buildBox('a')]));
    await opened.settle(() => button(opened, 'Seal with ribbons').click());
    const [, seal] = elementsOf(opened);
    expect(seal).toMatchObject({ type: 'group', name: 'Seal with ribbons' });
    expect(seal!.x + seal!.width / 2).toBeCloseTo(421, 1);
    expect(opened.session.state.selection).toEqual([seal!.id]);
    opened.session.undo();
    expect(elementsOf(opened)).toHaveLength(1);
  });

  it('adds what is dragged where it is dropped', async () => {
    const opened = await open(buildDesign());
    const event = new MouseEvent('dragstart', { bubbles: true });
    await opened.settle(() =>
      button(opened, 'Rosette').dispatchEvent(Object.assign(event, { dataTransfer: { setData: vi.fn() } })),
    );
    drag.current?.(opened.session, { x: 200, y: 300 });
    const [rosette] = elementsOf(opened);
    expect(rosette!.x + rosette!.width / 2).toBeCloseTo(200, 1);
    expect(rosette!.y + rosette!.height / 2).toBeCloseTo(300, 1);
  });

  it('puts a frame below what is on the page, so that the rest can still be clicked', async () => {
    const opened = await open(buildDesign([buildBox('a')]));
    await opened.settle(() => button(opened, 'Frame, two lines').click());
    expect(elementsOf(opened).map(({ name, id }) => name || id)).toEqual(['Frame, two lines', 'a']);
  });

  it('has words in the language of the template', async () => {
    const opened = await open(buildDesign([], { locale: 'pt-BR' }));
    await opened.settle(() => button(opened, 'Signature line').click());
    expect(JSON.stringify(elementsOf(opened))).toContain('Nome completo');
  });

  it('shows each block alone, large, drawn with samples', async () => {
    const drawn: { values: unknown; design: Design }[] = [];
    const opened = await open(buildDesign([buildBox('a')]));
    const canvas = {
      async toPng(_: string, __: number, values: unknown, design: Design) {
        drawn.push({ values, design });
        return new Blob();
      },
    };
    await opened.settle(() => opened.session.canvas.set(canvas as unknown as CanvasView));
    await until(() => expect(drawn).toHaveLength(blocks.length));
    expect(opened.place.querySelectorAll('img')).toHaveLength(blocks.length);
    for (const { design, values } of drawn) {
      const { width, height, elements } = design.pages[0]!;
      const [group] = elements;
      expect(elements).toHaveLength(1);
      expect(Math.max(group!.width / width, group!.height / height)).toBeGreaterThan(0.83);
      expect(group!.x + group!.width / 2).toBeCloseTo(width / 2, 6);
      expect(values).toMatchObject({ student: { fullName: expect.any(String) } });
    }
    await opened.settle(() => opened.session.canvas.set(null));
  });
});
