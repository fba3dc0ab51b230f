// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { auditPeople } from '../../../../scripts/shots/audit-lines.ts';
import { createFixture } from '../../../../scripts/shots/fixture.ts';
import { queryClient } from '../../../api/queryClient.ts';
import { type OpenedScreen, openScreen } from '../../../app/routes/open-screen.fixture.tsx';
import { until } from '../../../state/until.fixture.ts';
import { savedFiles } from '../../../ui/save/saved-files.fixture.ts';

let opened: OpenedScreen | undefined;
afterEach(async () => {
  vi.useRealTimers();
  await opened?.close();
  opened = undefined;
});

const answers: NonNullable<Parameters<typeof openScreen>[3]> = {};

async function open(search = ''): Promise<HTMLElement> {
  for (const call of Object.keys(answers)) delete answers[call];
  const fixture = createFixture();
  const path = `/settings/${fixture.tenants[0]!._id}/audit${search}`;
  opened = await openScreen(path, fixture, '.au tbody tr:not(.waiting)', answers);
  return opened.place;
}

async function settle(work: () => unknown): Promise<void> {
  await opened!.settle(work);
  await until(() => expect(queryClient.isMutating()).toBe(0));
  await opened!.settle();
}
/** The query of the last list that was asked for, without what every one has. */
function lastQuery(of = 'audit list'): Record<string, string> {
  const asked = opened!.calls.filter((call) => call.startsWith(`${of}?`)).at(-1)!;
  const {
    fn: _fn,
    limit: _limit,
    tenantId: _tenantId,
    ...query
  } = Object.fromEntries(new URLSearchParams(asked.slice(asked.indexOf('?'))));
  return query;
}
const labelled = <Input extends Element>(place: Element, label: string): Input => {
  const found = [...place.querySelectorAll('label')].find(({ textContent }) => textContent === label)!;
  return document.getElementById(found.htmlFor) as unknown as Input;
};
const button = (place: Element, text: string): HTMLButtonElement =>
  [...place.querySelectorAll('button')].find(({ textContent }) => textContent?.trim() === text)!;

function write(input: HTMLInputElement | HTMLSelectElement, text: string): Promise<void> {
  return settle(() => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')!.set!.call(input, text);
    const type = input instanceof HTMLSelectElement ? 'change' : 'input';
    input.dispatchEvent(new Event(type, { bubbles: true }));
  });
}

describe('the audit log', () => {
  it('is filtered by person, kind and days, and searched, by the server', async () => {
    const place = await open();
    expect(lastQuery()).toEqual({});
    const person = auditPeople[0]!;
    await write(labelled<HTMLSelectElement>(place, 'Who'), person.id);
    expect(lastQuery()).toEqual({ person: person.id });
    await write(labelled<HTMLSelectElement>(place, 'Did'), 'members');
    expect(lastQuery()).toEqual({ person: person.id, kind: 'members' });
    await write(labelled<HTMLInputElement>(place, 'With the words'), ' Ana ');
    await vi.waitFor(() => expect(lastQuery()).toMatchObject({ search: 'Ana' }));
    expect(lastQuery()).toEqual({ person: person.id, kind: 'members', search: 'Ana' });
    await settle(() => undefined);

    answers['audit list'] = { body: { items: [], total: 0, nextCursor: null } };
    await write(labelled<HTMLSelectElement>(place, 'Did'), 'signIn');
    expect(place.querySelector('.empty')!.textContent).toContain('Nothing of that kind');
    expect(button(place, 'These 0 as CSV').disabled).toBe(true);
    delete answers['audit list'];
    await settle(() => button(place, 'Clear the filters').click());
    // The first list is still known.
    const fields = ['Who', 'Did', 'With the words'].map((label) => labelled<HTMLInputElement>(place, label));
    expect(fields.map(({ value }) => value)).toEqual(['', '', '']);
    expect(place.querySelectorAll('.au tbody tr:not(.waiting)').length).toBeGreaterThan(1);
  });

  it('takes its filters from the address, days as the moments between which they lie', async () => {
    await open('?kind=students&from=2026-03-02&to=2026-03-03&words=Luz');
    expect(lastQuery()).toEqual({
      ...{ kind: 'students', search: 'Luz' },
      from: new Date(2026, 2, 2).toISOString(),
      to: new Date(2026, 2, 4).toISOString(),
    });
    await opened!.close();
    await open('?kind=secrets&from=2026-13-02&to=2026-02-30&person=nobody');
    expect(lastQuery()).toEqual({});
  });

  it('is paged, and begins with its first page when a filter changes', async () => {
    const place = await open();
    expect(button(place, 'Newer').disabled).toBe(true);
    await settle(() => button(place, 'Older').click());
    expect(lastQuery()).toEqual({ cursor: 'next' });
    expect(button(place, 'Newer').disabled).toBe(false);
    expect(place.querySelector('.foot')!.textContent).toContain('26');
    await write(labelled<HTMLSelectElement>(place, 'Did'), 'settings');
    expect(lastQuery()).toEqual({ kind: 'settings' });
    await settle(() => button(place, 'Older').click());
    await settle(() => button(place, 'Newer').click());
    expect(button(place, 'Newer').disabled).toBe(true);
    expect(place.querySelector('.foot')!.textContent).toMatch(/^1\D/);
  });

  it('is exported as the filters leave it, under the organization’s day, and a failure is told', async () => {
    // Half past seven in the evening in Lima.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-15T00:30:00Z') });
    const place = await open('?kind=members');
    const saved = savedFiles();
    const act = () => settle(() => button(place, 'These 312 as CSV').click());
    answers['audit export'] = { body: 'time,person' };
    await act();
    expect(lastQuery('audit export')).toEqual({ kind: 'members', delimiter: ',' });
    expect(saved).toEqual(['audit-log_2026-11-14.csv']);
    answers['audit export'] = { status: 503, body: { error: 'x', code: 'unavailable' } };
    await act();
    expect(saved).toHaveLength(1);
    const [toast] = [...document.querySelectorAll('.toast')].map(({ textContent }) => textContent);
    expect(toast).toContain('The audit log was not exported');
  });

  it('that does not load says so, and is asked for again', async () => {
    const fixture = createFixture();
    for (const call of Object.keys(answers)) delete answers[call];
    answers['audit list'] = { status: 503, body: { error: 'x', code: 'unavailable' } };
    const path = `/settings/${fixture.tenants[0]!._id}/audit`;
    opened = await openScreen(path, fixture, '.audit .empty', answers);
    const { place } = opened;
    expect(place.querySelector('.audit .empty')!.textContent).toContain('The audit log did not load');
    delete answers['audit list'];
    await settle(() => place.querySelector<HTMLElement>('.audit .empty button')!.click());
    expect(place.querySelectorAll('.au tbody tr').length).toBeGreaterThan(1);
  });
});
