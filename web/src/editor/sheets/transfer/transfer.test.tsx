// @vitest-environment jsdom
import { progressLinesType } from '@sello/contracts';
import { afterEach, expect, it, vi } from 'vitest';
import { needTexts } from '../../../i18n/index.ts';
import { bytesOfText, smallFile } from '../../file-kind.fixture.ts';
import { buildBox, buildDesign, buildText } from '../../model/model.fixture.ts';
import { type RenderedInEditor, renderInEditor } from '../../session/editor.fixture.tsx';
import { ImportPart } from './ImportPart.tsx';

const texts = ['editor', 'editorSheets', 'errors', 'fileFaults'] as const;
let rendered: RenderedInEditor | undefined;
let isDone = false;
afterEach(async () => {
  await rendered?.close();
  rendered = undefined;
  isDone = false;
});

/** An answer to an import, line by line. */
interface Import {
  line(value: unknown): void;
  end(): void;
  signal: AbortSignal;
}

/** What the server answers to an upload. */
const picture = {
  ...{ _id: 'a'.repeat(24), sha256: 'b'.repeat(64), mediaType: 'image/png', fileName: 'x', size: 99 },
  ...{ width: 400, height: 200, use: 'image', createdAt: '2026-01-01T00:00:00.000Z' },
};

/** Opens the dialog's part, with the imports that it asks for. */
async function open(): Promise<{ opened: RenderedInEditor; imports: Import[] }> {
  void needTexts([...texts]);
  const opened = await renderInEditor(<ImportPart onDone={() => (isDone = true)} />, buildDesign());
  rendered = opened;
  const imports: Import[] = [];
  vi.stubGlobal('fetch', async (url: string, { signal }: RequestInit = {}) => {
    if (url.includes('fn=file'))
      return Response.json({ error: '', code: 'asset_not_found' }, { status: 404 });
    if (url.includes('fn=upload')) return Response.json(picture);
    if (!url.includes('fn=import-pdf')) return Response.json({});
    let controller!: ReadableStreamDefaultController<Uint8Array>;
    const body = new ReadableStream<Uint8Array>({
      start(given) {
        controller = given;
      },
    });
    signal!.addEventListener('abort', () => controller.error(signal!.reason));
    imports.push({
      signal: signal!,
      line: (value) => controller.enqueue(new TextEncoder().encode(`${JSON.stringify(value)}\n`)),
      end: () => controller.close(),
    });
    return new Response(body, { headers: { 'content-type': progressLinesType } });
  });
  await opened.settle(() => needTexts([...texts]));
  return { opened, imports };
}

async function choose(
  { place, settle }: RenderedInEditor,
  content: string | Uint8Array<ArrayBuffer> = '%PDF-1.7',
  name = 'template.json',
): Promise<void> {
  const input = place.querySelector<HTMLInputElement>('input[type=file]')!;
  const bytes = typeof content === 'string' ? bytesOfText(content) : content;
  const file = new File([bytes], name);
  // jsdom has no `Blob.arrayBuffer`.
  Object.assign(file, {
    slice: (start?: number, end?: number) => ({ arrayBuffer: async () => bytes.slice(start, end).buffer }),
    text: async () => new TextDecoder().decode(bytes),
  });
  Object.defineProperty(input, 'files', { configurable: true, value: [file] });
  await settle(() => input.dispatchEvent(new Event('change', { bubbles: true })));
}
const button = ({ place }: RenderedInEditor, text: string) =>
  [...place.querySelectorAll('button')].find(({ textContent }) => textContent === text)!;
const settled = (opened: RenderedInEditor, seen: () => void) =>
  vi.waitFor(async () => {
    await opened.settle();
    seen();
  });
const reply = {
  pages: [1, 2].map((page) => ({ page, assetId: `${page}`.repeat(24), width: 595, height: 842 })),
  ...{ notes: [], pageCount: 2 },
};

