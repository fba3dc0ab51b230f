// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { mail } from '../../../../scripts/shots/batch-scenes.ts';
import { createFixture } from '../../../../scripts/shots/fixture.ts';
import { type OpenedScreen, openScreen } from '../../../app/routes/open-screen.fixture.tsx';
import { savedFiles } from '../../../ui/save/saved-files.fixture.ts';

let opened: OpenedScreen | undefined;
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await opened?.close();
  opened = undefined;
});

const id = 'e'.repeat(24);
const openMail = async (permissions?: string[]): Promise<OpenedScreen> => {
  const fixture = createFixture();
  if (permissions) Object.assign(fixture, { permissions, roles: ['member'] });
  const made = { 'batches resend': { body: { batchId: 'd'.repeat(24) } } };
  opened = await openScreen(`/batches/${id}`, fixture, 'tbody tr:not(.waiting)', {
    ...mail(fixture),
    ...made,
  });
  return opened;
};
const buttons = () => [...document.querySelectorAll<HTMLButtonElement>('button')];
const press = (says: string) =>
  opened!.settle(() =>
    buttons()
      .find(({ textContent }) => textContent?.includes(says))!
      .click(),
  );
const cells = () =>
  [...document.querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('.name, .badge, .wds')].map(({ textContent }) => textContent),
  );
const sent = () => opened!.bodies.filter(({ call }) => call === 'batches resend').map(({ body }) => body);

it('shows each person’s outcome in the server’s words, and sends again only after a question', async () => {
  await openMail();
  expect(cells().map(([, outcome]) => outcome)).toEqual([
    ...['Accepted', 'Accepted', 'Refused', 'Not known', 'Failed', 'Sent again'],
  ]);
  expect(cells()[2]![2]).toContain('550 5.1.1 user unknown');
  expect(cells()[3]![2]).toContain('It may have arrived');
  const helps = document.querySelectorAll('tbody tr')[4]!.querySelector('.remedies a')!;
  expect(helps.textContent).toBe('Edit the student');
  expect(helps.getAttribute('href')).toBe(`/students/${'4'.repeat(24)}?edit=email`);
  // Nothing for who has it, who has no address, or who got a second letter.
  expect(buttons().filter(({ textContent }) => textContent?.startsWith('Send again ')).length).toBe(3);
  await press('Send again Íñigo');
  expect(document.querySelector('.dialog')!.textContent).toContain('gets it twice');
  expect(sent()).toEqual([]);
  await press('Send one letter');
  await press('not known…');
  await press('Send 2 letters');
  expect(sent()).toEqual([{ id, indexes: [3] }, { id }].map((body) => ({ ...body, id: expect.any(String) })));
  expect(document.querySelector('.dialog')).toBeNull();
});

it('links the batch that it follows, below students in the header', async () => {
  await openMail();
  const link = [...document.querySelectorAll('.said a')].find(
    (one) => one.textContent === 'the certificates',
  );
  expect(link?.getAttribute('href')).toBe(`/batches/${'c'.repeat(24)}`);
  expect(document.querySelector('.nav [aria-current=page]')?.textContent).toBe('Students');
});

it('saves its rows under the day on which it was started at the organization’s place', async () => {
  const fixture = createFixture();
  // Half past seven in the evening in Lima.
  const batch = { ...fixture.batches[0]!, state: 'done', createdAt: '2026-11-15T00:30:00.000Z' };
  const items = [{ index: 0, fullName: 'Ana Ruiz', state: 'done' }];
  const answers = { 'batches get': { body: { batch, items, nextCursor: null } } };
  opened = await openScreen(`/batches/${id}`, fixture, 'tbody tr:not(.waiting)', answers);
  const saved = savedFiles();
  await press('As CSV');
  await vi.waitFor(() => expect(saved).toEqual([expect.stringMatching(/^batch_2026-11-14_/)]));
});

it('says while certificates are issued that their e-mails follow', async () => {
  const fixture = createFixture();
  const batch = { ...fixture.batches[0]!, state: 'running', afterwards: { emails: { language: 'es' } } };
  opened = await openScreen(`/batches/${id}`, fixture, '.said p', {
    'batches get': { body: { batch, items: [], nextCursor: null } },
  });
  expect(document.querySelector('.said')!.textContent).toContain('The e-mails follow by themselves');
});

