// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { createFixture, type Fixture } from '../../../scripts/shots/fixture.ts';
import { type OpenedScreen, openScreen } from '../../app/routes/open-screen.fixture.tsx';

let opened: OpenedScreen | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

type Overrides = Parameters<typeof openScreen>[3];

async function open(
  change: (fixture: Fixture) => void = () => undefined,
  overrides: Overrides = {},
  loaded = '.sheet-cap',
): Promise<HTMLElement> {
  const fixture = createFixture();
  fixture.roles = ['super_admin'];
  change(fixture);
  opened = await openScreen('/catalog', fixture, loaded, overrides);
  return opened.place;
}
const boxes = (place: HTMLElement) => [
  ...place.querySelectorAll<HTMLInputElement>('.sheet-cap input[type=checkbox]'),
];
const bar = (place: HTMLElement) => place.querySelector('.pickbar')!;
const all = (place: HTMLElement) => bar(place).querySelector<HTMLInputElement>('input')!;
const dialog = () => document.querySelector('.dialog')!;
const button = (within: Element, text: RegExp) =>
  [...within.querySelectorAll('button')].find(({ textContent }) => text.test(textContent ?? ''))!;
const labelled = (within: Element, label: string) =>
  within.querySelector<HTMLElement>(`[aria-label="${label}"]`)!;
const toasts = () => [...document.querySelectorAll('.toast')].map(({ textContent }) => textContent);
const field = (place: HTMLElement) => place.querySelector<HTMLInputElement>('.rename input');
const menuOf = (place: HTMLElement, card: number) =>
  place.querySelectorAll<HTMLElement>('.sheet-cap [aria-haspopup]')[card]!;

async function startRenaming(place: HTMLElement, card: number): Promise<void> {
  await opened!.settle(() => menuOf(place, card).click());
  await opened!.settle(() => document.querySelector<HTMLElement>('.menu-item')!.click());
}
async function typeAndKeep(place: HTMLElement, name: string): Promise<void> {
  await opened!.settle(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field(place), name);
    field(place)!.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await opened!.settle(() => labelled(place, 'Keep the name').click());
}