it('shows which page of a PDF is read, and brings all of them in by one step that can be undone', async () => {
  const { opened, imports } = await open();
  const before = opened.session.state.design;
  await choose(opened);
  await settled(opened, () => expect(imports).toHaveLength(1));
  imports[0]!.line({ progress: { page: 2, pages: 2 } });
  await settled(opened, () => expect(opened.place.textContent).toContain('Page 2 of 2'));
  expect(opened.place.querySelector('[role=progressbar]')!.getAttribute('aria-valuenow')).toBe('50');
  imports[0]!.line({ reply });
  await settled(opened, () => expect(opened.place.textContent).toContain('2 pages'));
  expect(opened.session.state.design).toBe(before);
  await opened.settle(() => button(opened, 'Bring it in').click());
  expect(isDone).toBe(true);
  const assets = opened.session.state.design.pages.map(({ background }) => background.assetId);
  expect(assets).toEqual(expect.arrayContaining(reply.pages.map(({ assetId }) => assetId)));
  await opened.settle(() => opened.session.undo());
  expect(opened.session.state.design).toEqual(before);
});

it('sets texts whose font is not here in the closest one, or in the one that is chosen', async () => {
  const { opened } = await open();
  const { place, session, settle } = opened;
  const text = (id: string, fontFamily: string) => ({ type: 'Textbox', width: 90, text: id, fontFamily });
  const objects = [text('a', 'Times New Roman'), text('b', 'Arial'), text('c', 'Newsreader')];
  const bringIn = async (choice?: string) => {
    await choose(opened, JSON.stringify({ pages: [{ width: 800, height: 400, objects }] }));
    await settled(opened, () => expect(place.querySelectorAll('.stand-in')).toHaveLength(2));
    if (choice) {
      const select = place.querySelectorAll<HTMLSelectElement>('.stand-in select')[1]!;
      await settle(() => {
        select.value = choice;
        select.dispatchEvent(new Event('change', { bubbles: true }));
      });
    }
    await settle(() => button(opened, 'Bring it in').click());
    return session.state.design.pages[0]!.elements.map(
      (element) => 'fontFamily' in element && element.fontFamily,
    );
  };
  expect(await bringIn()).toEqual(['Newsreader', 'Source Sans 3', 'Newsreader']);
  await settle(() => button(opened, 'Another file').click());
  expect(await bringIn('Newsreader')).toEqual(['Newsreader', 'Newsreader', 'Newsreader']);
});

it.each(['png', 'jpeg', 'webp'] as const)(
  'brings in a picture as a page of its proportions: %s',
  async (kind) => {
    const { opened } = await open();
    // What it is called does not count.
    await choose(opened, smallFile(kind), 'scan.json');
    await settled(opened, () => expect(opened.place.textContent).toContain('One page'));
    await opened.settle(() => button(opened, 'Bring it in').click());
    const [page] = opened.session.state.design.pages.slice(-1);
    expect(page).toMatchObject({ width: 841.89, height: 420.95, background: { assetId: picture._id } });
  },
);

