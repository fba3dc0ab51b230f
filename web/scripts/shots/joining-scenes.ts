import type { Page } from 'playwright-core';
import type { Fixture } from './fixture.ts';
import type { Overrides } from './mock.ts';
import type { Scene } from './scene.ts';

const id = (place: number): string => String(place).padStart(24, 'a');
/** By its id alone, as links from before there were secrets. */
const pathById = `/accept-invite/${id(1)}`;
const path = `${pathById}${'5'.repeat(32)}`;
const day = (place: number, hour = 15): string => new Date(Date.UTC(2026, 10, place, hour)).toISOString();

const nameOf = ({ tenants }: Fixture): string => tenants[0]?.name ?? 'Instituto Cordillera';
const invitesOf = (fixture: Fixture) =>
  [nameOf(fixture), 'Escola de Enfermagem Santa Inês', 'Colegio de Farmacéuticos de Zamora'].map(
    (tenantName, place) => ({
      ...{ _id: id(place + 1), tenantId: id(9 - place), tenantName },
      identity: { kind: place === 2 ? 'unproven' : 'operator' },
      inviter: ['rosa.ccori', 'ines.saldanha', 'pilar.cardenas'][place]!.concat('@direccion.example'),
      ...{ createdAt: day(18 - place), expiresAt: day(25 - place) },
    }),
  );
const info = (fixture: Fixture, state = 'pending'): Overrides => ({
  'members get-invite-info': { body: { tenantName: nameOf(fixture), state } },
});
const problem = (status: number, code: string, details?: object) => ({
  status,
  body: { error: 'x', code, requestId: 'r', details },
});
const alone = (fixture: Fixture): void => void fixture.tenants.splice(0);

const typeCode = async (page: Page): Promise<void> => {
  await page.locator('.code-line input').fill('4Q7KM 2XT9P');
  await page.locator('.code-line input').blur();
};

/** Joining and creating an organization. */
export const joiningScenes: readonly Scene[] = [
  {
    name: 'onboarding-select',
    path: '/onboarding',
    signedIn: true,
    fixture: alone,
  },
  {
    name: 'onboarding-create',
    path: '/onboarding?mode=create',
    signedIn: true,
    act: (page) => page.locator('form button[type=submit]').click(),
  },
  {
    name: 'onboarding-invitees',
    path: '/onboarding?mode=create',
    signedIn: true,
    act: async (page) => {
      const fields = page.locator('form input');
      await fields.first().fill('Escola de Enfermagem Santa Inês');
      await fields
        .last()
        .fill(
          'beatriz.magalhaes@santaines.example, renata.davila@santaines.example, ines.saldanha@santaines,',
        );
      await page.locator('.tags.is-wrong').waitFor();
    },
  },
  {
    name: 'onboarding-without-invites',
    path: '/onboarding?mode=create',
    signedIn: true,
    answers: (fixture) => ({
      'tenants create': { body: { ...fixture.tenants[0], name: 'Escola de Enfermagem Santa Inês' } },
      'members invite': problem(429, 'rate_limited', { retryAfter: 48 }),
    }),
    act: async (page) => {
      const fields = page.locator('form input');
      await fields.first().fill('Escola de Enfermagem Santa Inês');
      await fields.last().fill('beatriz.magalhaes@santaines.example,');
      await page.locator('form button[type=submit]').click();
      await page.locator('.note--warn').waitFor();
    },
  },
  {
    name: 'onboarding-join',
    path: '/onboarding?mode=join',
    signedIn: true,
    fixture: alone,
    answers: () => ({ 'invites validate': { body: { tenantName: 'Instituto Cordillera' } } }),
    act: async (page) => {
      await typeCode(page);
      await page.locator('.opens').waitFor();
    },
  },
  {
    name: 'onboarding-join-wrong',
    path: '/onboarding?mode=join',
    signedIn: true,
    fixture: alone,
    answers: () => ({ 'invites validate': problem(404, 'invalid_invite') }),
    act: async (page) => {
      await typeCode(page);
      await page.locator('.hint.bad').waitFor();
    },
  },
  {
    name: 'invite-accept',
    path,
    signedIn: true,
    answers: (fixture) => ({
      ...info(fixture),
      'members my-pending-invites': { body: invitesOf(fixture).slice(0, 1) },
    }),
  },
  {
    name: 'invite-unproven',
    path,
    signedIn: true,
    answers: (fixture) => ({
      ...info(fixture),
      'members my-pending-invites': {
        body: invitesOf(fixture)
          .slice(0, 1)
          .map((invite) => ({
            ...invite,
            identity: { kind: 'unproven' },
            inviter: 'ventas@rapida.example',
          })),
      },
    }),
  },
  {
    name: 'invite-accepted',
    path,
    signedIn: true,
    answers: (fixture) => ({
      ...info(fixture),
      'members my-pending-invites': { body: invitesOf(fixture).slice(0, 1) },
      'members accept-invite': { body: { tenantId: id(9), tenantName: nameOf(fixture) } },
    }),
    act: async (page) => {
      await page.locator('.form-acts .btn').first().click();
      await page.locator('.note--ok').waitFor();
      await page.locator('.form-acts a').focus();
    },
  },
  { name: 'invite-signed-out', path, answers: info },
  { name: 'invite-by-id', path: pathById, answers: info },
  {
    name: 'invite-other-address',
    path,
    signedIn: true,
    answers: (fixture) => ({ ...info(fixture), 'members my-pending-invites': { body: [] } }),
  },
  { name: 'invite-gone', path, answers: () => ({ 'members get-invite-info': problem(404, 'not_found') }) },
  {
    name: 'invite-broken',
    path,
    signedIn: true,
    answers: (fixture) => ({
      ...info(fixture),
      'members my-pending-invites': { body: invitesOf(fixture).slice(0, 1) },
      'members accept-invite': problem(503, 'unavailable'),
    }),
    act: async (page) => {
      await page.locator('.form-acts .btn').first().click();
      await page.locator('.note--bad').waitFor();
    },
  },
  {
    name: 'invites-pending',
    path: '/pending-invites',
    signedIn: true,
    fixture: alone,
    answers: (fixture) => ({ 'members my-pending-invites': { body: invitesOf(fixture) } }),
  },
];
