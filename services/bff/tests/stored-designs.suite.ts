import { templatesApi } from '@sello/contracts';
import { parseDesign } from '@sello/design';
import { expect, it } from 'vitest';
import { storedDesigns } from '../../../packages/render/tests/stored-designs.ts';
import type { Academy } from './academy.ts';
import type { TestStack } from './stack.ts';

/** Runs in a file that has a stack, because each takes seconds to start. */
export function testStoredDesigns(context: () => Academy & Pick<TestStack, 'store'>): void {
  it('read a design of version 1 in today’s form, and keep its rules when it is saved', async () => {
    const { ana, tenant, store } = context();
    const stored = storedDesigns['short-course es']!;
    expect(stored).toMatchObject({ version: 1 });
    const name = 'Desde la versión 1';
    const { _id: id } = await store.templates.create(tenant, { name, tags: [], design: stored });
    const { design, pages } = await ana.call(templatesApi, 'get', { tenant, query: { id } });
    expect(design).toMatchObject({ version: 2, renderingVersion: 1, locale: 'es' });
    expect(pages).toEqual(design.pages);
    expect(parseDesign(stored)).toEqual({ ok: true, design });
    await ana.call(templatesApi, 'upsert', { tenant, body: { _id: id, name, tags: [], design } });
    expect((await store.templates.get(tenant, id))!.design).toEqual(design);
    await ana.call(templatesApi, 'delete-batch', { tenant, body: { ids: [id] } });
  });
}
