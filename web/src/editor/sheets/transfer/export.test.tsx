// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { needTexts } from '../../../i18n/index.ts';
import { buildDesign, buildText } from '../../model/model.fixture.ts';
import { type RenderedInEditor, renderInEditor } from '../../session/editor.fixture.tsx';
import { ExportPart } from './ExportPart.tsx';

const texts = ['editorContent', 'editorScreen', 'editorSheets', 'errors'] as const;
let rendered: RenderedInEditor | undefined;
const onDone = vi.fn();
afterEach(async () => {
  await rendered?.close();
  rendered = undefined;
  onDone.mockReset();
});

/** Opens the part and saves the PDF; `answer` is what the server says. */
async function savePdf(kind: 'template' | 'catalog', answer: Response) {
  void needTexts([...texts]);
  const asked: { url: string; body: Record<string, unknown> }[] = [];
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit = {}) => {
    asked.push({ url, body: JSON.parse(String(body)) });
    return answer;
  });
  URL.createObjectURL = () => 'blob:file';
  URL.revokeObjectURL = () => undefined;
  HTMLAnchorElement.prototype.click = () => undefined;
  const design = buildDesign([buildText('t1', 'Certificate of merit')]);
  const opened = await renderInEditor(<ExportPart onDone={onDone} />, design, { kind });
  rendered = opened;
  await opened.settle(() => needTexts([...texts]));
  const button = opened.place.querySelector<HTMLButtonElement>('button[aria-label="Save: PDF"]');
  await opened.settle(() => button!.click());
  return { opened, asked };
}

it.each(['template', 'catalog'] as const)('prints what is open, saved or not: %s', async (kind) => {
  const pdf = new Response('%PDF-1.7', { headers: { 'content-type': 'application/pdf' } });
  const { opened, asked } = await savePdf(kind, pdf);
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]!.url).toContain('fn=export');
  expect(asked[0]!.body).toMatchObject({ name: 'Diploma', pages: [{ elements: [{ id: 't1' }] }] });
  expect(asked[0]!.body).not.toHaveProperty('id');
  expect(opened.place.querySelector('[role=alert]')!.textContent).toBe('');
});

it('names and shows the element for which nothing can be printed', async () => {
  const details = { element: 't1', elementId: 't1', family: 'Arial' };
  const refused = Response.json({ error: '', code: 'template_font_unknown', details }, { status: 400 });
  const { opened } = await savePdf('template', refused);
  const alert = () => opened.place.querySelector('[role=alert]')!;
  await vi.waitFor(async () => {
    await opened.settle();
    expect(alert().textContent!.replace(/[\u2066-\u2069]/g, '')).toContain(
      '“Certificate of merit” is set in',
    );
  });
  await opened.settle(() => alert().querySelector('button')!.click());
  expect(opened.session.state.selection).toEqual(['t1']);
  expect(onDone).toHaveBeenCalled();
});
