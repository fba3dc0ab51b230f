// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFixture, type Fixture } from '../../../../scripts/shots/fixture.ts';
import { type OpenedScreen, openScreen } from '../../../app/routes/open-screen.fixture.tsx';

let opened: OpenedScreen | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

const gallery = () => document.querySelector('.dialog.gal')!;
const picks = () => [...gallery().querySelectorAll<HTMLLabelElement>('label.pick')];
const button = (within: Element, text: RegExp) =>
  [...within.querySelectorAll('button')].find(({ textContent }) => text.test(textContent ?? ''))!;
const listCalls = () => opened!.calls.filter((call) => call.startsWith('templates catalog-list'));
type Overrides = Parameters<typeof openScreen>[3];

async function openGallery(
  change: (fixture: Fixture) => void = () => undefined,
  overrides: Overrides = {},
  loaded = '.sheet-cap, .empty',
): Promise<void> {
  const fixture = createFixture();
  change(fixture);
  opened = await openScreen('/templates', fixture, loaded, overrides);
  await opened.settle(() => button(opened!.place.querySelector('main')!, /^New template$/).click());
}

describe('the gallery of the New button', () => {
  it('shows the entries of the catalog in the language of the interface, with the size of their paper', async () => {
    await openGallery();
    expect(listCalls()).toHaveLength(1);
    expect(listCalls()[0]).toContain('language=en');
    const captions = picks().map((pick) =>
      ['b', 'small'].map((part) => pick.querySelector(part)?.textContent).join(': '),
    );
    expect(captions).toContain('Ink border and seal: A4, landscape');
    expect(captions).toContain('Diploma, upright: A4, portrait');
    expect(captions).toContain('Ochre frame: Letter, landscape');
    expect(captions).toContain('Plain, one signature: 212 × 212 mm, square');
    const link = (text: RegExp) =>
      [...gallery().querySelectorAll('a')].find(({ textContent }) => text.test(textContent ?? ''))!;
    expect(link(/^An empty sheet$/).getAttribute('href')).toBe('/templates/new');
    expect(link(/^Import a file$/).getAttribute('href')).toBe('/templates/new?import');
  });

  it('makes a template of the chosen entry, with its thumbnail and a free name, and opens it', async () => {
    const overrides: Overrides = {};
    await openGallery(({ templates, catalog }) => {
      catalog[2]!.name = 'Attendance';
      templates[3]!.name = 'attendance 2';
    }, overrides);
    const use = () => button(gallery(), /^Use this one$/);
    expect(use().disabled).toBe(true);
    await opened!.settle(() => picks()[2]!.querySelector('input')!.click());
    expect(gallery().querySelector('.end')!.textContent).toContain('“Attendance” is copied');
    overrides['templates upsert'] = { status: 503, body: { error: 'x', code: 'unavailable' } };
    await opened!.settle(() => use().click());
    expect(document.querySelector('.toast')?.textContent).toBeTruthy();
    delete overrides['templates upsert'];
    await opened!.settle(() => use().click());

    const sent = opened!.bodies.filter(({ call }) => call === 'templates upsert');
    expect(sent).toHaveLength(2);
    const id = (502).toString(16).padStart(24, '0');
    expect(sent[0]!.body).toMatchObject({ name: 'Attendance 3', tags: ['attendance'], thumbnail: id });
    const body = sent[0]!.body as Record<string, unknown>;
    expect(Object.keys(body)).toEqual(expect.arrayContaining(['pages', 'variables', 'locale', 'version']));
    expect(body).not.toHaveProperty('_id');
    expect(body).not.toHaveProperty('rev');
    // Another attempt is the same request, so that a lost answer does not make two templates.
    expect(sent[1]).toEqual(sent[0]);
    expect(opened!.idempotencyKeys('templates upsert')).toHaveLength(1);
    expect(gallery()).toBeNull();
    // The editor has a content security policy of its own.
    await vi.waitFor(() =>
      expect(opened!.documents).toEqual([expect.stringMatching(/^\/templates\/[0-9a-f]{24}$/)]),
    );
  });

  it('narrows by the most used tags and by words, and says when nothing is found', async () => {
    const overrides: Overrides = {};
    await openGallery(undefined, overrides);
    const tabs = () => [...gallery().querySelectorAll('.tabs button')];
    expect(tabs().map(({ textContent }) => textContent)).toEqual([
      ...['All', 'course', 'diploma', 'attendance', 'short'],
    ]);
    await opened!.settle(() => button(gallery(), /^diploma$/).click());
    expect(listCalls().at(-1)).toContain('tag=diploma');
    expect(button(gallery(), /^diploma$/).getAttribute('aria-pressed')).toBe('true');

    overrides['templates catalog-list'] = { body: { items: [], total: 0, nextCursor: null } };
    const field = gallery().querySelector<HTMLInputElement>('input[type=search]')!;
    await opened!.settle(() => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, 'seal');
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await vi.waitFor(() => expect(listCalls().at(-1)).toContain('search=seal'));
    await opened!.settle();
    expect(gallery().querySelector('.empty h2')!.textContent).toBe('Nothing found');
    delete overrides['templates catalog-list'];
    await opened!.settle(() => button(gallery(), /^Show all$/).click());
    expect(picks()).toHaveLength(9);
    expect(gallery().querySelector<HTMLInputElement>('input[type=search]')!.value).toBe('');
  });

  it('fetches a page more when asked', async () => {
    const overrides: Overrides = {};
    const { catalog } = createFixture();
    overrides['templates catalog-list'] = {
      body: { items: catalog.slice(0, 5), total: 9, nextCursor: 'next' },
    };
    await openGallery(undefined, overrides);
    expect(picks()).toHaveLength(5);
    overrides['templates catalog-list'] = { body: { items: catalog.slice(5), total: 9, nextCursor: null } };
    await opened!.settle(() => button(gallery(), /^Show more$/).click());
    expect(listCalls().at(-1)).toContain('cursor=next');
    expect(picks()).toHaveLength(9);
    expect(button(gallery(), /^Show more$/)).toBeUndefined();
  });

  it('says when the catalog is empty, and when it did not load', async () => {
    const overrides: Overrides = {
      'templates catalog-list': { status: 400, body: { error: 'x', code: 'invalid_payload' } },
    };
    await openGallery(undefined, overrides);
    expect(gallery().querySelector('.empty h2')!.textContent).toBe('The catalog did not load');
    overrides['templates catalog-list'] = { body: { items: [], total: 0, nextCursor: null } };
    await opened!.settle(() => button(gallery(), /^Try again$/).click());
    expect(gallery().querySelector('.empty h2')!.textContent).toBe('The catalog is empty');
    expect(gallery().querySelector('input')).toBeNull();
  });

  it('is reached from the empty screen as well', async () => {
    await openGallery(({ templates }) => void templates.splice(0));
    expect(picks()).toHaveLength(9);
  });
});
