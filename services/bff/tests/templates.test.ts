import { readFile } from 'node:fs/promises';
import { apis, limits, templatesApi } from '@sello/contracts';
import type { ApiClient } from '@sello/dev-stack';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeExports } from './exports.suite.ts';
import { startTestStack, type TestStack } from './stack.ts';
import { describeTemplateTags } from './template-tags.suite.ts';
import { describeUploads } from './uploads.suite.ts';

let stack: TestStack;
let mongo: MongoClient;
let ana: ApiClient;
let root: ApiClient;
let tenant: string;

beforeAll(async () => {
  stack = await startTestStack();
  mongo = await MongoClient.connect(stack.backings.env.MONGO_URL!);
  ana = await stack.signIn('ana@example.org');
  root = await stack.signIn('root@sello.example');
  tenant = (await ana.call(apis.tenants, 'create', { body: { name: 'Academia Ana' } }))._id;
});
afterAll(async () => {
  await mongo?.close();
  await stack?.close();
});

const box = { x: 0, y: 0, width: 100, height: 100 };
const text = (id: string, words: string) => ({
  ...{ ...box, id, type: 'text' as const, fontFamily: 'Newsreader', fontSize: 12 },
  paragraphs: [{ runs: [{ text: words }] }],
});
const pagesOf = (...elements: object[]) => [
  { id: 'p', width: 400, height: 300, elements: elements as never },
];
const pages = (words = 'x') => pagesOf(text('a', words));

const create = (name = 'Diploma') =>
  ana.call(templatesApi, 'upsert', { tenant, body: { name, pages: pages(), tags: ['a'] } });
const save = (_id: string, rev: number, words: string, idempotencyKey?: string) =>
  ana.call(templatesApi, 'upsert', {
    tenant,
    body: { _id, rev, name: 'Diploma', pages: pages(words) },
    ...(idempotencyKey && { idempotencyKey }),
  });
const get = (id: string) => ana.call(templatesApi, 'get', { tenant, query: { id } });
const history = async (id: string) =>
  (await ana.call(templatesApi, 'revisions', { tenant, query: { id } })).items;
const wordsOf = ({ pages: [page] }: { pages: unknown[] }) => {
  const [element] = (page as { elements: ReturnType<typeof text>[] }).elements;
  return element!.paragraphs[0]!.runs[0]!.text;
};

describe('a template', () => {
  it('is one flat shape, which can be sent back as it was read', async () => {
    const made = await ana.call(templatesApi, 'upsert', {
      tenant,
      body: { name: 'Plano', tags: ['a', 'a'], pages: pages(), variables: [{ name: 'custom.x' }] },
    });
    expect(made).toMatchObject({ name: 'Plano', tags: ['a'], rev: 1 });
    const read = await get(made._id);
    expect(read).toMatchObject({
      version: 2,
      locale: 'en',
      dateStyle: 'long',
    });
    expect(read).not.toHaveProperty('timeZone');
    expect(read).toMatchObject({
      updatedBy: 'Ana',
      variables: [{ name: 'custom.x', kind: 'text' }],
    });
    const body = { ...read, locale: 'pt-BR' };
    expect(await ana.call(templatesApi, 'upsert', { tenant, body })).toMatchObject({ rev: 2 });
    const { updatedAt: _, rev: __, ...again } = await get(made._id);
    const { updatedAt: _a, rev: _b, ...sent } = body;
    expect(again).toEqual(sent);
  });

  it('needs a name, and a rev when it is changed', async () => {
    const { _id } = await create();
    for (const name of [undefined, '', '  ', null]) {
      const body = { name, pages: pages() } as never;
      await expect(ana.call(templatesApi, 'upsert', { tenant, body })).rejects.toMatchObject({
        code: 'template_name_required',
        message: /The template needs a name/,
      });
    }
    const body = { _id, name: 'x', pages: pages() };
    await expect(ana.call(templatesApi, 'upsert', { tenant, body })).rejects.toMatchObject({
      ...{ status: 400, code: 'invalid_payload' },
      details: { issues: [{ path: 'rev', message: 'required with _id' }] },
    });
  });

  it('saved by somebody else meanwhile is not overwritten: of racing saves one wins', async () => {
    const { _id } = await create();
    await root.call(templatesApi, 'upsert', {
      tenant,
      body: { _id, rev: 1, name: 'Root’s', pages: pages('root') },
    });
    const refused = await save(_id, 1, 'ana').catch((error: unknown) => error);
    expect(refused).toMatchObject({
      ...{ status: 409, code: 'template_conflict' },
      details: { rev: 2, updatedAt: expect.any(String), updatedBy: 'Root' },
    });
    expect(wordsOf(await get(_id))).toBe('root');

    const racing = ['one', 'two', 'three'];
    const results = await Promise.allSettled(racing.map((words) => save(_id, 2, words)));
    const won = results.findIndex(({ status }) => status === 'fulfilled');
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await get(_id)).toMatchObject({ rev: 3 });
    expect(wordsOf(await get(_id))).toBe(racing[won]);

    const once = await save(_id, 3, 'once', 'save-1');
    expect(await save(_id, 3, 'once', 'save-1')).toEqual(once);
    expect((await get(_id)).rev).toBe(4);
    await expect(save('f'.repeat(24), 1, 'gone')).rejects.toMatchObject({ code: 'template_not_found' });
  });
});