it('says below a failure where it is and what helps, as links to where it is done, for those who may', async () => {
  const fixture = createFixture();
  const [studentId, templateId] = ['1'.repeat(24), '2'.repeat(24)];
  const row = { fullName: 'Ana Ruiz', state: 'failed', studentId, templateId };
  const long = { element: 'Holder', field: '{{fullName}}', minSize: 14 };
  const items = [
    { ...row, index: 0, error: { code: 'text_does_not_fit', message: '', details: long } },
    {
      ...row,
      index: 1,
      error: { code: 'variable_unknown', message: '', details: { variable: 'batch.course' } },
    },
    { ...row, index: 2, error: { code: 'unavailable', message: '' } },
  ];
  const at = '2026-11-20T15:00:00.000Z';
  const batch = { ...fixture.batches[0]!, state: 'done', done: 0, failed: 3, total: 3, endedAt: at };
  const answers = { 'batches get': { body: { batch, items, nextCursor: null } } };
  opened = await openScreen(`/batches/${id}`, fixture, '.remedies a', answers);
  const helps = (at: number) =>
    [...document.querySelectorAll('tbody tr')[at]!.querySelectorAll('.remedies a')].map((link) => [
      link.textContent,
      link.getAttribute('href'),
    ]);
  expect(document.querySelector('.place')!.textContent).toContain('Holder');
  expect(helps(0)).toEqual([
    ['Shorten it at the student', `/students/${studentId}?edit=fullName`],
    ['Choose another template', `/students?issue=${studentId}`],
    ['Open the template', `/templates/${templateId}`],
  ]);
  expect(helps(1)).toEqual([
    ['Change what the course prints', `/students?issue=${studentId}`],
    ['Open the template', `/templates/${templateId}`],
  ]);
  expect(helps(2)).toEqual([]);
  await opened.close();
  Object.assign(fixture, { permissions: ['nav.students', 'students.view'], roles: ['member'] });
  opened = await openScreen(`/batches/${id}`, fixture, '.place', answers);
  expect(document.querySelectorAll('.remedies')).toHaveLength(0);
});

it('asks for the rows of one outcome, and offers sending to nobody without the permission', async () => {
  await openMail(['nav.students', 'students.view']);
  expect(buttons().filter(({ textContent }) => textContent?.startsWith('Send')).length).toBe(0);
  await press('Refused');
  expect(opened!.calls.at(-1)).toContain('outcome=refused');
});

it('writes the rows as a CSV in which nothing runs as a formula', async () => {
  let written: Blob | undefined;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    written = blob as Blob;
    return 'blob:x';
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
  const fixture = createFixture();
  const answers = mail(fixture);
  answers['batches get'].body.items[0]!.fullName = '=HYPERLINK("x")';
  opened = await openScreen(`/batches/${id}`, fixture, 'tbody tr:not(.waiting)', answers);
  await press('As CSV');
  await vi.waitFor(() => expect(written).toBeDefined());
  const reader = new FileReader();
  const read = new Promise((resolve) => reader.addEventListener('load', resolve));
  reader.readAsText(written!);
  await read;
  const text = String(reader.result);
  expect(text.split('\r\n')[0]).toBe('Row,Person,Address,Outcome,In the server’s words,Where,What helps');
  expect(text).toContain(`1,"'=HYPERLINK(""x"")",lucia.quispe@correo.example,Accepted,mx1.correo.example`);
});

it('asks for the batches that its filters name, and says that none fits', async () => {
  const fixture = createFixture();
  fixture.batches.splice(0);
  const path = '/batches?kind=zip&state=failed&from=2026-10-01&to=2026-10-01&by=nobody';
  opened = await openScreen(path, fixture, '.batches-page .empty');
  const list = opened.calls.find((call) => call.startsWith('batches list') && call.includes('kind'))!;
  const query = new URLSearchParams(list.slice(list.indexOf('?')));
  expect([query.get('kind'), query.get('state'), query.get('createdBy')]).toEqual(['zip', 'failed', null]);
  const day = 86_400_000;
  expect(Date.parse(query.get('before')!) - Date.parse(query.get('from')!)).toBe(day);
  expect(document.querySelector('.empty')!.textContent).toContain('No batch matches');
  await press('Clear the filters');
  expect(opened.calls.filter((call) => call.startsWith('batches list')).at(-1)).not.toContain('kind');
});
