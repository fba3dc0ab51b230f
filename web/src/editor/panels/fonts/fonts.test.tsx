// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { needTexts } from '../../../i18n/index.ts';
import { until } from '../../../state/until.fixture.ts';
import type { EditorFonts, FontList } from '../../fonts/fonts.ts';
import { buildDesign, buildText } from '../../model/model.fixture.ts';
import { type RenderedInEditor, renderInEditor } from '../../session/editor.fixture.tsx';
import { FontsPanel } from './FontsPanel.tsx';

const face = (sha256: string, weight = 400) => ({ weight, italic: false, sha256: sha256.repeat(64) });
const family = (name: string, kind: FontList['families'][number]['kind'], sha256: string) => ({
  ...{ family: name, kind, faces: [face(sha256)] },
});
const buildList = (own: string[] = []): FontList => ({
  families: [
    family('Newsreader', 'bundled', '1'),
    family('Source Serif 4', 'bundled', '2'),
    family('Noto Naskh Arabic', 'bundled', '3'),
    ...own.map((name) => family(name, 'own', '4')),
  ],
  packs: [
    { name: 'Noto Serif JP', state: 'absent', size: 34_884_390 },
    { name: 'Noto Serif KR', state: 'present', size: 43_133_888 },
  ],
  own: own.map((name) => ({
    ...{ _id: '5'.repeat(24), family: name, ...face('4'), fileName: `${name}.otf` },
    ...{ size: 1000, characters: 300, createdAt: '2026-11-04T15:00:00Z' },
  })),
});

let rendered: RenderedInEditor | undefined;
let calls: string[] = [];
beforeEach(() => {
  calls = [];
  // Shown while the code of a dialog loads; jsdom has none.
  HTMLDialogElement.prototype.showModal = () => undefined;
  vi.stubGlobal('CSS', { escape: (text: string) => text });
  vi.stubGlobal('fetch', async (url: string) => {
    calls.push(url);
    return Response.json({ success: true });
  });
});
afterEach(async () => {
  await rendered?.close();
  rendered = undefined;
});

async function open(list = buildList(), next = list): Promise<RenderedInEditor> {
  const fonts = {
    list,
    words: () => [],
    chain: () => [],
    file: async () => new Uint8Array(),
    reload: async () => {
      fonts.list = next;
    },
  };
  const texts = ['common', 'editorContent', 'editorScreen'] as const;
  void needTexts(texts);
  const design = buildDesign([buildText('a', 'Awarded', { fontFamily: 'Source Serif 4' })]);
  const opened = await renderInEditor(<FontsPanel />, design, { fonts: fonts as unknown as EditorFonts });
  rendered = opened;
  await opened.settle(() => needTexts(texts));
  return opened;
}
const names = ({ place }: RenderedInEditor) =>
  [...place.querySelectorAll<HTMLElement>('button.font')].map(({ dataset }) => dataset.family);
const font = ({ place }: RenderedInEditor, name: string) =>
  place.querySelector<HTMLElement>(`button.font[data-family="${name}"]`)!;
const groups = ({ place }: RenderedInEditor) =>
  [...place.querySelectorAll('h3')].map(({ textContent }) => textContent);

it('lists families by what they are for, with their scripts, and packs that an operator can add', async () => {
  const opened = await open(buildList(['Cordillera Titular']));
  expect(names(opened)).toEqual(['Newsreader', 'Source Serif 4', 'Noto Naskh Arabic', 'Cordillera Titular']);
  expect(groups(opened)).toEqual(['Other scripts', 'Your own', 'Not on this server']);
  expect(font(opened, 'Source Serif 4').textContent).toContain('Latin, Greek, Cyrillic');
  expect(font(opened, 'Noto Naskh Arabic').textContent).toContain('شهادة');
  expect(font(opened, 'Cordillera Titular').textContent).toContain('1 face, uploaded 04 Nov 2026');
  const absent = opened.place.querySelector('.fonts--absent')!;
  expect(absent.textContent).toContain('Noto Serif JP34.9 MB');
  expect(absent.textContent).not.toContain('KR');
});

it('shows the family of the selected text, and sets the text in another one', async () => {
  const opened = await open();
  expect(opened.place.textContent).toContain('Select a text');
  await opened.settle(() => font(opened, 'Newsreader').click());
  expect(opened.session.history.get().past).toHaveLength(0);
  await opened.settle(() => opened.session.run('select', { ids: ['a'] }));
  expect(font(opened, 'Source Serif 4').getAttribute('aria-pressed')).toBe('true');
  await opened.settle(() => font(opened, 'Newsreader').click());
  expect(opened.session.state.design.pages[0]!.elements[0]).toMatchObject({ fontFamily: 'Newsreader' });
  expect(font(opened, 'Newsreader').getAttribute('aria-pressed')).toBe('true');
});

it('keeps to the fonts of a script, and goes through them with the arrows', async () => {
  const opened = await open();
  const select = opened.place.querySelector('select')!;
  await opened.settle(() => {
    select.value = 'Arab';
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
  expect(names(opened)).toEqual(['Noto Naskh Arabic']);
  await opened.settle(() => {
    select.value = '';
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
  const first = font(opened, 'Newsreader');
  expect(first.tabIndex).toBe(0);
  await opened.settle(() => first.focus());
  await opened.settle(() =>
    first.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true })),
  );
  expect((document.activeElement as HTMLElement).dataset.family).toBe('Source Serif 4');
  expect(first.tabIndex).toBe(-1);
});

it('removes a family of the organization’s own after a question, and lists what is left', async () => {
  const both = buildList(['Cordillera Titular', 'Cordillera Texto']);
  const opened = await open(both, buildList(['Cordillera Texto']));
  const untilSeen = (holds: () => unknown) => until(() => expect(holds()).toBeTruthy());
  const menu = () => opened.place.querySelector<HTMLElement>('.fonts .icon-btn')!;
  menu().focus();
  await opened.settle(() => menu().click());
  const item = () => document.querySelector<HTMLElement>('[role=menuitem]');
  await untilSeen(item);
  await opened.settle(() => item()!.click());
  const question = () => document.querySelector<HTMLElement>('[role=alertdialog]');
  await untilSeen(question);
  expect(question()!.textContent).toContain('Certificates that were issued with it stay as they are');
  const act = [...question()!.querySelectorAll('button')].find(
    ({ textContent }) => textContent === 'Remove the font',
  )!;
  await opened.settle(() => act.click());
  await untilSeen(() => question() === null);
  expect(calls).toEqual([`/api/fonts?fn=delete&id=${'5'.repeat(24)}`]);
  expect(names(opened)).toEqual(['Newsreader', 'Source Serif 4', 'Noto Naskh Arabic', 'Cordillera Texto']);
  await vi.waitFor(() => expect(document.activeElement).toBe(menu()));
});
