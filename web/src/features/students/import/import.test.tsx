// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { createFixture } from '../../../../scripts/shots/fixture.ts';
import {
  importBatchId,
  importDates,
  importEncodings,
  importFile,
  importSummary,
} from '../../../../scripts/shots/import-answers.ts';
import { type OpenedScreen, openScreen } from '../../../app/routes/open-screen.fixture.tsx';
import { setLanguage } from '../../../i18n/index.ts';

let opened: OpenedScreen | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

type Answers = NonNullable<Parameters<typeof openScreen>[3]>;
const isAnswered = { ...importSummary, dates: { ...importDates, both: { count: 0 } } };
const dialog = () => document.querySelector<HTMLElement>('.dialog')!;
const buttons = () => [...document.querySelectorAll<HTMLButtonElement>('.toolbar .btn, .dialog button')];
const button = (says: string) => buttons().find(({ textContent }) => textContent?.includes(says))!;
const press = (says: string) => opened!.settle(() => button(says).click());
const radio = (says: string) =>
  [...dialog().querySelectorAll('label')].find(({ textContent }) => textContent?.includes(says))!;
const bodiesOf = (call: string) => opened!.bodies.filter((one) => one.call === call).map(({ body }) => body);

/** Opens the dialog and gives it a file. */
async function give(answers: Answers = {}, size?: number): Promise<void> {
  opened = await openScreen('/students', createFixture(), undefined, answers);
  await press('Import');
  const input = await vi.waitFor(() => dialog().querySelector<HTMLInputElement>('input[type=file]')!);
  const file = new File(['fullName\nAna\n'], importFile.fileName, { type: 'text/csv' });
  if (size !== undefined) Object.defineProperty(file, 'size', { value: size });
  Object.defineProperty(input, 'files', { value: [file], configurable: true });
  await opened.settle(() => input.dispatchEvent(new Event('change', { bubbles: true })));
}
const batchOf = (state: 'running' | 'done', figures: object): Answers => {
  const { batches } = createFixture();
  const batch = { ...batches[0]!, _id: importBatchId, kind: 'import', title: importFile.fileName, state };
  const body = { batch: { ...batch, total: 50_000, cancelled: 0, ...figures }, items: [], nextCursor: null };
  return { 'batches get': { body } };
};

it('writes nothing before the dates are answered, and then what was seen', async () => {
  const answers: Answers = { ...batchOf('running', { done: 31_000, failed: 5 }) };
  await give(answers);
  await vi.waitFor(() => expect(dialog().textContent).toContain('Which comes first'));
  expect(dialog().textContent).toContain('columns separated by semicolons');
  expect(button('Import 49,814 students').disabled).toBe(true);
  answers['students import-read'] = { body: isAnswered };
  await opened!.settle(() => radio('Day: 3 April 2026').click());
  await opened!.settle(() => radio('Leave').click());
  const { importId } = importFile;
  expect(bodiesOf('students import-read')).toEqual([
    { importId, existing: 'update' },
    { importId, existing: 'update', dayFirst: true },
    { importId, existing: 'skip', dayFirst: true },
  ]);
  expect(bodiesOf('students import-start')).toEqual([]);
  await press('Import 49,814 students');
  await vi.waitFor(() => expect(dialog().textContent).toContain('You may close this window; it goes on.'));
  expect(bodiesOf('students import-start')).toEqual([{ importId, existing: 'skip', dayFirst: true }]);
  await press('Close');
  expect(document.querySelector('.dialog')).toBeNull();
});

