// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFixture } from '../../../scripts/shots/fixture.ts';
import { type OpenedScreen, openScreen } from '../../app/routes/open-screen.fixture.tsx';

let opened: OpenedScreen | undefined;
beforeEach(() => localStorage.setItem('sello.tray', 'open'));
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

it('tells e-mails that may have arrived from refused ones, and leaves them out of a retry', async () => {
  const fixture = createFixture();
  const email = fixture.batches.find(({ kind }) => kind === 'email')!;
  const ended = { ...email, state: 'done' as const, total: 9, done: 4, failed: 5, unknown: 2, permanent: 1 };
  fixture.batches = [ended];
  opened = await openScreen('/students', fixture, '.job .fails li', {
    'batches retry': { body: { batchId: 'd'.repeat(24) } },
  });
  const job = opened.place.querySelector('.job')!;
  expect(job.querySelector('.meta')!.textContent).toContain('4 accepted, 3 refused, 2 not known');
  const [unknown, permanent] = [...job.querySelectorAll('.retry-row a')];
  expect(unknown?.textContent).toBe('See the 2 not known');
  expect(unknown?.getAttribute('href')).toBe(`/batches/${ended._id}?show=unknown`);
  expect(permanent?.textContent).toBe('See what helps');
  const retry = job.querySelector<HTMLButtonElement>('.retry-row button')!;
  await opened.settle(() => retry.click());
  expect(opened.bodies.filter(({ call }) => call === 'batches retry').map(({ body }) => body)).toEqual([
    { id: ended._id, rows: 'repeatable' },
  ]);
});

it('offers no retry where every e-mail that failed may have arrived', async () => {
  const fixture = createFixture();
  const email = fixture.batches.find(({ kind }) => kind === 'email')!;
  fixture.batches = [{ ...email, state: 'done', total: 2, done: 1, failed: 1, unknown: 1 }];
  opened = await openScreen('/students', fixture, '.job .fails li');
  const job = opened.place.querySelector('.job')!;
  expect(job.querySelector('.meta')!.textContent).toMatch(/1 accepted, 1 not known/);
  expect(job.querySelector('.retry-row button')).toBeNull();
  expect(job.querySelector('.retry-row a')!.textContent).toBe('See the one not known');
});
