// @vitest-environment jsdom
import type { Asset } from '@sello/contracts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { needTexts } from '../../../i18n/index.ts';
import { until } from '../../../state/until.fixture.ts';
import { buildDesign } from '../../model/model.fixture.ts';
import { drag, fileDrop } from '../../session/drag-data.ts';
import { type RenderedInEditor, renderInEditor } from '../../session/editor.fixture.tsx';
import { ImagesPanel } from './ImagesPanel.tsx';
import { sizeOnPage } from './place-image.ts';
import { receiveFiles } from './receive-files.ts';

const buildAsset = (overrides: Partial<Asset> = {}): Asset => ({
  ...{ _id: 'a'.repeat(24), fileName: 'fondo.png', mediaType: 'image/png', size: 120_000 },
  ...{ width: 2000, height: 1000, createdAt: '2026-11-01T10:00:00Z' },
  ...overrides,
});

let rendered: RenderedInEditor | undefined;
let stored: Asset[] = [];
/** The answer to an upload, by the name of the file. */
let uploaded: (fileName: string) => Response;

beforeEach(() => {
  stored = [buildAsset()];
  uploaded = (fileName) => Response.json(buildAsset({ _id: 'b'.repeat(24), fileName }));
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit = {}) => {
    if (url.includes('fn=list')) {
      const query = new URLSearchParams(url.split('?')[1]);
      const from = Number(query.get('cursor') ?? 0);
      const items = stored.slice(from, from + 40);
      const nextCursor = from + 40 < stored.length ? String(from + 40) : null;
      return Response.json({ items, total: stored.length, nextCursor });
    }
    return uploaded(((body as FormData).get('image') as File).name);
  });
});
afterEach(async () => {
  await rendered?.close();
  rendered = undefined;
});

async function open(): Promise<RenderedInEditor> {
  void needTexts(['editorContent', 'editorScreen', 'errors', 'fileFaults']);
  const opened = await renderInEditor(<ImagesPanel />, buildDesign());
  rendered = opened;
  await opened.settle(() => needTexts(['editorContent', 'editorScreen', 'errors', 'fileFaults']));
  return opened;
}
const tile = ({ place }: RenderedInEditor, name: string) =>
  [...place.querySelectorAll<HTMLButtonElement>('.tile > button')].find(({ title }) => title === name)!;
const images = ({ session }: RenderedInEditor) => session.state.design.pages[0]!.elements;

async function give(opened: RenderedInEditor, ...files: File[]): Promise<void> {
  const input = opened.place.querySelector<HTMLInputElement>('input[type=file]')!;
  Object.defineProperty(input, 'files', { configurable: true, value: files });
  await opened.settle(() => input.dispatchEvent(new Event('change', { bubbles: true })));
  await until(() => expect(opened.place.querySelector('.going')).toBeNull());
}
const file = (name: string, type = 'image/png', bytes = 4) =>
  new File([new Uint8Array(bytes)], name, { type });

it('a new image fills half the page at most, with its own aspect, and no pixel is larger than a point', () => {
  const page = { width: 842, height: 595 };
  expect(sizeOnPage({ size: { width: 2000, height: 1000 } }, page)).toEqual({ width: 421, height: 210.5 });
  expect(sizeOnPage({ size: { width: 400, height: 4000 } }, page)).toEqual({ width: 29.75, height: 297.5 });
  expect(sizeOnPage({ size: { width: 32, height: 16 } }, page)).toEqual({ width: 32, height: 16 });
  const drawing = { size: { width: 24, height: 24 }, isVector: true };
  expect(sizeOnPage(drawing, page)).toEqual({ width: 297.5, height: 297.5 });
});

it('a click adds a listed image in the middle of the page', async () => {
  const opened = await open();
  await opened.settle(() => tile(opened, 'fondo.png').click());
  expect(images(opened)).toMatchObject([
    { type: 'image', name: 'fondo', source: { kind: 'asset', assetId: 'a'.repeat(24) } },
  ]);
  expect(images(opened)[0]).toMatchObject({ x: 210.5, y: 192.25, width: 421, height: 210.5 });
});

