// @vitest-environment jsdom
import type { Design } from '@sello/contracts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { needTexts } from '../../../i18n/index.ts';
import { until } from '../../../state/until.fixture.ts';
import { ClaimsContext } from '../../../tenancy/useTenancy.ts';
import { buildDesign, buildText } from '../../model/model.fixture.ts';
import { drag } from '../../session/drag-data.ts';
import { type RenderedInEditor, renderInEditor } from '../../session/editor.fixture.tsx';
import { VariablesPanel } from './VariablesPanel.tsx';

let rendered: RenderedInEditor | undefined;
/** Columns of the students that the server answers; null while there is no student. */
let columns: string[] | null = null;
beforeEach(() => {
  columns = ['hours'];
  // Shown while the code of a dialog loads; jsdom has none.
  HTMLDialogElement.prototype.showModal = () => undefined;
  vi.stubGlobal('CSS', { escape: (text: string) => text });
  vi.stubGlobal('fetch', async () => Response.json({ columns }));
});
afterEach(async () => {
  await rendered?.close();
  rendered = undefined;
});

const claims = { claims: { permissions: ['students.view'], roles: ['owner'] }, error: null };
const texts = ['common', 'editorContent', 'editorScreen'] as const;

async function open(design: Design = buildDesign()): Promise<RenderedInEditor> {
  void needTexts(texts);
  const panel = (
    <ClaimsContext value={claims as never}>
      <VariablesPanel />
    </ClaimsContext>
  );
  const opened = await renderInEditor(panel, design);
  rendered = opened;
  await opened.settle(() => needTexts(texts));
  return opened;
}
const row = ({ place }: RenderedInEditor, name: string) =>
  [...place.querySelectorAll<HTMLElement>('.var-row')].find(
    (one) => one.querySelector('b')!.textContent === name,
  )!;
const press = (input: HTMLElement, key: string) =>
  input.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
