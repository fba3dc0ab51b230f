// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFixture } from '../../../scripts/shots/fixture.ts';
import { type OpenedScreen, openScreen } from '../../app/routes/open-screen.fixture.tsx';

let opened: OpenedScreen | undefined;
beforeEach(stubDrawing);
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

type Overrides = NonNullable<Parameters<typeof openScreen>[3]>;

/** Opens the first template as somebody who may not edit it. */
async function open(loaded: string, overrides: Overrides = {}): Promise<HTMLElement> {
  const fixture = createFixture();
  fixture.permissions = fixture.permissions.filter(
    (held) => held !== 'templates.edit' && held !== 'templates.create',
  );
  fixture.roles = ['member'];
  opened = await openScreen(`/templates/${'64'.padStart(24, '0')}`, fixture, loaded, overrides);
  return opened.place;
}
const page = (id: string, width: number, height: number) => ({
  ...{ id, width, height, elements: [], readingOrder: [], guides: [] },
  background: { color: null, assetId: null },
});
/** A canvas that takes everything, and sizes that never change: jsdom draws nothing. */
function stubDrawing(): void {
  const context = new Proxy({}, { get: () => () => undefined, set: () => true });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(() => context as never);
  const observer = { observe: () => undefined, disconnect: () => undefined };
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = observer.observe;
      disconnect = observer.disconnect;
    },
  );
}
const unavailable = { status: 503, body: { error: 'x', code: 'unavailable' } };

describe('a template that is looked at', () => {
  it('shows every page with its number and size, and what is known of the template', async () => {
    const fixture = createFixture();
    const body = {
      ...fixture.templates[0],
      ...{ version: 2, locale: 'es', dateStyle: 'long', timeZone: 'UTC', variables: [] },
      pages: [page('a', 842, 595), page('b', 595, 842), page('c', 595, 595)],
    };
    const place = await open('.still-pages li', {
      'templates get': { body },
      'fonts list': { body: { families: [], packs: [], own: [] } },
    });
    expect(
      [...place.querySelectorAll('.still-pages canvas')].map((one) => one.getAttribute('aria-label')),
    ).toEqual(['Page 1 of 3', 'Page 2 of 3', 'Page 3 of 3']);
    expect([...place.querySelectorAll('figcaption')].map(({ textContent }) => textContent)).toEqual([
      'Page 1 of 3 297 × 210 mm',
      'Page 2 of 3 210 × 297 mm',
      'Page 3 of 3 210 × 210 mm',
    ]);
    expect(
      [...place.querySelectorAll('dl > div')].map((one) => [...one.children].map((part) => part.textContent)),
    ).toEqual([
      ['Pages', '3'],
      ['Size', '297 × 210 mm'],
      ['Language', 'Spanish'],
      ['Tags', 'pharmacy, course'],
      ['Used by', '612 students'],
    ]);
    expect(place.querySelector('h1')!.textContent).toBe('Hospital Pharmacy');
    expect(place.querySelectorAll('.still-pages [aria-busy]')).toHaveLength(0);
    expect(place.querySelectorAll('main input, main [role=application]')).toHaveLength(0);
  });

  it('says that its pages could not be drawn, and draws them on request', async () => {
    const overrides: Overrides = { 'fonts list': unavailable };
    const place = await open('[role=alert]', overrides);
    expect(place.querySelector('[role=alert]')!.textContent).toContain('The pages could not be drawn');
    overrides['fonts list'] = { body: { families: [], packs: [], own: [] } };
    await opened!.settle(() => place.querySelector<HTMLElement>('[role=alert] button')!.click());
    expect(place.querySelectorAll('.still-pages li')).toHaveLength(1);
    expect(place.querySelector('dl')).not.toBeNull();
  });

  it('that is not there says so, and leads to the others', async () => {
    const gone = { status: 404, body: { error: 'x', code: 'template_not_found' } };
    const place = await open('.empty', { 'templates get': gone });
    expect(place.querySelector('.empty')!.textContent).toContain('Template not found');
    await opened!.settle(() => place.querySelector<HTMLElement>('.empty a')!.click());
    expect(opened!.documents).toEqual(['/templates']);
  });

  it('that did not load says so', async () => {
    const place = await open('[role=alert]', { 'templates get': unavailable });
    expect(place.querySelector('[role=alert]')!.textContent).toContain('The template did not load');
  });
});
