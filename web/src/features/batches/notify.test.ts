// @vitest-environment jsdom
import type { Batch } from '@sello/contracts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { notifyEnd } from './notify.ts';

const shown: [string, object][] = [];
class FakeNotification {
  static permission = 'granted';
  constructor(title: string, options: object) {
    shown.push([title, options]);
  }
}
const at = (second: number) => new Date(1_795_000_000_000 + second * 1000).toISOString();
const batch = (seconds: number) =>
  ({ _id: 'b1', createdAt: at(0), startedAt: at(0), endedAt: at(seconds) }) as Batch;
function look(state: 'hidden' | 'visible'): void {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => {
  shown.length = 0;
  document.title = 'Students · Sello';
  vi.stubGlobal('Notification', FakeNotification);
});
afterEach(() => {
  look('visible');
  vi.unstubAllGlobals();
});

it('says in the title and by the system that a long batch has ended, until the person looks', () => {
  look('hidden');
  notifyEnd(batch(60), '214 certificates issued');
  expect(document.title).toBe('● 214 certificates issued');
  expect(shown).toEqual([['214 certificates issued', expect.objectContaining({ tag: 'b1' })]]);
  look('visible');
  expect(document.title).toBe('Students · Sello');
});

it('says nothing to who is looking, of a short batch, or by the system without leave', () => {
  look('visible');
  notifyEnd(batch(60), 'x');
  look('hidden');
  notifyEnd(batch(2), 'x');
  expect([document.title, shown.length]).toEqual(['Students · Sello', 0]);
  FakeNotification.permission = 'denied';
  notifyEnd(batch(60), 'two');
  notifyEnd(batch(60), 'three');
  expect([document.title, shown.length]).toEqual(['● three', 0]);
  look('visible');
  expect(document.title).toBe('Students · Sello');
});