it('says which kinds of files can be brought in when one is of another kind', async () => {
  const { opened } = await open();
  for (const [content, name] of [
    [smallFile('gif'), 'seal.gif'],
    [bytesOfText('PK\u0003\u0004\u0014'), 'letter.docx'],
    [bytesOfText('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'seal.svg'],
  ] as const) {
    await choose(opened, content, name);
    await settled(opened, () =>
      expect(opened.place.querySelector('[role=alert]')!.textContent).toMatch(/JSON.*PDF.*PNG.*JPEG.*WebP/),
    );
  }
  await choose(opened, 'hello', 'template.json');
  await settled(opened, () =>
    expect(opened.place.querySelector('[role=alert]')!.textContent).toBe('Invalid JSON file'),
  );
});

it('takes no template whose letters would be lost, because it is not UTF-8', async () => {
  const { opened } = await open();
  const text = JSON.stringify({ pages: [{ objects: [{ type: 'textbox', text: 'José' }] }] });
  await choose(
    opened,
    Uint8Array.from(text, (letter) => letter.charCodeAt(0)),
    'ansi.json',
  );
  await settled(opened, () =>
    expect(opened.place.querySelector('[role=alert]')!.textContent).toBe('Invalid JSON file'),
  );
});

it('says what of a file could not be taken over, and of what page', async () => {
  const { opened } = await open();
  const objects = [{ type: 'Sticker' }, { type: 'Image', src: 'https://example.com/a.png' }];
  await choose(opened, JSON.stringify({ pages: [{ objects: [] }, { objects }] }));
  await settled(opened, () => expect(opened.place.querySelectorAll('.notes li')).toHaveLength(2));
  const notes = [...opened.place.querySelectorAll('.notes li')].map(({ textContent }) =>
    textContent!.replace(/[\u2066-\u2069]/g, ''),
  );
  expect(notes).toEqual([
    'Page 2: Left out, as the editor has nothing like it: Sticker',
    'Page 2: A picture that is not in the file was left out: https://example.com/a.png',
  ]);
});

it('is cancelled while it reads, and by closing the dialog: the request ends, nothing changes', async () => {
  const { opened, imports } = await open();
  const before = opened.session.state.design;
  await choose(opened);
  await settled(opened, () => expect(imports).toHaveLength(1));
  imports[0]!.line({ progress: { page: 1, pages: 2 } });
  await settled(opened, () => expect(opened.place.textContent).toContain('Page 1 of 2'));
  await opened.settle(() => button(opened, 'Cancel').click());
  expect(imports[0]!.signal.aborted).toBe(true);
  expect(opened.place.querySelector('[role=alert]')!.textContent).toBe('');
  expect(button(opened, 'Choose a file')).toBeDefined();

  await choose(opened);
  await settled(opened, () => expect(imports).toHaveLength(2));
  const { session } = opened;
  await opened.close();
  rendered = undefined;
  expect(imports[1]!.signal.aborted).toBe(true);
  expect(session.state.design).toBe(before);
});

it('names the limit that a template file goes over, and the fonts and images that are not here', async () => {
  const { opened } = await open();
  const before = opened.session.state.design;
  const says = (text: string) => settled(opened, () => expect(opened.place.textContent).toContain(text));
  const fileOf = (...elements: object[]) =>
    JSON.stringify({ version: 2, pages: [{ id: 'p1', width: 400, height: 300, elements }] });
  await choose(opened, fileOf(...Array.from({ length: 1_001 }, (_, index) => buildBox(`e${index}`))));
  await says('A page can hold at most 1000 elements');
  const drawing = { ...buildBox('a'), type: 'path', viewBox: [0, 0, 1, 1], d: 'M'.repeat(200_001) };
  await choose(opened, fileOf(drawing));
  await says('The drawing “Drawing” is longer than 200000');
  const foreign = { ...buildBox('i'), type: 'image', source: { kind: 'asset', assetId: 'f'.repeat(24) } };
  await choose(opened, fileOf({ ...buildText('t', 'x'), fontFamily: 'Nobody Has This' }, foreign));
  await says('The font Nobody Has This is not here. Its texts are set in');
  await says('A picture of the file could not be taken over.');
  expect(opened.session.state.design).toBe(before);
});

it('says why an import failed after its first pages, and changes nothing', async () => {
  const { opened, imports } = await open();
  const before = opened.session.state.design;
  await choose(opened);
  await settled(opened, () => expect(imports).toHaveLength(1));
  imports[0]!.line({ progress: { page: 1, pages: 2 } });
  const details = { reason: 'pdf_image_pixels' };
  imports[0]!.line({ status: 400, error: { error: '', code: 'upload_pdf_complex', details } });
  await settled(opened, () =>
    expect(opened.place.textContent).toContain('an image of it has too many pixels'),
  );
  expect(opened.session.state.design).toBe(before);
});
