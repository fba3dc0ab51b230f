import type { Invite, Member, TenantRole } from '@sello/contracts';
import { afterEach, expect } from 'vitest';
import { createFixture } from '../../../../scripts/shots/fixture.ts';
import { queryClient } from '../../../api/queryClient.ts';
import { type OpenedScreen, openScreen } from '../../../app/routes/open-screen.fixture.tsx';
import { setLanguage } from '../../../i18n/index.ts';
import { until } from '../../../state/until.fixture.ts';

export const id = (place: number): string => String(place).padStart(24, 'd');
const at = '2026-03-19T12:00:00.000Z';
const buildMember = (place: number, local: string, more: Partial<Member> = {}): Member => ({
  _id: id(place),
  userEmail: `${local}@example.org`,
  userName: local.toUpperCase(),
  ...{ role: 'member', status: 'active', joinedAt: at },
  ...more,
});
const buildInvite = (place: number, letter: Partial<NonNullable<Invite['letter']>>): Invite => ({
  _id: id(place),
  email: `guest${place}@example.org`,
  ...{ createdAt: at, expiresAt: '2999-03-26T12:00:00.000Z' },
  letter: { state: 'sent', at, ...letter },
});
export const people = [
  buildMember(1, 'rosa', { role: 'owner' }),
  buildMember(2, 'olga', { role: 'owner' }),
  buildMember(3, 'ada', { role: 'admin' }),
  buildMember(4, 'mario'),
  buildMember(5, 'blas', { role: 'template_designer', status: 'blocked' }),
];
export const letters = [
  buildInvite(11, { state: 'queued' }),
  buildInvite(12, { state: 'sent' }),
  buildInvite(13, { state: 'refused', code: 'email_refused', reply: '550 5.1.1 No such user here' }),
  buildInvite(14, { state: 'refused', code: 'mail_paused' }),
  buildInvite(15, { state: 'unknown', code: 'email_unknown' }),
];

/** The server's answers by `resource fn`; a test may change them while the tab is open. */
export const answers: NonNullable<Parameters<typeof openScreen>[3]> = {};
export const opened: { screen?: OpenedScreen } = {};
afterEach(async () => {
  await queryClient.cancelQueries();
  if (opened.screen) await opened.screen.settle(() => setLanguage('en'));
  await opened.screen?.close();
  delete opened.screen;
});

interface Given {
  members?: Member[];
  owners?: number;
  /** The caller's roles. */
  roles?: string[];
  /** The caller's role as a member; undefined for a super admin who is none. */
  role?: TenantRole | undefined;
  invites?: Invite[];
  onlyOwner?: boolean;
}

/** Opens the members tab for rosa@example.org. */
export async function open(given: Given = {}): Promise<HTMLElement> {
  const { members = people, owners = 2, roles = ['owner'], invites = letters } = given;
  const fixture = createFixture();
  fixture.roles = roles;
  const { role: _role, ...tenant } = fixture.tenants[0]!;
  if ('role' in given) fixture.tenants[0] = given.role ? { ...tenant, role: given.role } : tenant;
  if (given.onlyOwner) fixture.tenants[0] = { ...fixture.tenants[0]!, onlyOwner: true };
  for (const call of Object.keys(answers)) delete answers[call];
  answers['members list'] = { body: { items: members, total: members.length, owners, nextCursor: null } };
  answers['members list-invites'] = { body: { items: invites, total: invites.length, nextCursor: null } };
  const path = `/settings/${tenant._id}/members`;
  opened.screen = await openScreen(path, fixture, '.mem tbody td.name bdi', answers);
  return opened.screen.place;
}

/** Runs an action and waits until no call is on its way. */
export async function settle(work: () => unknown): Promise<void> {
  await opened.screen!.settle(work);
  await until(() => expect(queryClient.isMutating()).toBe(0));
  await opened.screen!.settle();
}

export const rowOf = (place: Element, email: string): Element =>
  [...place.querySelectorAll('tbody tr')].find(({ textContent }) => textContent?.includes(email))!;
export const button = (within: Element, text: string): HTMLButtonElement =>
  [...within.querySelectorAll('button')].find(({ textContent }) => textContent?.trim() === text)!;
export const toasts = (): string[] =>
  [...document.querySelectorAll('.toast')].map(({ textContent }) => textContent ?? '');
export const bodiesOf = (call: string): unknown[] =>
  opened.screen!.bodies.filter((sent) => sent.call === call).map(({ body }) => body);

/** Types a text, or chooses an option. */
export function write(input: HTMLInputElement | HTMLSelectElement, text: string): Promise<void> {
  return settle(() => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')!.set!.call(input, text);
    input.dispatchEvent(
      new Event(input instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
    );
  });
}
