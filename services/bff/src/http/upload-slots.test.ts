import { times } from '@sello/kit';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createUploadSlots } from './upload-slots.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const stays = new AbortController().signal;
const here = '192.0.2.7';

it('an upload waits while two others of its address are checked slowly, and one that has left gives its place away', async () => {
  const slots = createUploadSlots();
  const [first, second] = await Promise.all([slots.enter(here, stays), slots.enter(here, stays)]);
  const gone = new AbortController();
  const left = slots.enter(here, gone.signal);
  const third = slots.enter(here, stays);
  gone.abort();
  await expect(left).rejects.toMatchObject({ code: 'rate_limited' });
  // A busy server takes that long for two images.
  await vi.advanceTimersByTimeAsync(45_000);
  first();
  const leave = await third;
  second();
  leave();
  await slots.enter('198.51.100.9', stays);
});

it('an upload for which no slot becomes free, and the ninth that would wait, are told to come again', async () => {
  const slots = createUploadSlots();
  await Promise.all([slots.enter(here, stays), slots.enter(here, stays)]);
  const waiting = Array.from({ length: 8 }, () => slots.enter(here, stays));
  await expect(slots.enter(here, stays)).rejects.toMatchObject({ code: 'rate_limited' });
  const refused = Promise.allSettled(waiting);
  await vi.advanceTimersByTimeAsync(times.uploadSlotMs);
  expect((await refused).map(({ status }) => status)).toEqual(waiting.map(() => 'rejected'));
});
