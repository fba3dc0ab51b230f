import { afterEach, expect, it, vi } from 'vitest';
import { setCaller } from '../../../api/index.ts';
import { activeClient } from '../../../api/tenant-client.ts';
import { setActiveTenant } from '../../../state/activeTenant.ts';
import { type Asked, startZip } from '../actions.ts';
import { growthAsked } from './growth.ts';

const [own, other] = ['a'.repeat(24), 'b'.repeat(24)];
const counts = { count: 40, certified: 40, reachable: 40, withEmail: 40, templates: [] };
const everybody = { filter: {}, counts: { ...counts, madeAt: '2026-11-22T10:39:00.000Z' } };
const spoken = { t: String, format: { number: String } } as unknown as Omit<Asked, 'client'>;

afterEach(() => {
  setActiveTenant(null);
  vi.unstubAllGlobals();
});

it('sends the answer to a question about a choice to the organization in which it was made', async () => {
  setCaller({
    token: async () => 'token',
    onUnauthenticated: () => undefined,
    beforeError: async () => undefined,
  });
  const growth = { seen: 40, count: 40, total: 41, added: 1, by: [] };
  const answers = [
    () => Response.json({ code: 'selection_grew', error: 'More', details: growth }, { status: 409 }),
    () => Response.json({ batchId: 'c'.repeat(24) }, { status: 202 }),
  ];
  const sent: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    sent.push(new Headers(headers).get('x-tenant-id'));
    return answers.shift()!();
  });
  setActiveTenant(own);
  const started = startZip({ students: new Map(), rule: everybody }, { ...spoken, client: activeClient() });
  await vi.waitFor(() => expect(growthAsked.get().asked).not.toBeNull());
  setActiveTenant(other);
  growthAsked.get().asked!.answer('take');
  expect(await started).toBe('c'.repeat(24));
  expect(sent).toEqual([own, own]);
});
