import { templatesApi } from '@sello/contracts';
import { parseDesign } from '@sello/design';
import { expect, it } from 'vitest';
import { storedDesigns } from '../../../packages/render/tests/stored-designs.ts';
import type { Academy } from './academy.ts';
import type { TestStack } from './stack.ts';

/** Runs in a file that has a stack, because each takes seconds to start. */
export function testStoredDesigns(context: () => Academy & Pick<TestStack, 'store'>): void {
  it('answers a design of version 1 in today’s form, in which it is saved', async () => {
    const { ana, tenant, store } = context();
    const stored = storedDesigns['short-course es']!;
    expect(stored).toMatchObject({ version: 1 });
    const name = 'Desde la versión 1';
    const { _id: id } = await store.templates.create(tenant, { name, tags: [], design: stored });
    const parsed = parseDesign(stored);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
    const template = await ana.call(templatesApi, 'get', { tenant, query: { id } });
    expect(template).toMatchObject({ ...parsed.design, version: 2, locale: 'es' });
    await ana.call(templatesApi, 'upsert', { tenant, body: template });
    expect((await store.templates.get(tenant, id))!.design).toEqual(parsed.design);
    await ana.call(templatesApi, 'delete-batch', { tenant, body: { ids: [id] } });
  });
}
