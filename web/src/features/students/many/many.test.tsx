// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFixture, type Fixture } from '../../../../scripts/shots/fixture.ts';
import { type OpenedScreen, openScreen } from '../../../app/routes/open-screen.fixture.tsx';
import { savedFiles } from '../../../ui/save/saved-files.fixture.ts';

let opened: OpenedScreen | undefined;
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await opened?.close();
  opened = undefined;
});

const find = (selector: string) => document.querySelector<HTMLElement>(selector)!;
const boxes = () => [...document.querySelectorAll<HTMLInputElement>('tbody input[type=checkbox]')];
const items = () => [...document.querySelectorAll<HTMLElement>('[role=menuitem]')];
const item = (name: string) => items().find(({ textContent }) => textContent?.startsWith(name))!;
const click = (element: () => HTMLElement) => opened!.settle(() => element().click());

type Answers = NonNullable<Parameters<typeof openScreen>[3]>;

async function chooseEverybody(change: (fixture: Fixture) => void, answers: Answers): Promise<string> {
  const fixture = createFixture();
  Object.assign(fixture, { total: 50_112, certified: 47_903 });
  change(fixture);
  opened = await openScreen('/students', fixture, 'tbody tr:not(.waiting)', answers);
  await click(() => boxes()[0]!);
  await click(() => find('.allbar .link'));
  await click(() => boxes()[1]!);
  return fixture.students[1]!._id;
}
const openMenu = () => click(() => find('.toolbar [aria-haspopup]'));
const sent = (call: string) =>
  opened!.bodies.filter((one) => one.call === call).map(({ body }) => body as { selection: object });

const submit = () => document.querySelector<HTMLFormElement>('.dialog form')!.requestSubmit();

const preflightId = 'd'.repeat(24);
const findings = (ids: string[]) => ({
  ...{ state: 'done', total: 51_243, checked: 51_243, cannot: ids.length, remarks: 0, waits: false },
  kinds: [{ kind: 'glyph_missing', rows: ids.length }],
  ...{ templates: [], risks: [], longestName: 'Ana' },
  findings: {
    items: ids.map((studentId, index) => ({ kind: 'glyph_missing', index, studentId, fullName: 'Ana' })),
    nextCursor: null,
  },
});

const growth = { seen: 50_111, count: 50_111, total: 51_243, added: 1_132 };
const grew = (by: object[]): Answers => ({
  'certificates download-zip': {
    ...{ status: 409, body: { error: 'x', code: 'selection_grew', details: { ...growth, by } } },
  },
});

it('a list of students is saved under the organization’s day', async () => {
  // Half past seven in the evening in Lima.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-15T00:30:00Z') });
  const answers: Answers = { 'students export': { body: 'fullName' } };
  opened = await openScreen('/students', createFixture(), 'tbody tr:not(.waiting)', answers);
  const saved = savedFiles();
  await click(() => boxes()[1]!);
  await openMenu();
  await click(() => item('Export as CSV'));
  await vi.waitFor(() => expect(saved).toEqual(['students_2026-11-14.csv']));
});

interface Held {
  query: URLSearchParams;
  answer(body: object): Promise<void>;
}

/** Holds the next calls of a function, each until it is answered. */
function holdNext(fn: string, count: number): Held[] {
  const others = globalThis.fetch;
  const held: Held[] = [];
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) => {
    const query = new URL(input, 'http://localhost').searchParams;
    if (query.get('fn') !== fn || held.length === count) return others(input, init);
    const { promise, resolve } = Promise.withResolvers<Response>();
    held.push({ query, answer: (body) => opened!.settle(() => resolve(Response.json(body))) });
    return promise;
  });
  return held;
}

it('a late answer to a choice of everybody does not replace what was chosen meanwhile', async () => {
  const fixture = Object.assign(createFixture(), { total: 50_112 });
  opened = await openScreen('/students', fixture, 'tbody tr:not(.waiting)');
  const held = holdNext('selection-counts', 1);
  await click(() => boxes()[0]!);
  await click(() => find('.allbar .link'));
  await click(() => boxes()[1]!);
  await held[0]!.answer({ count: 50_112, madeAt: '2026-11-14T10:38:00.000Z' });
  expect(find('.allbar').textContent).not.toContain('All 50,112');
  expect(boxes().flatMap(({ checked }, place) => (checked ? [place] : []))).toEqual([0, 1]);
});