describe('the catalog', () => {
  it('shows a card for each entry, with picture, name, day, language and tags', async () => {
    const place = await open();
    const cards = [...place.querySelectorAll('.sheets > li')];
    expect(cards).toHaveLength(9);
    const [first, , third] = cards;
    expect(first!.querySelector('b')!.textContent).toBe('Ink border and seal');
    expect(first!.querySelector('img')!.getAttribute('src')).toBe('/assets/thumb-0.png');
    expect(first!.querySelector('small')!.textContent).toMatch(/^Updated \d\d \w{3} \d{4}, English$/);
    expect(third!.querySelector('small')!.textContent).toMatch(/^Updated \d\d \w{3} \d{4}$/);
    expect([...first!.querySelectorAll('.words li')].map(({ textContent }) => textContent)).toEqual([
      ...['course', 'landscape'],
    ]);
    expect(place.querySelector('.total')!.textContent).toContain('9 entries');
    expect(first!.querySelector('.sheet-cap a')!.getAttribute('href')).toMatch(/^\/catalog\/[0-9a-f]{24}$/);
    expect(place.querySelector('.title a')!.getAttribute('href')).toBe('/catalog/new');
  });

  it('deletes what was selected after a question that says how many', async () => {
    const place = await open();
    await opened!.settle(() => boxes(place)[0]!.click());
    await opened!.settle(() => boxes(place)[2]!.click());
    expect([all(place).checked, all(place).indeterminate]).toEqual([false, true]);
    expect(bar(place).querySelector('label')!.textContent).toBe('2 of 9 selected');
    await opened!.settle(() => button(bar(place), /^Delete 2 entries/).click());
    expect(dialog().textContent).toContain('Delete 2 entries?');
    expect(dialog().textContent).toContain('Ink border and seal and Blue rules are no longer offered.');
    await opened!.settle(() => button(dialog(), /^Delete 2 entries$/).click());
    const ids = [500, 502].map((id) => id.toString(16).padStart(24, '0'));
    expect(opened!.bodies.at(-1)).toEqual({ call: 'templates catalog-delete-batch', body: { ids } });
    expect(dialog()).toBeNull();
    await opened!.settle(() => all(place).click());
    expect([all(place).checked, all(place).indeterminate]).toEqual([true, false]);
  });

  it('says that entries were not deleted', async () => {
    const place = await open(undefined, {
      'templates catalog-delete-batch': { status: 503, body: { error: 'x', code: 'unavailable' } },
    });
    await opened!.settle(() => boxes(place)[0]!.click());
    await opened!.settle(() => button(bar(place), /^Delete 1 entry/).click());
    await opened!.settle(() => button(dialog(), /^Delete the entry$/).click());
    expect(toasts().some((text) => text?.includes('The entries were not deleted'))).toBe(true);
  });

  it('renames an entry in place over the rev that is shown, and gives the focus back', async () => {
    const place = await open();
    await startRenaming(place, 2);
    expect(field(place)!.value).toBe('Blue rules');
    expect(document.activeElement).toBe(field(place));
    await typeAndKeep(place, '  Blue lines ');
    const sent = opened!.bodies.at(-1)!;
    expect(sent.call).toBe('templates catalog-upsert');
    const _id = (502).toString(16).padStart(24, '0');
    expect(sent.body).toMatchObject({ _id, rev: 1, name: 'Blue lines', tags: ['attendance'] });
    expect(sent.body).toHaveProperty('pages');
    expect(field(place)).toBeNull();
    expect(document.activeElement).toBe(menuOf(place, 2));
  });

  it('takes no empty name, and Escape leaves the name as it was', async () => {
    const place = await open();
    await startRenaming(place, 2);
    const before = opened!.bodies.length;
    await typeAndKeep(place, '  ');
    expect(place.querySelector('.rename .hint')!.textContent).toBe('The template needs a name');
    await opened!.settle(() =>
      field(place)!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })),
    );
    expect(field(place)).toBeNull();
    expect(opened!.bodies).toHaveLength(before);
    expect(place.querySelectorAll('.sheet-cap b')[2]!.textContent).toBe('Blue rules');
  });

  it('says who changed an entry meanwhile, keeps what was typed, and replaces it when asked again', async () => {
    const details = { rev: 2, updatedAt: '2026-11-20T15:04:00.000Z', updatedBy: 'Ximena' };
    const overrides: Overrides = {
      'templates catalog-upsert': { status: 409, body: { error: 'x', code: 'template_conflict', details } },
    };
    let entry: Fixture['catalog'][number];
    const place = await open(({ catalog }) => {
      entry = catalog[2]!;
    }, overrides);
    await startRenaming(place, 2);
    Object.assign(entry!, { rev: 2, name: 'Blue stripes' });
    await typeAndKeep(place, 'Blue lines');
    expect(toasts().some((text) => text?.includes('Ximena changed this entry meanwhile'))).toBe(true);
    expect(field(place)!.value).toBe('Blue lines');
    delete overrides!['templates catalog-upsert'];
    await opened!.settle(() => labelled(place, 'Keep the name').click());
    expect(opened!.bodies.at(-1)!.body).toMatchObject({ rev: 2, name: 'Blue lines' });
    expect(field(place)).toBeNull();
  });

  it('says when there is nothing in it, and when it did not load', async () => {
    const overrides: Overrides = {
      'templates catalog-list': { status: 400, body: { error: 'x', code: 'invalid_payload' } },
    };
    const place = await open(undefined, overrides, '.empty');
    expect(place.querySelector('.empty h2')!.textContent).toBe('The catalog did not load');
    overrides!['templates catalog-list'] = { body: { items: [], total: 0, nextCursor: null } };
    await opened!.settle(() => button(place, /^Try again$/).click());
    expect(place.querySelector('.empty h2')!.textContent).toBe('The catalog is empty');
  });
});

describe('who may open the catalog', () => {
  it('are super admins alone: others are told so, with no permission to ask for', async () => {
    const place = await open(
      (fixture) => {
        fixture.roles = ['owner'];
      },
      {},
      '.denied h1',
    );
    expect(place.querySelector('.denied .lead')!.textContent).toBe(
      'Super admin access required to view this page',
    );
    expect(place.textContent).not.toContain('catalog.view');
    expect(place.querySelector('.head')!.textContent).not.toContain('Catalog');
    expect(opened!.calls.filter((call) => call.startsWith('templates'))).toEqual([]);
  });

  it('are super admins without an organization, too', async () => {
    const place = await open(({ tenants }) => void tenants.splice(0));
    expect(place.querySelectorAll('.sheets > li')).toHaveLength(9);
    // A menu whose one entry leads to the page itself is not shown.
    expect(place.querySelector('.nav a')).toBeNull();
    expect(opened!.calls.filter((call) => /^(batches|students)/.test(call))).toEqual([]);
  });

  it('are not other people without an organization: they go to its creation', async () => {
    const place = await open(
      (fixture) => {
        fixture.tenants.splice(0);
        Object.assign(fixture, { roles: [], permissions: [] });
      },
      {},
      'main.onboarding h1',
    );
    expect(place.querySelector('.sheets')).toBeNull();
  });
});
