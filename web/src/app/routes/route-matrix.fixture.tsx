import { permission, permissionsOf, type Role } from '@sello/contracts';
import { notifyManager } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { vi } from 'vitest';
import { answersOf, callOf } from '../../../scripts/shots/answers.ts';
import { createFixture } from '../../../scripts/shots/fixture.ts';
import { queryClient } from '../../api/queryClient.ts';
import { session } from '../../auth/session.ts';
import { startTexts } from '../../i18n/index.ts';
import { setActiveTenant } from '../../state/activeTenant.ts';
import { opening } from './open-document.ts';
import { routeObjects } from './router.tsx';

/** Somebody who opens a path. */
export interface Visitor {
  isSignedIn: boolean;
  role?: Role;
  /** Whether the server lists the organization for them. */
  belongs: boolean;
  /** Whether their browser had the organization open before, as that of a person who was blocked since. */
  belonged?: true;
}

const fixture = createFixture();
export const tenantId = fixture.tenants[0]!._id;
export const inviteId = 'b'.repeat(24);

const invitationOf = (place: number) => ({
  identity: { kind: 'operator' },
  _id: inviteId.slice(1) + place,
  tenantId,
  tenantName: `Escuela ${place}`,
  createdAt: new Date().toISOString(),
  expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
});

function answer(call: string, tenant: string | null, { role, belongs }: Visitor, invitations: number) {
  if (call === 'tenants my') return belongs ? fixture.tenants.slice(0, 1) : [];
  if (call === 'rpc get_all_user_data') {
    const isSuper = role === 'super_admin';
    const held = role && (belongs || isSuper) ? permissionsOf[role] : [];
    return { permissions: held, roles: role && (belongs || isSuper) ? [role] : [] };
  }
  if (call === 'members get-invite-info') return { tenantName: 'Escuela 0', state: 'pending' };
  if (call === 'members my-pending-invites') {
    return Array.from({ length: invitations }, (_, place) => invitationOf(place));
  }
  if (call === 'batches get') return undefined;
  // As the server refuses everything of an organization to people who do not belong to it.
  if (tenant !== null && !belongs && role !== 'super_admin') return undefined;
  return answersOf(fixture)[call];
}

/** What is on the page: the path, if it is not the asked one, and the heading, or the words of a refusal. */
function shown(asked: string, pathname: string, place: HTMLElement): string {
  const text = (selector: string) => place.querySelector(selector)?.textContent?.trim() ?? '';
  const front = pathname === asked ? '' : `${pathname}: `;
  if (place.querySelector('main[aria-busy=true]')) return 'waiting';
  const refusal = place.querySelector('main.denied') ? `. ${text('main.denied .lead')}` : '';
  const [missing] = permission.options.filter((one) => text('main.denied').includes(one));
  return `${front}${text('main h1')}${refusal}${missing ? `: ${missing}` : ''}`;
}

let texts: Promise<unknown> | undefined;

/**
 * Opens a path with the real router, layouts and guards, for a visitor to whom so many invitations were sent. Resolves with
 * what is shown once that is `expected` and nothing more is asked of the server, or after five seconds.
 */
export async function visit(path: string, visitor: Visitor, expected: string, invitations = 0) {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.stubGlobal('scrollTo', () => undefined);
  notifyManager.setScheduler(queueMicrotask);
  const documents = vi.spyOn(opening, 'document').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    const url = new URL(input instanceof Request ? input.url : input, 'http://localhost');
    const tenant = new Headers(init?.headers).get('x-tenant-id');
    const call = callOf(url);
    // No letter has this link.
    if (call === 'verify confirm-report')
      return Response.json({ error: 'x', code: 'report_link_invalid' }, { status: 404 });
    const body = answer(call, tenant, visitor, invitations);
    return Response.json(body ?? { error: 'x', code: 'not_member' }, { status: body ? 200 : 403 });
  });
  texts ??= startTexts();
  await texts;
  const user = { id: 'rosa', email: 'rosa@example.org', name: 'Rosa' };
  session.set(
    visitor.isSignedIn ? { status: 'signed-in', user, accessToken: 'token' } : { status: 'signed-out' },
  );
  setActiveTenant(visitor.belongs || visitor.belonged ? tenantId : null);
  const router = createMemoryRouter(routeObjects, { initialEntries: [path] });
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  root.render(<RouterProvider router={router} />);
  const now = (): string => {
    // The editor's pages are left in a document of its own.
    const [left] = documents.mock.calls.at(-1) ?? [];
    return left ? `document ${left}` : shown(path, router.state.location.pathname, place);
  };
  const settled = async (): Promise<void> => {
    if (queryClient.isFetching() > 0 || now() !== expected) throw new Error(now());
  };
  try {
    await vi.waitFor(settled, { interval: 10 });
    // Nothing leads on from here.
    await new Promise((resolve) => setTimeout(resolve, 0));
    return now();
  } catch {
    return now();
  } finally {
    root.unmount();
    place.remove();
    queryClient.clear();
    session.set({ status: 'starting' });
    setActiveTenant(null);
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  }
}
