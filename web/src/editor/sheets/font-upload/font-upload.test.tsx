// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fontBytes } from '../../../../../tests/font-answers.ts';
import { needTexts } from '../../../i18n/index.ts';
import { until } from '../../../state/until.fixture.ts';
import { buildDesign } from '../../model/model.fixture.ts';
import { type RenderedInEditor, renderInEditor } from '../../session/editor.fixture.tsx';
import { FontUploadSheet } from './FontUploadSheet.tsx';
import { readFont } from './read-font.ts';

let rendered: RenderedInEditor | undefined;
let answer: (fileName: string) => Response;
let sent: { fileName: string; licence: unknown }[] = [];
beforeEach(() => {
  sent = [];
  answer = () => Response.json({ fonts: [{ family: 'Cordillera Titular' }] });
  // Shown while the code of a dialog loads; jsdom has none.
  HTMLDialogElement.prototype.showModal = () => undefined;
  vi.stubGlobal('CSS', { escape: (text: string) => text });
  vi.stubGlobal('fetch', async (_: string, { body }: { body: FormData }) => {
    const { name } = body.get('font') as File;
    sent.push({ fileName: name, licence: body.get('licence') });
    return answer(name);
  });
});
afterEach(async () => {
  await rendered?.close();
  rendered = undefined;
});

const greatVibes = async () => new Uint8Array((await fontBytes('GreatVibes_400Regular.ttf'))!);

it('reads from a font what it covers, and whether its maker lets documents hold it', async () => {
  const bytes = await greatVibes();
  const { codePoints, embedding } = await readFont(bytes);
  expect(embedding).toBe('allowed');
  expect(codePoints!.has('ñ'.codePointAt(0)!)).toBe(true);
  const view = new DataView(bytes.buffer);
  const os2 = Array.from({ length: view.getUint16(4) }, (_, index) => 12 + index * 16).find(
    (at) => String.fromCharCode(...bytes.subarray(at, at + 4)) === 'OS/2',
  )!;
  view.setUint16(view.getUint32(os2 + 8) + 8, 2);
  expect((await readFont(bytes)).embedding).toBe('forbidden');
});

it('knows nothing of a compressed font, or of bytes that are none', async () => {
  const unknown = { cssFamily: null, codePoints: null, embedding: 'unknown' };
  expect(await readFont(new TextEncoder().encode('wOF2 and so on, compressed'))).toEqual(unknown);
  expect(await readFont(new Uint8Array([0, 1, 0, 0, 0, 90, 0, 0, 0, 0, 0, 0, 1]))).toEqual(unknown);
  expect(await readFont(new Uint8Array())).toEqual(unknown);
});

async function open(onClose = vi.fn()): Promise<RenderedInEditor & { sheet: () => HTMLElement }> {
  const texts = ['common', 'editorContent', 'errors', 'fileFaults'] as const;
  void needTexts(texts);
  const opened = await renderInEditor(<FontUploadSheet onClose={onClose} />, buildDesign());
  rendered = opened;
  await opened.settle(() => needTexts(texts));
  const sheet = () => document.querySelector<HTMLElement>('.font-upload')!;
  await until(() => expect(sheet()).not.toBeNull());
  return { ...opened, sheet };
}
const act = (sheet: HTMLElement) => [...sheet.querySelectorAll('button')].at(-1)!;

async function choose({ sheet, settle }: Awaited<ReturnType<typeof open>>, ...files: File[]): Promise<void> {
  const input = sheet().querySelector<HTMLInputElement>('input[type=file]')!;
  Object.defineProperty(input, 'files', { configurable: true, value: files });
  await settle(() => input.dispatchEvent(new Event('change', { bubbles: true })));
  await until(() => expect(sheet().querySelector('.chosen')).not.toBeNull());
}
/** The file of jsdom has no bytes to read. */
const file = async (name: string) => {
  const bytes = await greatVibes();
  return Object.assign(new File(['font'], name), { arrayBuffer: async () => bytes.buffer });
};

it('says what the files cover and lack, and uploads them once the licence is confirmed', async () => {
  const onClose = vi.fn();
  const opened = await open(onClose);
  const reload = vi.spyOn(opened.session, 'reloadFonts').mockResolvedValue();
  await choose(opened, await file('Titular.otf'));
  expect(opened.sheet().textContent).toContain('Latin and Cyrillic');
  expect(opened.sheet().textContent).toContain('Greek, Arabic, Hebrew and 23 others');
  expect(opened.sheet().textContent).toContain('The file allows it');
  await opened.settle(() => act(opened.sheet()).click());
  expect(opened.sheet().textContent).toContain('Confirm that the licence');
  expect(sent).toEqual([]);
  await opened.settle(() => opened.sheet().querySelector<HTMLElement>('input[type=checkbox]')!.click());
  await opened.settle(() => act(opened.sheet()).click());
  await until(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent).toEqual([{ fileName: 'Titular.otf', licence: 'true' }]);
  expect(reload).toHaveBeenCalledOnce();
});

it('keeps the files that were refused, each with its reason', async () => {
  const onClose = vi.fn();
  const opened = await open(onClose);
  vi.spyOn(opened.session, 'reloadFonts').mockResolvedValue();
  answer = (name) =>
    name === 'Taken.otf'
      ? Response.json(
          { error: 'taken', code: 'font_family_taken', details: { family: 'Newsreader' } },
          { status: 409 },
        )
      : Response.json({ fonts: [{ family: 'Cordillera Titular' }] });
  await choose(opened, await file('Titular.otf'), await file('Taken.otf'), new File(['x'], 'notes.txt'));
  expect(opened.sheet().textContent).toContain('Fonts are files with the ending');
  await opened.settle(() => opened.sheet().querySelector<HTMLElement>('input[type=checkbox]')!.click());
  await opened.settle(() => act(opened.sheet()).click());
  await opened.settle(() =>
    vi.waitFor(() => expect(opened.sheet().textContent).toContain('There are other fonts called')),
  );
  const left = [...opened.sheet().querySelectorAll('.chosen li')].map(({ textContent }) => textContent);
  expect(left.map((text) => text?.split(' ')[0])).toEqual(['Taken.otf', 'notes.txt']);
  expect(onClose).not.toHaveBeenCalled();
});

it('shows the fonts that were chosen last, however long those before take to read', async () => {
  const opened = await open();
  const { promise: slowBytes, resolve: end } = Promise.withResolvers<ArrayBuffer>();
  const slow = Object.assign(new File(['font'], 'Slow.otf'), { arrayBuffer: () => slowBytes });
  const input = opened.sheet().querySelector<HTMLInputElement>('input[type=file]')!;
  Object.defineProperty(input, 'files', { configurable: true, value: [slow] });
  await opened.settle(() => input.dispatchEvent(new Event('change', { bubbles: true })));
  await choose(opened, await file('Titular.otf'));
  const bytes = await greatVibes();
  await opened.settle(async () => {
    end(bytes.buffer);
    await slowBytes;
  });
  await opened.settle();
  expect(opened.sheet().textContent).toContain('Titular.otf');
  expect(opened.sheet().textContent).not.toContain('Slow.otf');
});
