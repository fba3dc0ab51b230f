// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import { createFixture } from '../../../scripts/shots/fixture.ts';
import { type OpenedScreen, openScreen } from '../../app/routes/open-screen.fixture.tsx';

let opened: OpenedScreen | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

it('leads back to the templates when the template cannot be opened', async () => {
  const unavailable = { status: 503, body: { error: 'x', code: 'unavailable' } };
  const path = `/templates/${'64'.padStart(24, '0')}`;
  opened = await openScreen(path, createFixture(), '.ed-wait .empty a', { 'templates get': unavailable });
  const { place } = opened;
  const headings = [...place.querySelectorAll('h1')].map(({ textContent }) => textContent);
  expect(headings).toEqual(['The template could not be opened']);
  expect(place.querySelector('.empty a')!.getAttribute('href')).toBe('/templates');
});
