// @vitest-environment jsdom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startTexts } from '../../i18n/index.ts';
import { clearToasts, toast } from './queue.ts';
import { ToastList } from './ToastList.tsx';

let root: Root;
beforeAll(async () => {
  await startTexts();
});
beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  await act(async () => root.render(<ToastList />));
});
afterEach(async () => {
  await act(async () => clearToasts());
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const said = () =>
  [...document.querySelectorAll('.toast [slot=title]')].map((title) => title.firstChild!.textContent);
const times = () => [...document.querySelectorAll('.toast .times')].map(({ textContent }) => textContent);
const say = (title: string, tone: 'ok' | 'bad' = 'ok') => act(async () => toast({ tone, title }));
const pass = (ms: number) => act(async () => vi.advanceTimersByTime(ms));

it('shows at most three at a time, the newest in front; an older one comes back for its full time', async () => {
  for (const title of ['1', '2', '3', '4']) await say(title);
  expect(said()).toEqual(['4', '3', '2']);
  await pass(4_999);
  expect(said()).toEqual(['4', '3', '2']);
  await pass(1);
  expect(said()).toEqual(['1']);
  await pass(4_999);
  expect(said()).toEqual(['1']);
  await pass(1);
  expect(said()).toEqual([]);
});

it('moves nothing while a pointer is pressed: the release would miss what was pressed', async () => {
  const room = () => document.documentElement.style.getPropertyValue('--toasts');
  const region = vi
    .spyOn(Element.prototype, 'getBoundingClientRect')
    .mockReturnValue(new DOMRect(0, 0, 9, 40));
  await say('1');
  expect(room()).toBe('64px');
  dispatchEvent(new MouseEvent('pointerdown', { button: 0 }));
  await pass(5_000);
  expect([said(), room()]).toEqual([[], '64px']);
  dispatchEvent(new Event('pointerup'));
  expect(room()).toBe('64px');
  await pass(1);
  expect(room()).toBe('0px');
  region.mockRestore();
});

it('counts one that says the same on the one in sight, and begins its time anew', async () => {
  await say('Failed', 'bad');
  await pass(7_000);
  await say('Failed', 'bad');
  expect(said()).toEqual(['Failed']);
  expect(times()).toEqual(['×2']);
  await pass(7_999);
  expect(said()).toEqual(['Failed']);
  await pass(1);
  expect(said()).toEqual([]);
  await say('Failed', 'bad');
  expect(times()).toEqual([]);
});

it('brings one that waits to the front when it is said again', async () => {
  for (const title of ['1', '2', '3', '4', '1']) await say(title);
  expect(said()).toEqual(['1', '4', '3']);
  expect(times()).toHaveLength(1);
});

it('does not take the same words of another kind for the same', async () => {
  await say('Done');
  await say('Done', 'bad');
  expect(said()).toEqual(['Done', 'Done']);
});

it('keeps what is about the person, also out of sight, when the organization changes', async () => {
  await act(async () =>
    toast({ tone: 'info', title: 'You were removed', ofPerson: true, untilClosed: true }),
  );
  for (const title of ['1', '2', '3']) await say(title);
  expect(said()).not.toContain('You were removed');
  await act(async () => clearToasts());
  expect(said()).toEqual(['You were removed']);
});
