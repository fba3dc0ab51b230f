// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import { auditPeople } from '../../../scripts/shots/audit-lines.ts';
import { createFixture } from '../../../scripts/shots/fixture.ts';
import { until } from '../../state/until.fixture.ts';
import { type OpenedScreen, openScreen } from './open-screen.fixture.tsx';

let opened: OpenedScreen | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

/** As a browser does: the value is set, and the event bubbles to where React listens. */
function fill(field: HTMLSelectElement | HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, value);
  field.dispatchEvent(new Event(field.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }));
}
/** In the select that has this value. */
function choose(value: string): void {
  const all = [...document.querySelectorAll<HTMLSelectElement>('main select')];
  fill(all.find(({ options }) => [...options].some((option) => option.value === value))!, value);
}
const field = () => document.querySelector<HTMLInputElement>('main input[type=search]')!;
const type = (text: string) => fill(field(), text);
const press = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent?.trim() === name)!.click();
/** The next event of a user may come before React renders what follows from the one before. */
const nextEvent = () => new Promise<void>((resolve) => setTimeout(resolve));
const asked = (call: string) =>
  opened!.calls
    .filter((one) => one.startsWith(`${call}?`))
    .map((one) => Object.fromEntries(new URLSearchParams(one.slice(one.indexOf('?')))));

const fixture = createFixture();
const lists = [
  {
    ...{ path: '/batches', call: 'batches list', as: {} },
    steps: [() => choose('failed'), () => choose('email')],
    expected: { state: 'failed', kind: 'email' },
  },
  {
    ...{ path: '/students', call: 'students list', as: {} },
    steps: [
      () => press('Filters'),
      () => choose('certified'),
      () => choose(fixture.templates[0]!._id),
      () => choose('500'),
      () => press('ID number'),
    ],
    expected: {
      certification: 'certified',
      templateId: fixture.templates[0]!._id,
      limit: '500',
      sort: 'idNumber',
    },
  },
  {
    ...{ path: `/settings/${fixture.tenants[0]!._id}/audit`, call: 'audit list', as: {} },
    steps: [() => choose('members'), () => choose(auditPeople[0]!.id), () => type('Ana ')],
    expected: { kind: 'members', person: auditPeople[0]!.id, search: 'Ana' },
  },
  {
    ...{ path: '/organizations', call: 'organizations list', as: { roles: ['super_admin'] } },
    steps: [() => type('Ana '), () => choose('domain'), () => choose('true')],
    expected: { search: 'Ana', identity: 'domain', paused: 'true' },
  },
];

it.each(lists)(
  'choices made in quick succession all count: $path',
  async ({ path, call, as, steps, expected }) => {
    opened = await openScreen(path, { ...fixture, ...as }, 'tbody tr:not(.waiting)');
    await opened.settle(async () => {
      for (const step of steps) {
        step();
        await nextEvent();
      }
    });
    await until(() => expect(asked(call).at(-1)).toMatchObject(expected));
  },
);