function type(input: HTMLInputElement | HTMLSelectElement, value: string): void {
  const prototype = Object.getPrototypeOf(input) as object;
  Object.getOwnPropertyDescriptor(prototype, 'value')!.set!.call(input, value);
  input.dispatchEvent(new Event(input instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}
const textOf = ({ session }: RenderedInEditor, index = 0) => {
  const element = session.state.design.pages[0]!.elements[index] as {
    paragraphs?: { runs: { text: string }[] }[];
  };
  return element.paragraphs?.[0]?.runs.map(({ text }) => text).join('');
};

it('lists what can be printed, each with its sample and how often it is used', async () => {
  const design = buildDesign(
    [buildText('a', 'To {{fullName}} and {{student.fullName}}, {{custom.hours}} hours')],
    {
      variables: [{ name: 'custom.hours', kind: 'number', sample: '1200' }],
    },
  );
  const opened = await open(design);
  expect([...opened.place.querySelectorAll('h3')].map(({ textContent }) => textContent)).toEqual([
    ...['Student', 'Certificate', 'Organization', 'From your CSV'],
  ]);
  expect(row(opened, 'fullName').textContent).toContain('Lucía Fernanda Quispe Mamani');
  expect(row(opened, 'fullName').textContent).toContain('used 2 times');
  expect(row(opened, 'startDate').textContent).toContain('March 3, 2026');
  expect(row(opened, 'custom.hours').textContent).toContain('1,200');
  expect(row(opened, 'tenant.publicName').textContent).toContain('Instituto Cordillera');
});

it('a click adds a text with the variable, and puts it at the caret of a text that is edited', async () => {
  const opened = await open(buildDesign([buildText('a', 'Awarded to ')]));
  const button = row(opened, 'fullName').querySelector('button')!;
  await opened.settle(() => button.click());
  expect(textOf(opened, 1)).toBe('{{fullName}}');
  await opened.settle(() => opened.session.run('text.edit', { id: 'a', at: 'end' }));
  await opened.settle(() => button.click());
  expect(textOf(opened)).toBe('Awarded to {{fullName}}');
});

it('a variable that is dragged is added where it is dropped, one of an image as an image', async () => {
  const opened = await open();
  for (const name of ['idNumber', 'tenant.logo']) {
    const started = Object.assign(new Event('dragstart', { bubbles: true }), {
      dataTransfer: { setData: vi.fn() },
    });
    await opened.settle(() => row(opened, name).querySelector('button')!.dispatchEvent(started));
    await opened.settle(() => drag.current!(opened.session, { x: 300, y: 200 }));
  }
  expect(opened.session.state.design.pages[0]!.elements).toMatchObject([
    { type: 'text', x: 140, y: 176 },
    { type: 'image', source: { kind: 'variable', name: 'tenant.logo' } },
  ]);
});

it('when a variable is asked for, the search has the focus, and Enter inserts the first that is found', async () => {
  const opened = await open(buildDesign([buildText('a', 'No. ')]));
  await opened.settle(() => opened.session.run('text.edit', { id: 'a', at: 'end' }));
  await opened.settle(() => opened.session.setView({ isVariableWanted: true }));
  const search = opened.place.querySelector<HTMLInputElement>('input[type=search]')!;
  expect(document.activeElement).toBe(search);
  await opened.settle(() => type(search, 'idnum'));
  expect(opened.place.querySelectorAll('.var-row')).toHaveLength(1);
  await opened.settle(() => press(search, 'Enter'));
  expect(textOf(opened)).toBe('No. {{idNumber}}');
  expect(document.activeElement).not.toBe(search);
  expect(search.value).toBe('');
});

it('flags what nothing fills, and says why', async () => {
  const opened = await open(buildDesign([buildText('a', '{{fulName}} {{custom.modul}} {{custom.hours}}')]));
  await opened.settle(() =>
    vi.waitFor(() => expect(row(opened, 'custom.modul').className).toContain('is-unknown')),
  );
  expect(row(opened, 'custom.modul').textContent).toContain('no column has this name');
  expect(row(opened, 'fulName').textContent).toContain('nothing has this name');
  expect(row(opened, 'custom.hours').className).not.toContain('is-unknown');
});

async function openForm(opened: RenderedInEditor): Promise<HTMLElement> {
  await opened.settle(() => opened.place.querySelector<HTMLElement>('.hd button')!.click());
  await opened.settle(() =>
    vi.waitFor(() => expect(document.querySelector('.variable-form')).not.toBeNull()),
  );
  return document.querySelector<HTMLElement>('.variable-form')!;
}
const field = (form: HTMLElement, label: string): HTMLInputElement => {
  const found = [...form.querySelectorAll('label')].find(({ textContent }) => textContent === label)!;
  return document.getElementById(found.htmlFor) as HTMLInputElement;
};
const button = (form: HTMLElement, label: string) =>
  [...form.querySelectorAll('button')].find(({ textContent }) => textContent === label)!;

it('declares a variable whose name is well formed and new, and refuses others with the rule', async () => {
  const opened = await open();
  const form = await openForm(opened);
  await opened.settle(() => type(field(form, 'Name'), 'total hours'));
  expect(form.textContent).toContain('Only letters, numbers, dot, dash and underscore');
  await opened.settle(() => button(form, 'Declare').click());
  expect(opened.session.state.design.variables).toEqual([]);
  await opened.settle(() => type(field(form, 'Name'), 'batch.city'));
  await opened.settle(() => type(field(form, 'Sample'), 'Lima'));
  await opened.settle(() => button(form, 'Declare').click());
  expect(opened.session.state.design.variables).toMatchObject([
    { name: 'batch.city', scope: 'batch', kind: 'text', sample: 'Lima', optional: false },
  ]);
  expect(row(opened, 'batch.city').textContent).toContain('Lima');
});

it('renames a variable wherever it stands, and asks before it removes one that is used', async () => {
  const design = buildDesign([buildText('a', '{{custom.hours}} hours')], {
    variables: [{ name: 'custom.hours', sample: '120' }],
  });
  const opened = await open(design);
  const choose = async (entry: string) => {
    await opened.settle(() => row(opened, 'custom.hours').querySelector<HTMLElement>('.icon-btn')!.click());
    const item = () =>
      [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].find(
        ({ textContent }) => textContent === entry,
      );
    await until(() => expect(item()).toBeDefined());
    await opened.settle(() => item()!.click());
  };
  await choose('Remove the declaration');
  const question = () => document.querySelector<HTMLElement>('[role=alertdialog]')!;
  await until(() => expect(question()).not.toBeNull());
  expect(question().textContent).toContain('It stands in one place');
  await opened.settle(() => button(question(), 'Cancel').click());
  expect(opened.session.state.design.variables).toHaveLength(1);
  await choose('Change …');
  await opened.settle(() =>
    vi.waitFor(() => expect(document.querySelector('.variable-form')).not.toBeNull()),
  );
  const form = document.querySelector<HTMLElement>('.variable-form')!;
  await opened.settle(() => type(field(form, 'Name'), 'total'));
  await opened.settle(() => button(form, 'Keep the changes').click());
  expect(opened.session.state.design.variables).toMatchObject([{ name: 'custom.total', sample: '120' }]);
  expect(textOf(opened)).toBe('{{custom.total}} hours');
});

it('leaves the focus to the next variable when one is removed by its menu', async () => {
  const names = ['batch.city', 'batch.hall', 'batch.room'];
  const opened = await open(
    buildDesign([], { variables: names.map((name) => ({ name, scope: 'batch', sample: 'x' })) }),
  );
  const menu = (name: string) => row(opened, name).querySelector<HTMLElement>('.icon-btn')!;
  menu('batch.hall').focus();
  await opened.settle(() => menu('batch.hall').click());
  const item = () => document.querySelector<HTMLElement>('.menu-item.bad');
  await until(() => expect(item()).not.toBeNull());
  await opened.settle(() => item()!.click());
  expect(row(opened, 'batch.hall')).toBeUndefined();
  await vi.waitFor(() => expect(document.activeElement).toBe(menu('batch.room')));
});
