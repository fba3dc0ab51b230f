// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setCaller } from '../../api/index.ts';
import { activeClient } from '../../api/tenant-client.ts';
import { setActiveTenant } from '../../state/activeTenant.ts';
import { failureOf } from './failure.ts';
import { openFile } from './open-file.ts';
import { buildDocument } from './saving.fixture.ts';

const [own, other] = ['a'.repeat(24), 'b'.repeat(24)];
const caller = { onUnauthenticated: () => undefined, beforeError: async () => undefined };

/** The organizations that requests were sent to, by the function that they called. */
let sent: [string, string | null][];
beforeEach(() => {
  sent = [];
  setCaller({ ...caller, token: async () => 'token' });
  vi.stubGlobal('fetch', async (url: string, { headers }: RequestInit) => {
    const tenantId = new Headers(headers).get('x-tenant-id');
    sent.push([new URLSearchParams(url.split('?')[1]).get('fn')!, tenantId]);
    // The membership of the first organization has ended.
    if (tenantId === own) return Response.json({ code: 'not_member', error: 'No member' }, { status: 403 });
    return Response.json({ _id: 'c'.repeat(24), rev: 1, updatedAt: '2026-11-22T10:39:00.000Z' });
  });
});
afterEach(() => {
  setActiveTenant(null);
  vi.unstubAllGlobals();
});

const request = { key: 'key', from: null, document: buildDocument('Ana'), thumbnail: null };
const options = { signal: new AbortController().signal, isLeaving: false };

it('stores a new template in the organization in which it was begun, or nowhere', async () => {
  setActiveTenant(own);
  const file = await openFile({
    kind: 'template',
    id: null,
    client: activeClient(),
    blank: () => buildDocument(''),
  });
  setActiveTenant(other);
  const saved = await file!.transport.send(request, options).catch(failureOf);
  await file!.transport.freeze('c'.repeat(24)).catch(() => undefined);
  await file!.transport.upload(new Blob(['picture'])).catch(() => undefined);
  expect(sent).toEqual([
    ['upsert', own],
    ['freeze', own],
    ['upload', own],
  ]);
  // The person is told that the template is not saved.
  expect(saved).toBe('forbidden');
});

it('opens a template of the organization in which it was asked for, whatever is chosen meanwhile', async () => {
  setActiveTenant(other);
  const opened = openFile({
    ...{ kind: 'template', id: 'c'.repeat(24), client: activeClient() },
    blank: () => buildDocument(''),
  });
  setActiveTenant(own);
  await opened;
  expect(sent).toEqual([['get', other]]);
});
