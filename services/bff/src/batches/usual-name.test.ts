import { defineDesign } from '@sello/design';
import type { Store } from '@sello/store';
import { afterEach, expect, it, vi } from 'vitest';
import { usualNameOf } from './usual-name.ts';

afterEach(() => void vi.useRealTimers());

it('names a batch after the day that its certificates print', async () => {
  vi.useFakeTimers({ now: new Date('2026-03-15T01:00:00Z') });
  const store = {
    tenants: { get: async () => ({ timeZone: 'America/Lima' }) },
    batches: { list: async () => ({ items: [] }) },
    templates: { summaries: async () => [{ name: 'Diploma' }] },
  } as unknown as Store;
  const nameOf = (timeZone?: string) => {
    const pages = [{ id: 'page', width: 842, height: 595, elements: [] }];
    const design = defineDesign({ version: 2, locale: 'en', timeZone, pages });
    return usualNameOf(store, 't', new Map([['a', design]]) as never, {});
  };
  expect(await nameOf()).toContain('March 14, 2026');
  expect(await nameOf('UTC')).toContain('March 15, 2026');
});
