import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createThumbnails, type ThumbnailOptions } from './thumbnails.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function open(overrides: Partial<ThumbnailOptions> = {}) {
  let [picture, isReady] = ['one', true];
  const uploaded: string[] = [];
  const failed: unknown[] = [];
  const thumbnails = createThumbnails({
    draw: async () => new Blob([picture]),
    upload: async (blob) => `id of ${await blob.text()}`,
    isReady: () => isReady,
    onUploaded: (id) => uploaded.push(id),
    isPassing: () => false,
    onFailed: (error) => failed.push(error),
    ...overrides,
  });
  thumbnails.open();
  return {
    ...{ thumbnails, uploaded, failed },
    show(next: string) {
      picture = next;
      thumbnails.changed();
    },
    setReady(now: boolean) {
      isReady = now;
    },
  };
}

it('is made half a second after a change, so that it goes with the save of it', async () => {
  const { thumbnails, uploaded } = open();
  thumbnails.changed();
  await vi.advanceTimersByTimeAsync(499);
  expect(uploaded).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(uploaded).toEqual(['id of one']);
});

it('is made every ten seconds at most, and of the last change', async () => {
  const { uploaded, show } = open();
  for (let count = 0; count < 300; count++) {
    show(`change ${count}`);
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(uploaded.length).toBeGreaterThan(1);
  expect(uploaded.length).toBeLessThan(5);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(uploaded.at(-1)).toBe('id of change 299');
});

it('is not uploaded again while it looks the same', async () => {
  const { uploaded, show } = open();
  show('same');
  await vi.advanceTimersByTimeAsync(20_000);
  show('same');
  await vi.advanceTimersByTimeAsync(20_000);
  expect(uploaded).toEqual(['id of same']);
});

it('is made at once on leaving, if it is out of date', async () => {
  const { thumbnails, uploaded, show } = open();
  show('one');
  await thumbnails.flush();
  show('two');
  await thumbnails.flush();
  await thumbnails.flush();
  expect(uploaded).toEqual(['id of one', 'id of two']);
});

it('waits while saves do not go through', async () => {
  const { uploaded, show, setReady } = open();
  setReady(false);
  show('one');
  await vi.advanceTimersByTimeAsync(20_000);
  expect(uploaded).toEqual([]);
  setReady(true);
  show('two');
  await vi.advanceTimersByTimeAsync(20_000);
  expect(uploaded).toEqual(['id of two']);
});

it('is uploaded once saves go through again, without a change', async () => {
  const { thumbnails, uploaded, show, setReady } = open();
  setReady(false);
  show('one');
  await vi.advanceTimersByTimeAsync(20_000);
  setReady(true);
  thumbnails.resume();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(uploaded).toEqual(['id of one']);
});

it('says nothing of a failure that passes by itself, and is uploaded when it has', async () => {
  const upload = vi.fn().mockRejectedValueOnce(new Error('offline')).mockResolvedValue('id');
  const { thumbnails, uploaded, failed, show } = open({ upload, isPassing: () => true });
  show('one');
  await vi.advanceTimersByTimeAsync(20_000);
  expect([failed, uploaded]).toEqual([[], []]);
  thumbnails.resume();
  thumbnails.resume();
  await vi.advanceTimersByTimeAsync(20_000);
  expect([failed, uploaded]).toEqual([[], ['id']]);
});

it('is tried again with the next change after an upload failed', async () => {
  const fault = new Error('upload');
  const upload = vi.fn().mockRejectedValueOnce(fault).mockResolvedValue('id');
  const { uploaded, failed, show } = open({ upload });
  show('one');
  await vi.advanceTimersByTimeAsync(20_000);
  expect([failed, uploaded]).toEqual([[fault], []]);
  show('one');
  await vi.advanceTimersByTimeAsync(20_000);
  expect(uploaded).toEqual(['id']);
});