it('an image that is dragged is added where it is dropped', async () => {
  const opened = await open();
  const started = Object.assign(new Event('dragstart', { bubbles: true }), {
    dataTransfer: { setData: vi.fn() },
  });
  await opened.settle(() => tile(opened, 'fondo.png').dispatchEvent(started));
  await opened.settle(() => drag.current!(opened.session, { x: 300, y: 200 }));
  expect(images(opened)[0]).toMatchObject({ x: 89.5, y: 94.75 });
});

it('the logo and the photograph are added as variables, with words for screen readers', async () => {
  const opened = await open();
  await opened.settle(() => tile(opened, 'Logo').click());
  await opened.settle(() => tile(opened, 'student.photo').click());
  expect(images(opened)).toMatchObject([
    { source: { kind: 'variable', name: 'tenant.logo' }, alt: 'Logo of {{tenant.publicName}}' },
    { source: { kind: 'variable', name: 'student.photo' }, alt: 'Photograph of {{fullName}}' },
  ]);
});

it('uploads several files, lists the new images first and says why the others were refused', async () => {
  const opened = await open();
  uploaded = (fileName) =>
    fileName === 'broken.png'
      ? Response.json(
          { error: 'unreadable', code: 'upload_image_unreadable', details: { reason: 'incomplete' } },
          { status: 400 },
        )
      : Response.json(buildAsset({ _id: 'b'.repeat(24), fileName }));
  const large = file('large.png');
  Object.defineProperty(large, 'size', { value: 21 * 1024 * 1024 });
  await give(
    opened,
    file('new.webp', 'image/webp'),
    file('notes.txt', 'text/plain'),
    large,
    file('broken.png'),
  );
  expect(tile(opened, 'new.webp')).toBe(opened.place.querySelectorAll('.tiles:last-of-type button')[0]);
  const refused = [...opened.place.querySelectorAll('.uploads li')].map(({ textContent }) => textContent);
  expect(refused).toHaveLength(3);
  expect(refused[0]).toContain('The file is no PNG, JPEG, WebP or SVG image');
  expect(refused[1]).toContain('The image is larger than');
  expect(refused[2]).toContain('The image cannot be read: it ends early');
  expect(images(opened)).toEqual([]);
});

it('an upload without a connection says so, changes nothing, and can be tried again', async () => {
  const opened = await open();
  uploaded = () => {
    throw new TypeError('Failed to fetch');
  };
  await give(opened, file('late.png'));
  expect(opened.place.querySelector('.uploads')!.textContent).toContain('The server did not answer');
  uploaded = (fileName) => Response.json(buildAsset({ _id: 'c'.repeat(24), fileName }));
  const retry = opened.place.querySelector<HTMLButtonElement>('.uploads button')!;
  await opened.settle(() => retry.click());
  await until(() => expect(tile(opened, 'late.png')).toBeDefined());
  expect(opened.place.querySelector('.uploads')!.textContent).toBe('');
});

it('files that are dropped onto the page are uploaded and placed there, side by side', async () => {
  const opened = await open();
  const stop = receiveFiles();
  let count = 0;
  uploaded = (fileName) => Response.json(buildAsset({ _id: `${++count}`.repeat(24), fileName }));
  await opened.settle(() =>
    fileDrop.receive!(opened.session, [file('one.png'), file('two.png')], { x: 400, y: 300 }),
  );
  await until(() => expect(images(opened)).toHaveLength(2));
  stop();
  const [one, two] = images(opened);
  expect(one).toMatchObject({ x: 189.5, y: 194.75 });
  expect(two!.x).toBe(one!.x + 14);
  expect(opened.session.view.get().panel).toBe('images');
});

it('lists the next images when asked for more, and says how many there are', async () => {
  stored = Array.from({ length: 45 }, (_, index) =>
    buildAsset({ _id: index.toString(16).padStart(24, '0'), fileName: `image-${index}.png` }),
  );
  const opened = await open();
  expect(opened.place.textContent).toContain('40 of 45 images');
  const more = [...opened.place.querySelectorAll('button')].find(
    ({ textContent }) => textContent === 'Show more',
  )!;
  await opened.settle(() => more.click());
  await until(() => expect(tile(opened, 'image-44.png')).toBeDefined());
  expect(opened.place.textContent).toContain('45 images');
});