describe('a choice of everybody', () => {
  it('is said as a rule, with the number that each action applies to, and sent as one', async () => {
    const answers: Answers = { 'certificates download-zip': { body: { batchId: 'b'.repeat(24) } } };
    const leftOut = await chooseEverybody(() => undefined, answers);
    expect(find('.allbar').textContent).toContain('All 50,112 students are selected, except 1.');
    expect(boxes().filter(({ checked }) => !checked)).toHaveLength(1);
    await click(() => find('.allbar [aria-expanded]'));
    expect(find('.listed').children).toHaveLength(1);
    await openMenu();
    expect(item('Generate').textContent).toContain('50,111');
    await click(() => item('Download'));
    await vi.waitFor(() => expect(sent('certificates download-zip')).toHaveLength(1));
    expect(sent('certificates download-zip')).toEqual([
      { selection: { except: [leftOut], madeAt: '2026-11-14T10:38:00.000Z', count: 50_111 } },
    ]);
    await click(() => find('.allbar > .link:last-of-type'));
    expect(document.querySelector('.allbar')).toBeNull();
  });

  it('asks before it takes in students who were added since, and says who added them', async () => {
    await chooseEverybody(() => undefined, grew([{ name: 'Joaquim Teles', how: 'import', count: 1_132 }]));
    await openMenu();
    await click(() => item('Download'));
    await vi.waitFor(() => expect(find('.dialog')).not.toBeNull());
    const text = () => find('.dialog').textContent!.replaceAll(/[\u2066-\u2069]/g, '');
    expect(text()).toContain('An import of Joaquim Teles has added 1,132');
    expect(text()).toContain('Only the 50,111');
    await click(() => find('.dialog .end .btn:last-child'));
    // The server says again that there are more: the person is asked again.
    await click(() => find('.dialog .end .btn:nth-child(2)'));
    await click(() => find('.dialog .end .btn:first-child'));
    expect(document.querySelector('.dialog')).toBeNull();
    expect(sent('certificates download-zip').map(({ selection }) => selection)).toMatchObject([
      { count: 50_111 },
      { count: 51_243, added: 'take' },
      { count: 50_111, added: 'leave' },
    ]);
    expect(document.querySelector('.toast')).toBeNull();
  });

  it('says why an action applies to nobody', async () => {
    const fixture = createFixture();
    for (const student of fixture.students) student.certified = false;
    opened = await openScreen('/students', fixture);
    await click(() => boxes()[0]!);
    await openMenu();
    expect(item('Download').getAttribute('aria-disabled')).toBe('true');
    expect(item('Download').textContent).toContain('None of the students selected has a certificate yet.');
    expect(item('Send').textContent).toContain('Needs a certificate and an e-mail address.');
  });

  it('is generated by template: those without one get the one that is chosen for them', async () => {
    const answers: Answers = { 'certificates generate': { body: { batchId: 'b'.repeat(24) } } };
    await chooseEverybody(() => undefined, answers);
    await openMenu();
    await click(() => item('Generate'));
    const act = () => find('.dialog .end .btn:last-child') as HTMLButtonElement;
    expect(act().disabled).toBe(true);
    const select = find('.dialog .picks select') as HTMLSelectElement;
    const templateId = select.options[1]!.value;
    await opened!.settle(() => {
      Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')!.set!.call(select, templateId);
      select.dispatchEvent(new Event('change', { bubbles: true }));
    });
    expect(act().disabled).toBe(false);
    await click(act);
    expect(sent('certificates generate')).toMatchObject([
      { bulk: true, missingTemplateId: templateId, selection: { count: 50_111 } },
    ]);
    expect(document.querySelector('.dialog')).toBeNull();
  });

  const button = (text: string) => () =>
    [...document.querySelectorAll<HTMLElement>('.dialog .end .btn')].find(({ textContent }) =>
      textContent?.startsWith(text),
    )!;
  /** Checks everybody; two of them cannot be issued. */
  async function check(preflight: Answers[string]) {
    const answers: Answers = {
      'certificates preflight': preflight,
      'certificates preflight-leave': { body: { success: true } },
      'certificates generate': { body: { batchId: 'b'.repeat(24) } },
    };
    let bad: string[] = [];
    const leftOut = await chooseEverybody((fixture) => {
      const two = fixture.students.slice(2, 4);
      bad = two.map(({ _id }) => _id);
      answers['certificates preflight-report'] = { body: findings(bad) };
      answers['students list-brief'] = { body: { items: two, total: 2, certified: 0, nextCursor: null } };
    }, answers);
    await openMenu();
    await click(() => item('Generate'));
    const select = find('.dialog select') as HTMLSelectElement;
    await opened!.settle(() => {
      const { value } = select.options[1]!;
      Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')!.set!.call(select, value);
      select.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await click(button('Check first'));
    return { answers, bad, leftOut };
  }

  it('is checked as a rule, with the question about students added since, and goes on without those who cannot be issued', async () => {
    const { answers, bad, leftOut } = await check(grew([])['certificates download-zip']!);
    await vi.waitFor(() => expect(document.body.textContent).toContain('More students than you saw'));
    answers['certificates preflight'] = { body: { preflightId, total: 51_243 } };
    await click(button('Check all 51,243'));
    await vi.waitFor(() => expect(button('Go on without the 2')()).toBeDefined());
    await click(button('Go on without the 2'));
    await vi.waitFor(() => expect(find('.dialog').textContent).toContain('Generate 51,241 certificates'));
    await click(() => find('.dialog .end .btn:last-child'));
    expect(sent('certificates preflight').map(({ selection }) => selection)).toMatchObject([
      { count: 50_111, except: [leftOut] },
      { count: 51_243, except: [leftOut], added: 'take' },
    ]);
    // What was answered holds: nobody is asked again.
    expect(sent('certificates generate')).toMatchObject([
      { bulk: true, selection: { count: 51_241, except: [leftOut, ...bad], added: 'take' } },
    ]);
  });

  it('leaves those selected who are to be corrected first, with their names and the form of each', async () => {
    await check({ body: { preflightId, total: 50_111 } });
    await vi.waitFor(() => expect(button('Correct the 2 first')()).toBeDefined());
    await click(button('Correct the 2 first'));
    await vi.waitFor(() => expect(document.querySelector('.dialog')).toBeNull());
    expect(boxes().flatMap(({ checked }, place) => (checked ? [place] : []))).toEqual([2, 3]);
    expect(find('.listed').children).toHaveLength(2);
    // Of two that were asked for, the form of the last one opens, whichever answer comes first.
    const held = holdNext('get', 2);
    await click(() => find('.listed li:first-child .link'));
    await click(() => find('.listed li:last-child .link'));
    const [first, last] = held.map(({ query }) =>
      createFixture().students.find(({ _id }) => _id === query.get('id')),
    );
    await held[1]!.answer(last!);
    await vi.waitFor(() => expect(find('.dialog').textContent).toContain('Edit student'));
    await held[0]!.answer(first!);
    const name = find('.dialog input') as HTMLInputElement;
    expect(name.value).toBe(last!.fullName);
    await opened!.settle(() => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(name, 'Ana Nueva');
      name.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await opened!.settle(() => submit());
    await vi.waitFor(() => expect(sent('students upsert')).toHaveLength(1));
    expect(sent('students upsert')).toMatchObject([{ _id: last!._id, fullName: 'Ana Nueva' }]);
  });

  it('goes back when the person does not want to answer', async () => {
    await check(grew([])['certificates download-zip']!);
    await vi.waitFor(() => expect(document.body.textContent).toContain('More students than you saw'));
    await click(() => find('.dialog .end .btn:first-child'));
    await vi.waitFor(() => expect(button('Check first')()).toBeDefined());
    expect(document.querySelectorAll('.dialog')).toHaveLength(1);
  });
});