describe('revisions', () => {
  /** As if that much time had passed since the template was created and last frozen. */
  async function age(collection: string, filter: object, ms: number): Promise<void> {
    const then = new Date(Date.now() - ms);
    await mongo
      .db()
      .collection(collection)
      .updateMany(filter, { $set: { createdAt: then, frozenAt: then } });
  }

  it('are frozen on leaving, by name, and before ten minutes of edits are overwritten', async () => {
    const { _id } = await create();
    await save(_id, 1, 'second');
    expect(await history(_id)).toEqual([]);
    const freeze = (body: { reason: 'left' | 'named'; label?: string }) =>
      ana.call(templatesApi, 'freeze', { tenant, body: { id: _id, ...body } });
    await freeze({ reason: 'left' });
    expect(await history(_id)).toMatchObject([{ name: 'Diploma', reason: 'left', createdBy: 'Ana' }]);
    await save(_id, 2, 'third');
    expect(await history(_id)).toHaveLength(1);
    await age('templates', { _id: _id as never }, limits.revisionEveryMs + 1_000);
    await save(_id, 3, 'fourth');
    await save(_id, 4, 'fifth');
    expect((await history(_id)).map(({ reason }) => reason)).toEqual(['edited', 'left']);
    await freeze({ reason: 'named', label: 'Ready' });
    const all = await history(_id);
    expect(all.map(({ reason, label }) => label ?? reason)).toEqual(['Ready', 'edited', 'left']);
    const past = await Promise.all(
      all.map((one) =>
        ana.call(templatesApi, 'revision', { tenant, query: { id: _id, revisionId: one._id } }),
      ),
    );
    expect(past.map((one) => wordsOf(one!))).toEqual(['fifth', 'third', 'second']);
    expect(past[0]).toMatchObject({ _id, name: 'Diploma', tags: [], updatedBy: 'Ana' });
    expect(past[0]).not.toHaveProperty('rev');
    await expect(freeze({ reason: 'named' })).rejects.toMatchObject({ code: 'invalid_payload' });
    await expect(freeze({ reason: 'left', label: 'x' })).rejects.toMatchObject({ code: 'invalid_payload' });
  });

  it('keep what an editor has and does not save, which is restored like any other and must be as valid', async () => {
    const { _id } = await create();
    const freeze = (elements: object) =>
      ana.call(templatesApi, 'freeze', {
        tenant,
        body: {
          ...{ id: _id, reason: 'named', label: 'Not taken' },
          unsaved: { name: 'Mine', pages: pagesOf(elements) },
        },
      });
    const kept = await freeze(text('a', 'mine'));
    expect(kept).toMatchObject({ name: 'Mine', reason: 'named', label: 'Not taken', createdBy: 'Ana' });
    expect(await get(_id)).toMatchObject({ rev: 1, name: 'Diploma' });
    expect(wordsOf(await get(_id))).toBe('x');
    const body = { id: _id, revisionId: kept._id, rev: 1 };
    expect(await ana.call(templatesApi, 'restore', { tenant, body })).toMatchObject({ name: 'Mine', rev: 2 });
    expect(wordsOf(await get(_id))).toBe('mine');
    await expect(freeze({ ...text('a', 'x'), fontFamily: 'Nobody Has This' })).rejects.toMatchObject({
      code: 'template_font_unknown',
    });
    expect(await history(_id)).toHaveLength(2);
  });

  it('are restored as a new rev, and what they replace is kept', async () => {
    const { _id } = await create();
    await ana.call(templatesApi, 'freeze', { tenant, body: { id: _id, reason: 'overwritten' } });
    const [first] = await history(_id);
    await save(_id, 1, 'later');
    const restore = (revisionId: string, rev: number, id = _id) =>
      ana.call(templatesApi, 'restore', { tenant, body: { id, revisionId, rev } });
    await expect(restore(first!._id, 1)).rejects.toMatchObject({
      code: 'template_conflict',
      details: { rev: 2 },
    });
    expect(await history(_id)).toMatchObject([{ reason: 'overwritten' }]);
    expect(await restore(first!._id, 2)).toMatchObject({ _id, rev: 3 });
    expect(wordsOf(await get(_id))).toBe('x');
    const [kept] = await history(_id);
    expect(kept).toMatchObject({ reason: 'restored' });
    await restore(kept!._id, 3);
    expect(wordsOf(await get(_id))).toBe('later');

    const other = await create('Other');
    await expect(restore(kept!._id, 1, other._id)).rejects.toMatchObject({ code: 'revision_not_found' });
    const query = { id: other._id, revisionId: kept!._id };
    await expect(ana.call(templatesApi, 'revision', { tenant, query })).rejects.toMatchObject({
      status: 404,
    });
  });
});

