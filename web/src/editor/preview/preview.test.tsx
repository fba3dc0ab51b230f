// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { needTexts } from '../../i18n/index.ts';
import { until } from '../../state/until.fixture.ts';
import { buildDesign, buildText } from '../model/model.fixture.ts';
import { type RenderedInEditor, renderInEditor } from '../session/editor.fixture.tsx';
import { PreviewPanel } from './PreviewPanel.tsx';

const student = (number: number, fullName: string, more: object = {}) => ({
  ...{ _id: String(number).padStart(24, '0'), fullName, idNumber: `ID ${number}`, country: 'Peru' },
  ...{ showScoreLetter: true, showScoreNumeric: true, custom: {}, certified: false },
  ...more,
});
const ana = student(1, 'Ana Li', { startDate: '2026-03-03', custom: { hours: '120' } });
const maria = student(2, 'María Antónia da Conceição Albuquerque', { startDate: '2026-04-05' });
const noe = student(3, 'Noé Arias', { custom: { hours: '' } });

let rendered: RenderedInEditor | undefined;
let asked: URLSearchParams[] = [];
let answer: (query: URLSearchParams) => Response;
beforeEach(() => {
  asked = [];
  answer = (query) => {
    const items = [ana, maria, noe].filter(({ fullName }) => fullName.includes(query.get('search') ?? ''));
    return Response.json({ items, total: items.length, certified: 0, nextCursor: null });
  };
  vi.stubGlobal('fetch', async (url: string) => {
    const query = new URLSearchParams(url.split('?')[1]);
    asked.push(query);
    return answer(query);
  });
});
afterEach(async () => {
  await rendered?.close();
  rendered = undefined;
});

const design = () =>
  buildDesign([
    buildText('a', '{{fullName}} since {{startDate}}, {{custom.hours}} hours, {{certificate.id}}'),
  ]);

async function open(): Promise<RenderedInEditor> {
  const texts = ['common', 'editorContent', 'errors', 'fileFaults'] as const;
  void needTexts(texts);
  const opened = await renderInEditor(<PreviewPanel />, design());
  rendered = opened;
  await opened.settle(() => needTexts(texts));
  return opened;
}
const button = ({ place }: RenderedInEditor, text: string) =>
  [...place.querySelectorAll('button')].find(
    (one) => one.textContent?.includes(text) || one.getAttribute('aria-label') === text,
  )!;
const shownName = ({ session }: RenderedInEditor) => {
  const { shown } = session.view.get();
  return shown.kind === 'student' ? shown.fullName : shown.kind;
};
const values = ({ place }: RenderedInEditor) =>
  Object.fromEntries(
    [...place.querySelectorAll('.facts > div')].map((row) => [
      row.querySelector('dt')!.textContent,
      row.querySelector('dd')!.textContent,
    ]),
  );

it('fills the page with a student, and lists what each variable prints', async () => {
  const opened = await open();
  expect(shownName(opened)).toBe('Ana Li');
  expect(values(opened)).toEqual({
    fullName: 'Ana Li',
    startDate: 'March 3, 2026',
    'custom.hours': '120',
    'certificate.id': 'a sample, drawn when issued',
  });
  await opened.settle(() => button(opened, 'María').click());
  expect(values(opened)).toMatchObject({
    startDate: 'April 5, 2026',
    'custom.hours': 'not there: no certificate',
  });
  expect(button(opened, 'Noé').textContent).toContain('2 values are empty');
});

it('finds the shortest and the longest name and the emptiest record, and goes from one to the next', async () => {
  const opened = await open();
  await opened.settle(() => button(opened, 'Longest').click());
  expect(shownName(opened)).toContain('María');
  await opened.settle(() => button(opened, 'Emptiest').click());
  expect(shownName(opened)).toBe('Noé Arias');
  await opened.settle(() => button(opened, 'Shortest').click());
  expect(shownName(opened)).toBe('Ana Li');
  await opened.settle(() => button(opened, 'Next student').click());
  expect(shownName(opened)).toContain('María');
  await opened.settle(() => button(opened, 'Previous student').click());
  expect(shownName(opened)).toBe('Ana Li');
  expect((button(opened, 'Previous student') as HTMLButtonElement).disabled).toBe(true);
});

it('asks the server for what is searched, and says when there is nobody', async () => {
  const opened = await open();
  const input = opened.place.querySelector('input')!;
  await opened.settle(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, 'Zoe');
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await vi.waitFor(async () => {
    await opened.settle();
    expect(opened.place.textContent).toContain('No student is found by that.');
  });
  expect(asked.at(-1)!.get('search')).toBe('Zoe');
});

it('leaving goes back to the names of variables, and nothing of a student was put into the template', async () => {
  const opened = await open();
  const before = opened.session.document();
  await opened.settle(() => button(opened, 'Longest').click());
  await opened.settle(() => button(opened, 'Back to the names of variables').click());
  expect(opened.session.view.get()).toMatchObject({ shown: { kind: 'names' }, isPickingStudent: false });
  expect(opened.session.document()).toBe(before);
  expect(JSON.stringify(before)).not.toContain('Albuquerque');
});

it('says why students cannot be listed, and asks again', async () => {
  answer = () => Response.json({ error: 'no', code: 'forbidden' }, { status: 403 });
  const opened = await open();
  expect(opened.place.querySelector('[role=alert]')!.textContent).toContain('permission');
  answer = () => Response.json({ items: [ana], total: 1, certified: 0, nextCursor: null });
  await opened.settle(() => button(opened, 'Try again').click());
  await until(() => expect(shownName(opened)).toBe('Ana Li'));
});
