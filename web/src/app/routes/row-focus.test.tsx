// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { createFixture, type Fixture } from '../../../scripts/shots/fixture.ts';
import { queryClient } from '../../api/queryClient.ts';
import { until } from '../../state/until.fixture.ts';
import { type OpenedScreen, openScreen } from './open-screen.fixture.tsx';

let opened: OpenedScreen | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

type Answers = NonNullable<Parameters<typeof openScreen>[3]>;
const done = { body: { success: true } };
const at = '2026-03-19T12:00:00.000Z';
const idOf = (place: number) => String(place).padStart(24, 'd');
const listOf = (items: unknown[]) => ({ body: { items, total: items.length, owners: 2, nextCursor: null } });
const members = [1, 2, 3].map((place) => ({
  ...{ _id: idOf(place), userEmail: `m${place}@example.org`, userName: '', role: 'member' },
  ...{ status: 'active', joinedAt: at },
}));
const invites = [4, 5, 6].map((place) => ({
  ...{ _id: idOf(place), email: `guest${place}@example.org`, createdAt: at },
  ...{ expiresAt: '2026-03-26T12:00:00.000Z', letter: { state: 'sent', at } },
}));

interface Case {
  name: string;
  path: (fixture: Fixture) => string;
  row: string;
  /** The control that deletes the row, or opens what asks for it. */
  control: string;
  answers: Answers;
  /** What the server answers once the second row is deleted. */
  remove: (fixture: Fixture, answers: Answers) => unknown;
}

const membersPath = ({ tenants }: Fixture) => `/settings/${tenants[0]!._id}/members`;
const cases: Case[] = [
  {
    name: 'the menu of a student',
    path: () => '/students',
    ...{ row: '.reg tbody tr', control: '[aria-haspopup]', answers: { 'students delete': done } },
    remove: ({ students }) => students.splice(1, 1),
  },
  {
    name: 'the menu of an entry of the catalog',
    path: () => '/catalog',
    ...{ row: '.sheets > li', control: '[aria-haspopup]', answers: {} },
    remove: ({ catalog }) => catalog.splice(1, 1),
  },
  {
    name: 'the menu of a member',
    ...{ path: membersPath, row: '.mem:not(.inv) tbody tr', control: '[aria-haspopup]' },
    answers: {
      ...{
        'members list': listOf(members),
        'members list-invites': listOf([]),
        'members remove-member': done,
      },
    },
    remove: (_, answers) => Object.assign(answers, { 'members list': listOf(members.toSpliced(1, 1)) }),
  },
  {
    name: 'the button of an invitation',
    ...{ path: membersPath, row: '.mem.inv tbody tr', control: 'button:last-child' },
    answers: {
      ...{ 'members list': listOf(members), 'members list-invites': listOf(invites) },
      'members revoke-invite': done,
    },
    remove: (_, answers) =>
      Object.assign(answers, { 'members list-invites': listOf(invites.toSpliced(1, 1)) }),
  },
  {
    name: 'the button of a session',
    path: () => '/account',
    ...{ row: '.sessions-table tbody tr:has(button)', control: 'button', answers: {} },
    remove: ({ sessions }) => sessions.splice(2, 1),
  },
];

it.each(cases)('a row deleted by $name leaves the focus to the next row', async (given) => {
  const { path, row, control, answers, remove } = given;
  const fixture = createFixture();
  fixture.roles = ['super_admin'];
  const current = { ...answers };
  opened = await openScreen(path(fixture), fixture, `${row} ${control}`, current);
  const { place, settle } = opened;
  const rows = () => [...place.querySelectorAll(row)];
  const count = rows().length;
  const next = rows()[2]!.textContent;
  const button = rows()[1]!.querySelector<HTMLElement>(control)!;
  button.focus();
  const isMenu = button.hasAttribute('aria-haspopup');
  if (!isMenu) remove(fixture, current);
  await settle(() => button.click());
  if (isMenu) {
    await settle(() => document.querySelector<HTMLElement>('.menu-item.bad')!.click());
    remove(fixture, current);
    const act = () => document.querySelector<HTMLElement>('.dialog .end button:last-child');
    await until(() => expect(act()).not.toBeNull());
    await settle(() => act()!.click());
  }
  await until(() => expect(queryClient.isMutating()).toBe(0));
  await settle();
  expect(rows()).toHaveLength(count - 1);
  expect(rows()[1]!.textContent).toBe(next);
  await vi.waitFor(() => expect(document.activeElement).toBe(rows()[1]!.querySelector(control)));
});