describe('the limits of a design', () => {
  const nested = (depth: number): object =>
    depth === 0
      ? text('leaf', 'x')
      : { ...box, id: `g${depth}`, type: 'group', elements: [nested(depth - 1)] };
  const path = (length: number) => ({
    ...{ ...box, id: 'path', name: 'Drawing', type: 'path', viewBox: [0, 0, 1, 1] },
    d: `M0 0${'L1 1'.repeat(length)}`.slice(0, length),
  });
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ ...box, id: `r${index}`, type: 'rectangle' }));
  const image = (assetId: string) => ({
    ...box,
    id: 'i',
    name: 'Crest',
    type: 'image',
    source: { kind: 'asset', assetId },
  });

  it.each([
    [
      '4 MB',
      Array.from({ length: 21 }, (_, index) => ({ ...path(199_000), id: `p${index}` })),
      'template_too_large',
      {},
    ],
    ['1,001 elements on a page', many(1_001), 'template_elements_exceeded', { max: 1_000 }],
    ['groups nested nine deep', [nested(9)], 'template_groups_too_deep', { max: 8 }],
    [
      'a path of 200,001 characters',
      [path(200_001)],
      'template_path_too_long',
      { element: 'Drawing', max: 200_000 },
    ],
    ['two equal ids', [text('a', 'x'), text('a', 'y')], 'template_id_repeated', { id: 'a', element: 'y' }],
    [
      'a font nobody has',
      [{ ...text('a', 'x'), fontFamily: 'Comic Sans' }],
      'template_font_unknown',
      { element: 'x', elementId: 'a', family: 'Comic Sans' },
    ],
    ['an unknown image', [image('f'.repeat(24))], 'template_image_unknown', { element: 'Crest' }],
    ['an invalid element', [{ ...text('t', 'x'), opacity: 2 }], 'template_invalid', { element: 'x' }],
  ])('are each refused in their own words: %s', async (_, elements, code, details) => {
    const body = { name: 'Limits', pages: pagesOf(...elements) };
    const refused = await ana.call(templatesApi, 'upsert', { tenant, body }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code, details });
    expect((refused as Error).message).not.toMatch(/\{|Invalid payload/);
  });

  it.each([
    ['1,000 elements on a page', many(1_000)],
    ['groups nested eight deep', [nested(8)]],
    ['a path of 200,000 characters', [path(200_000)]],
  ])('allow %s', async (_, elements) => {
    const body = { name: 'Limits', pages: pagesOf(...elements) };
    expect(await ana.call(templatesApi, 'upsert', { tenant, body })).toMatchObject({ rev: 1 });
  });

  it('refuse an image of another organization, named, in hidden elements and backgrounds too', async () => {
    const others = (await ana.call(apis.tenants, 'create', { body: { name: 'Otra' } }))._id;
    const stored = { sha256: 'a'.repeat(64), key: 'x', size: 1, mediaType: 'image/png' };
    const [own, foreign] = await Promise.all(
      [tenant, others].map((id) => stack.store.assets.put(id, stored)),
    );
    const upsert = (wanted: object[]) =>
      ana.call(templatesApi, 'upsert', { tenant, body: { name: 'Images', pages: wanted as never } });
    await upsert(pagesOf(image(own!._id)));
    const hidden = { ...nested(1), elements: [{ ...image(foreign!._id), hidden: true }] };
    const refused = { code: 'template_image_unknown', details: { asset: foreign!._id } };
    await expect(upsert(pagesOf(hidden))).rejects.toMatchObject({ ...refused, message: /“Crest”/ });
    const background = { color: null, assetId: foreign!._id };
    await expect(upsert([{ ...pages()[0]!, background }])).rejects.toThrow('“page 1” shows an image');
  });
});

