// @vitest-environment jsdom
import { act, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { activeTenant } from '../../state/activeTenant.ts';
import type * as Actions from './actions.ts';
import { useActions } from './useActions.ts';

const loaded = Promise.withResolvers<void>();
vi.mock('./actions.ts', async (original) => {
  await loaded.promise;
  return original<typeof Actions>();
});
vi.mock('../../batches/actions.ts', () => ({ showStart: () => undefined }));

afterEach(() => vi.unstubAllGlobals());

const [here, elsewhere] = ['a'.repeat(24), 'b'.repeat(24)] as const;

it('a batch is started in the organization in which it was asked for, however late the part that starts it is loaded', async () => {
  const tenants: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_input: unknown, init?: RequestInit) => {
    tenants.push(new Headers(init?.headers).get('x-tenant-id'));
    return Response.json({ batchId: 'c'.repeat(24) });
  });
  const student = { _id: 'd'.repeat(24), fullName: 'Ana', email: 'ana@example.org' } as never;
  const selection = { students: new Map([['d'.repeat(24), student]]) };
  let started: Promise<unknown> | undefined;
  function Starter() {
    const { zip, email } = useActions();
    useEffect(() => {
      started ??= Promise.all([zip(selection), email(selection, 'en')]);
    });
    return null;
  }
  activeTenant.set(here);
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root.render(<Starter />));
  activeTenant.set(elsewhere);
  loaded.resolve();
  await act(async () => void (await started));
  expect(tenants).toEqual([here, here]);
  await act(async () => root.unmount());
});
