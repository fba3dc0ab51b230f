import type { Fixture } from './fixture.ts';
import type { Overrides } from './mock.ts';
import { dialog, type Scene } from './scene.ts';

const path = '/settings/{tenant}/members';
const id = (place: number): string => String(place).padStart(24, 'd');
const day = (text: string): string => `${text}T12:00:00.000Z`;
const long = (fixture: Fixture): boolean => (fixture.tenants[0]?.name.length ?? 0) > 60;

const membersOf = (fixture: Fixture) =>
  (
    [
      ['rosa.ccori', 'Rosa Ccori', 'owner', 'active', '2024-01-02'],
      ['inigo.echeverria', 'Iñigo Echeverría', 'admin', 'active', '2024-02-11'],
      ['beatriz.magalhaes', 'Beatriz Magalhães', 'template_designer', 'active', '2025-08-06'],
      ['joaquim.teles', 'Joaquim Teles', 'member', 'active', '2026-03-19'],
      ['oscar.huaman', 'Óscar Huamán', 'member', 'blocked', '2026-03-19'],
    ] as const
  ).map(([local, userName, role, status, joined], place) => ({
    _id: id(place),
    userEmail: `${local}${long(fixture) && place > 0 ? 'unbroken'.repeat(5) : ''}@cordillera.example`,
    userName,
    ...{ role, status, joinedAt: day(joined) },
  }));
const letters = [
  { state: 'queued', reply: '451 4.7.1 Greylisted, try again later', retryAt: new Date().toISOString() },
  { state: 'sent' },
  { state: 'refused', reply: '550 5.1.1 No such user here' },
  { state: 'unknown' },
  { state: 'sent' },
] as const;
const guests = ['pilar.cardenas', 'caetano.brandao', 'guadalupe.yanez', 'ximena.penaloza', 'tomas.iberico'];
const daysAgo = (days: number): string => new Date(Date.now() - days * 24 * 60 * 60_000).toISOString();
/** Each a day older than the one before; the last one has expired. */
const invites = letters.map((letter, place) => ({
  _id: id(place + 10),
  email: `${guests[place]}@oficina.example`,
  ...{ createdAt: daysAgo(place * 2), expiresAt: daysAgo(place * 2 - 7) },
  letter: { ...letter, at: daysAgo(place * 2) },
  code: `4Q7KM2XT${place}P`,
  reference: id(place + 10) + '5'.repeat(32),
}));
const lists = (fixture: Fixture, more: Overrides = {}): Overrides => ({
  'members list': { body: { items: membersOf(fixture), total: 5, owners: 1, nextCursor: null } },
  'members list-invites': { body: { items: invites, total: invites.length, nextCursor: null } },
  ...more,
});

/** The members of an organization and the invitations to it. */
export const membersScenes: readonly Scene[] = [
  { name: 'members', path, signedIn: true, answers: lists },
  {
    name: 'members-loading',
    path,
    signedIn: true,
    answers: () => ({ 'members list': 'never', 'members list-invites': 'never' }),
  },
  {
    name: 'members-broken',
    path,
    signedIn: true,
    answers: (fixture) =>
      lists(fixture, {
        'members list': { status: 503, body: { error: 'x', code: 'unavailable', requestId: '01J8-4C7Q' } },
      }),
    act: (page) => page.locator('.empty').waitFor(),
  },
  {
    name: 'members-uninvited',
    path,
    signedIn: true,
    answers: (fixture) =>
      lists(fixture, {
        'members invite': {
          body: {
            invites: invites.slice(0, 1),
            uninvited: [{ email: 'joaquim.teles@cordillera.example', code: 'already_member' }],
          },
        },
      }),
    act: async (page) => {
      await page
        .locator('.invite-form input')
        .fill('nadia@oficina.example, joaquim.teles@cordillera.example,');
      await page.locator('.invite-form button[type=submit]').click();
      await page.locator('.uninvited').waitFor();
    },
  },
  {
    name: 'members-role',
    path,
    signedIn: true,
    answers: lists,
    act: async (page) => {
      await page.locator('.mem select').nth(3).selectOption('admin');
      await dialog(page).waitFor();
    },
  },
  {
    name: 'members-remove',
    path,
    signedIn: true,
    answers: lists,
    act: async (page) => {
      await page.locator('.mem .act button').nth(2).click();
      await page.locator('[role=menuitem]').last().click();
      await dialog(page).waitFor();
    },
  },
];