describe('the catalog', () => {
  const asRoot = { name: 'Of the house', tags: ['House', 'blue'], pages: pages(), language: 'es' as const };

  it('is changed by super admins alone, without an organization, and seen by those who may create templates', async () => {
    for (const fn of ['catalog-upsert', 'catalog-delete-batch'] as const) {
      const body = fn === 'catalog-upsert' ? asRoot : { ids: ['f'.repeat(24)] };
      await expect(ana.call(templatesApi, fn, { tenant, body: body as never })).rejects.toMatchObject({
        code: 'forbidden',
      });
    }
    const made = await root.call(templatesApi, 'catalog-upsert', { body: asRoot });
    expect(made).toMatchObject({ name: 'Of the house', language: 'es', builtIn: false, rev: 1 });
    const query = { search: 'house', language: 'es' as const, limit: 10 };
    expect(await ana.call(templatesApi, 'catalog-list', { tenant, query })).toMatchObject({
      items: [made],
      total: 1,
    });
    const inEnglish = { ...query, language: 'en' as const };
    expect((await ana.call(templatesApi, 'catalog-list', { tenant, query: inEnglish })).total).toBe(0);
    expect(await ana.call(templatesApi, 'catalog-get', { tenant, query: { id: made._id } })).toMatchObject({
      ...{ ...made, version: 2, updatedBy: 'Root' },
      pages: [{ id: 'p' }],
    });
    expect((await ana.call(templatesApi, 'catalog-get-tags', { tenant })).tags).toEqual(
      expect.arrayContaining(['House', 'blue']),
    );
    expect((await root.call(templatesApi, 'catalog-list', { query: { sort: '-name' } })).total).toBe(49);
    await expect(ana.call(templatesApi, 'catalog-list', {})).rejects.toMatchObject({
      code: 'organization_id_missing',
    });

    const change = (rev: number) =>
      root.call(templatesApi, 'catalog-upsert', { body: { ...asRoot, _id: made._id, rev, name: 'Renamed' } });
    const results = await Promise.allSettled([change(1), change(1)]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(change(1)).rejects.toMatchObject({
      code: 'template_conflict',
      details: { rev: 2, updatedBy: 'Root' },
    });
    const deleted = await root.call(templatesApi, 'catalog-delete-batch', { body: { ids: [made._id] } });
    expect(deleted).toEqual({ success: true, deleted: 1 });
    await expect(
      ana.call(templatesApi, 'catalog-get', { tenant, query: { id: made._id } }),
    ).rejects.toMatchObject({ status: 404, code: 'template_not_found' });
  });

  it('is picked from: a template made of an entry has its design and its thumbnail', async () => {
    const query = { language: 'en' as const, limit: 1 };
    const [builtIn] = (await ana.call(templatesApi, 'catalog-list', { tenant, query })).items;
    expect(builtIn).toMatchObject({ thumbnailUrl: expect.any(String), size: { width: expect.any(Number) } });
    const entry = (await ana.call(templatesApi, 'catalog-get', { tenant, query: { id: builtIn!._id } }))!;
    const { _id: thumbnail, rev: _, ...fields } = entry;
    const made = await ana.call(templatesApi, 'upsert', { tenant, body: { ...fields, thumbnail } });
    expect(made).toMatchObject({ name: entry.name, tags: entry.tags, thumbnailUrl: entry.thumbnailUrl });
    const { pages: copied, variables } = await get(made._id);
    expect({ pages: copied, variables }).toEqual({ pages: entry.pages, variables: entry.variables });

    const form = new FormData();
    form.set('use', 'thumbnail');
    form.set('shelf', 'catalog');
    const picture = new URL('../thumbnails/en/diploma.png', import.meta.resolve('@sello/design'));
    form.set('image', new Blob([await readFile(picture)]), 'diploma.png');
    const url = '/api/assets?fn=upload';
    const uploaded = (await (await root.fetch(url, { method: 'POST', body: form })).json()) as {
      _id: string;
    };
    const own = await root.call(templatesApi, 'catalog-upsert', {
      body: { ...asRoot, thumbnail: uploaded._id },
    });
    const copyWith = (named: string) =>
      ana.call(templatesApi, 'upsert', { tenant, body: { ...fields, thumbnail: named } });
    for (const named of [own._id, uploaded._id]) {
      expect((await copyWith(named)).thumbnailUrl).toBe(own.thumbnailUrl);
    }
    await root.call(templatesApi, 'catalog-delete-batch', { body: { ids: [own._id] } });
    await expect(copyWith(own._id)).rejects.toMatchObject({ code: 'template_image_unknown' });
  });

  it('keeps what super admins did to built-in entries when a service starts, and dates of the others', async () => {
    const list = async () =>
      (await root.call(templatesApi, 'catalog-list', { query: { language: 'en' } })).items;
    const [changed, attendance, removed, ...others] = await list();
    const entry = (await root.call(templatesApi, 'catalog-get', { query: { id: changed!._id } }))!;
    const body = { ...entry, name: 'Our own words' };
    await root.call(templatesApi, 'catalog-upsert', { body });
    await root.call(templatesApi, 'catalog-delete-batch', { body: { ids: [removed!._id] } });
    const before = await list();
    await stack.startBff({});
    expect(await list()).toEqual(before);
    expect(before.map(({ name }) => name)).toContain('Our own words');
    expect(before.map(({ _id }) => _id)).not.toContain(removed!._id);
    expect(before).toEqual(expect.arrayContaining([attendance, ...others]));
  });

  it('gives a new organization the five templates of always, though it holds more', async () => {
    const design = (await stack.store.catalog.builtIns('pt'))[0]!.design;
    const more = { key: 'another', language: 'pt' as const, name: 'Outro', tags: [], design };
    expect(await stack.store.catalog.upsertBuiltIn(more)).toBe(true);
    const body = { name: 'Escola', language: 'pt' as const };
    const { _id } = await ana.call(apis.tenants, 'create', { body });
    const { items, total } = await ana.call(templatesApi, 'list', { tenant: _id, query: {} });
    expect(total).toBe(5);
    expect(items.map(({ name }) => name)).not.toContain('Outro');
  });
});

describeUploads(() => ({ stack, ana, root, tenant }));

describe('printed before anything is issued', () =>
  describeExports(() => ({ stack, ana, tenant, pages: pages() })));
describeTemplateTags(() => ({ stack, ana, root, tenant }));