it('asks how the letters are written before the preview, and reads the file as it is answered', async () => {
  const answers: Answers = { 'students import-read': { body: importEncodings } };
  await give(answers);
  await vi.waitFor(() => expect(dialog().textContent).toContain('Are these names right?'));
  const names = () => [...dialog().querySelectorAll('.read-names li')].map(({ textContent }) => textContent);
  const [cyrillic, , western] = importEncodings.encodings;
  expect(dialog().textContent).toContain('read as “Cyrillic, Windows-1251”');
  expect(names()).toEqual(cyrillic!.samples);
  await opened!.settle(() => radio('Western European, Windows-1252').click());
  expect(names()).toEqual(western!.samples);
  expect(radio('ISO-8859-15')).toBeUndefined();
  await press('Show all encodings');
  expect(radio('ISO-8859-15')).toBeDefined();
  await opened!.settle(() => radio('Cyrillic, Windows-1251').click());
  expect(bodiesOf('students import-preview')).toEqual([]);

  answers['students import-read'] = { body: { ...isAnswered, encoding: 'windows-1251' } };
  await press('The names are right');
  await vi.waitFor(() => expect(dialog().textContent).toContain('semicolons, Cyrillic, Windows-1251'));
  await press('Read differently');
  await vi.waitFor(() => expect(names()).toEqual(cyrillic!.samples));
  await press('The names are right');
  await press('Import 49,814 students');
  const { importId } = importFile;
  const answered = { importId, existing: 'update', encoding: 'windows-1251' };
  expect(bodiesOf('students import-read')).toEqual([{ importId, existing: 'update' }, answered, answered]);
  expect(bodiesOf('students import-start')).toEqual([answered]);
});

it('shows by each encoding a name that it reads otherwise', async () => {
  const encodings = [
    { encoding: 'windows-1252', samples: ['José Vela', 'Ana Muñoz'] },
    { encoding: 'windows-1250', samples: ['José Vela', 'Ana Muńoz'] },
  ];
  await give({ 'students import-read': { body: { ...importEncodings, encodings } } });
  const readings = () => [...dialog().querySelectorAll('.readings .choice')].map((one) => one.textContent);
  await vi.waitFor(() => expect(readings()[1]).toContain('Ana Muńoz'));
  await opened!.settle(() => radio('Windows-1250').click());
  expect(readings()[0]).toContain('Ana Muñoz');
});

it('shows countries, numbers and templates as people read them, in their language', async () => {
  const fixture = createFixture();
  const [template] = fixture.templates;
  const row = { row: 2, fullName: 'Ana', will: 'changed', openDates: [] };
  const changes = [
    { field: 'country', from: 'Spain', to: 'Brazil' },
    { field: 'scoreNumeric', to: '9.1' },
    { field: 'templateId', to: template!._id },
    { field: 'showScoreLetter', from: 'true', to: 'false' },
  ];
  await give({ 'students import-preview': { body: { items: [{ ...row, changes }], nextCursor: null } } });
  await vi.waitFor(() => expect(dialog().textContent).toContain('Ana'));
  await opened!.settle(() => setLanguage('es'));
  const cell = dialog().querySelector('.rows .why')!.textContent;
  await opened!.settle(() => setLanguage('en'));
  for (const text of ['España', 'Brasil', '9,1', template!.name, 'sí', 'no']) expect(cell).toContain(text);
});

it('says how many were imported and how many failed, in the preview and later', async () => {
  await give({
    'students import-read': { body: isAnswered },
    ...batchOf('done', { done: 49_987, failed: 13 }),
  });
  await vi.waitFor(() => expect(dialog().textContent).toContain('The 8 failed rows are left out.'));
  await press('Import 49,814 students');
  await vi.waitFor(() =>
    expect(dialog().textContent).toContain('49,987 students imported, 13 rows left out'),
  );
  expect(dialog().textContent).toContain('Failed in the preview: 8; while writing: 5.');
});

it('goes on with a file whose import was stopped', async () => {
  const stopped = { batchId: importBatchId, done: 31_000, total: 49_814 };
  await give({ 'students import-file': { body: { ...importFile, stopped } } });
  await vi.waitFor(() => expect(dialog().textContent).toContain('31,000 of 49,814 saved'));
  expect(bodiesOf('students import-read')).toEqual([]);
  await press('Go on');
  await vi.waitFor(() => expect(bodiesOf('students import-read')).toHaveLength(1));
});

it('says what is wrong with a file, and takes another', async () => {
  const body = { error: 'x', code: 'csv_columns_missing', details: { columns: ['fullName'] } };
  await give({ 'students import-read': { status: 400, body } });
  const fault = () => dialog().querySelector('.hint.bad')!.textContent;
  await vi.waitFor(() => expect(fault()).toBe('Missing required columns: fullName'));
  expect(button('Choose a CSV file').disabled).toBe(false);
});

it('sends no file that is larger than a CSV may be', async () => {
  await give({}, 1e9);
  await vi.waitFor(() => expect(dialog().querySelector('.hint.bad')!.textContent).not.toBe(''));
  expect(opened!.calls.filter((call) => call.startsWith('students import-file'))).toEqual([]);
});
