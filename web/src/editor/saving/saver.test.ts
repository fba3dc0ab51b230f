import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SavedDocument } from './document.ts';
import { openDraftSlot } from './draft-slot.ts';
import { createSaver, type Saver, type SaverOptions } from './saver.ts';
import {
  apiError,
  buildDocument,
  buildOnServer,
  fakeServer,
  memoryDrafts,
  offline,
  templateId,
} from './saving.fixture.ts';

const start = Date.parse('2026-11-22T10:40:00Z');
const place = { place: 'tenant', template: templateId, tab: 'tab1' };

let saver: Saver | undefined;
let drafts = memoryDrafts();
let isOnline = true;
let isSignedIn = true;

beforeEach(() => {
  vi.useFakeTimers({ now: start });
  drafts = memoryDrafts();
  isOnline = true;
  isSignedIn = true;
});
afterEach(() => {
  saver?.close();
  vi.useRealTimers();
});

const old = buildDocument('old');

function open(server: ReturnType<typeof fakeServer>, overrides: Partial<SaverOptions> = {}): Saver {
  const saved = server.stored;
  saver = createSaver({
    ...{ document: saved?.document ?? old, saved, isOnline: () => isOnline, isSignedIn: () => isSignedIn },
    slot: (onChange) =>
      openDraftSlot({
        ...{
          drafts,
          onChange,
          key: place,
          rev: saved?.rev ?? null,
          base: saved?.document ?? null,
          unanswered: null,
        },
      }),
    send: (request) => server.send(request),
    read: () => server.read(),
    ...overrides,
  });
  saver.open();
  return saver;
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const kind = () => saver?.state.get().kind;
const draftText = () =>
  [...drafts.rows.values()].map(({ json }) => (JSON.parse(json) as SavedDocument).design);

it('saves a second after the last change, once, with the rev it was read with', async () => {
  const server = fakeServer(buildOnServer(old));
  open(server);
  expect(saver?.state.get()).toEqual({
    kind: 'saved',
    at: Date.parse('2026-11-22T10:39:00Z'),
    isKept: true,
  });
  const newest = buildDocument('three');
  for (const document of [buildDocument('one'), buildDocument('two'), newest]) {
    saver?.changed(document);
    await pass(400);
  }
  expect(server.requests).toEqual([]);
  expect(kind()).toBe('saving');
  await pass(600);
  expect(server.requests).toMatchObject([{ from: { id: templateId, rev: 3 }, document: newest }]);
  expect(saver?.state.get()).toEqual({ kind: 'saved', at: start + 1_800, isKept: true });
  await pass(60_000);
  expect(server.requests).toHaveLength(1);
});

it('saves every few seconds while somebody draws without a rest, one save at a time', async () => {
  const server = fakeServer(buildOnServer(old));
  let atOnce = 0;
  let most = 0;
  open(server, {
    async send(request) {
      most = Math.max(most, ++atOnce);
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      atOnce--;
      return server.send(request);
    },
  });
  for (let count = 0; count < 100; count++) {
    saver?.changed(buildDocument(`change ${count}`));
    await pass(200);
  }
  await pass(10_000);
  expect(most).toBe(1);
  expect(server.requests.map(({ from }) => from?.rev)).toEqual(server.requests.map((_, index) => 3 + index));
  expect(server.requests.length).toBeGreaterThan(2);
  expect(server.stored?.document).toEqual(buildDocument('change 99'));
  expect(kind()).toBe('saved');
});

it('creates a new template by its first change, and saves that one from then on', async () => {
  const server = fakeServer(null);
  const created: string[] = [];
  open(server, { onCreated: (id) => created.push(id) });
  expect(kind()).toBe('new');
  await pass(60_000);
  expect(server.requests).toEqual([]);
  saver?.changed(buildDocument('one'));
  await pass(1_000);
  expect(created).toEqual(['b'.repeat(24)]);
  saver?.changed(buildDocument('two'));
  await pass(1_000);
  expect(server.requests.map(({ from }) => from)).toEqual([null, { id: created[0], rev: 1 }]);
  expect(created).toHaveLength(1);
});

it('sends a save whose answer was lost again as the same, before what was changed since', async () => {
  const server = fakeServer(buildOnServer(old));
  server.next.push(() => 'lost');
  open(server);
  saver?.changed(buildDocument('one'));
  await pass(1_000);
  expect(saver?.state.get()).toEqual({ kind: 'offline', retryAt: start + 9_000, isKept: true });
  const newest = buildDocument('two');
  saver?.changed(newest);
  await pass(7_999);
  expect(server.requests).toHaveLength(1);
  await pass(1);
  expect(server.requests[1]).toEqual(server.requests[0]);
  await pass(1_000);
  expect(server.requests).toHaveLength(3);
  expect(server.requests[2]).toMatchObject({ from: { rev: 4 }, document: newest });
  expect(server.requests[2]?.key).not.toBe(server.requests[0]?.key);
  expect(kind()).toBe('saved');
});

it('tries again after 8, 16, 32 and 60 seconds, and says when', async () => {
  const server = fakeServer(buildOnServer(old));
  const error = apiError(500, 'internal');
  server.next = Array.from({ length: 5 }, () => () => error);
  open(server);
  saver?.changed(buildDocument('one'));
  await pass(1_000);
  for (const seconds of [8, 16, 32, 60, 60]) {
    expect(saver?.state.get()).toEqual({
      kind: 'failed',
      error,
      retryAt: Date.now() + seconds * 1_000,
      isKept: true,
    });
    await pass(seconds * 1_000);
  }
  expect(kind()).toBe('saved');
  expect(new Set(server.requests.map(({ key }) => key)).size).toBe(1);
});

it('gives up a save that is not answered, and sends it again', async () => {
  const server = fakeServer(buildOnServer(old));
  const hangs = vi.fn();
  open(server, {
    send: (request, { signal }) =>
      hangs.mock.calls.length > 0
        ? server.send(request)
        : new Promise((_, reject) => {
            hangs();
            signal.addEventListener('abort', () => reject(signal.reason));
          }),
  });
  saver?.changed(buildDocument('one'));
  await pass(61_000);
  expect(kind()).toBe('failed');
  await pass(8_000);
  expect(kind()).toBe('saved');
});

it('keeps what is drawn offline, and saves it when the connection is back', async () => {
  const server = fakeServer(buildOnServer(old));
  open(server);
  isOnline = false;
  saver?.changed(buildDocument('one'));
  await pass(60_000);
  expect(saver?.state.get()).toEqual({ kind: 'offline', retryAt: null, isKept: true });
  expect(draftText()).toEqual([buildDocument('one').design]);
  expect(server.requests).toEqual([]);
  isOnline = true;
  saver?.retry();
  await pass(0);
  expect(kind()).toBe('saved');
  expect(draftText()).toEqual([]);
});

it('says that the person is signed out, goes on keeping, and saves after they signed in', async () => {
  const server = fakeServer(buildOnServer(old));
  server.next.push(() => apiError(401, 'session_expired'));
  open(server);
  saver?.changed(buildDocument('one'));
  await pass(1_000);
  expect(kind()).toBe('signedOut');
  isSignedIn = false;
  saver?.changed(buildDocument('two'));
  await pass(60_000);
  expect(server.requests).toHaveLength(1);
  expect(draftText()).toEqual([buildDocument('two').design]);
  isSignedIn = true;
  saver?.retry();
  await pass(1_000);
  expect(kind()).toBe('saved');
  expect(server.stored?.document).toEqual(buildDocument('two'));
});

it('stops at a version that somebody else saved, and goes on drawing and keeping', async () => {
  const server = fakeServer(buildOnServer(old));
  open(server);
  server.save({ from: { id: templateId, rev: 3 }, document: buildDocument('theirs') }, 'Beatriz');
  saver?.changed(buildDocument('mine'));
  await pass(1_000);
  expect(saver?.state.get()).toMatchObject({
    kind: 'conflict',
    conflict: { rev: 4, updatedBy: 'Beatriz', theirs: { document: buildDocument('theirs') } },
  });
  saver?.changed(buildDocument('mine, and more'));
  await pass(60_000);
  expect(server.requests).toHaveLength(1);
  expect(kind()).toBe('conflict');
  expect(draftText()).toEqual([buildDocument('mine, and more').design]);
});

it.each([
  ['nothing else than what it began with', old],
  ['the very same', buildDocument('mine')],
])('is in no conflict with somebody who saved %s', async (_, theirs) => {
  const server = fakeServer(buildOnServer(old));
  open(server);
  server.save({ from: { id: templateId, rev: 3 }, document: theirs }, 'Beatriz');
  saver?.changed(buildDocument('mine'));
  await pass(3_000);
  expect(kind()).toBe('saved');
  expect(server.stored?.document).toEqual(buildDocument('mine'));
});

it('says that the template was deleted, and keeps it as a new one when asked', async () => {
  const server = fakeServer(buildOnServer(old));
  const created: string[] = [];
  open(server, { onCreated: (id) => created.push(id) });
  server.stored = null;
  saver?.changed(buildDocument('mine'));
  await pass(1_000);
  expect(kind()).toBe('deleted');
  expect(draftText()).toHaveLength(1);
  saver?.detach();
  await pass(0);
  expect(kind()).toBe('saved');
  expect(created).toEqual(['b'.repeat(24)]);
  expect(draftText()).toEqual([]);
});

it('names the limit that a design goes over, and tries no more until it was changed', async () => {
  const server = fakeServer(buildOnServer(old));
  const error = apiError(413, 'template_too_large', { max: 4_000_000 });
  server.next.push(() => error);
  open(server);
  saver?.changed(buildDocument('too large'));
  await pass(1_000);
  expect(saver?.state.get()).toEqual({ kind: 'refused', error, isKept: true });
  await pass(600_000);
  expect(server.requests).toHaveLength(1);
  saver?.changed(buildDocument('smaller'));
  await pass(1_000);
  expect(kind()).toBe('saved');
});

it('says that the person may not edit any more, and keeps what they drew', async () => {
  const server = fakeServer(buildOnServer(old));
  server.next.push(() => apiError(403, 'forbidden'));
  open(server);
  saver?.changed(buildDocument('one'));
  await pass(1_000);
  expect(kind()).toBe('forbidden');
  await pass(600_000);
  expect(server.requests).toHaveLength(1);
  expect(draftText()).toHaveLength(1);
});

it('keeps every change within a quarter of a second, and removes the draft when the server has it', async () => {
  const server = fakeServer(buildOnServer(old));
  open(server);
  saver?.changed(buildDocument('one'));
  expect(saver?.isAtRisk).toBe(true);
  await pass(150);
  expect(saver?.isAtRisk).toBe(false);
  expect([...drafts.rows.values()]).toMatchObject([{ ...place, rev: 3, name: 'Diploma' }]);
  expect(JSON.parse([...drafts.bases.values()][0]?.base ?? '')).toEqual(old);
  await pass(2_000);
  expect([drafts.rows.size, drafts.bases.size]).toEqual([0, 0]);
});

it('says when the browser cannot keep what is not saved', async () => {
  drafts.isFull = true;
  const server = fakeServer(buildOnServer(old));
  server.next.push(offline);
  open(server);
  saver?.changed(buildDocument('one'));
  await pass(1_000);
  expect(saver?.state.get()).toMatchObject({ kind: 'offline', isKept: false });
  expect(saver?.isAtRisk).toBe(true);
  drafts.isFull = false;
  saver?.changed(buildDocument('two'));
  await pass(150);
  expect(saver?.state.get()).toMatchObject({ kind: 'offline', isKept: true });
});

it('saves what was changed while a save was on its way before it says that all is saved', async () => {
  const server = fakeServer(buildOnServer(old));
  open(server);
  saver?.changed(buildDocument('one'));
  const flushed = saver?.flush();
  saver?.changed(buildDocument('two'));
  await pass(0);
  await flushed;
  expect(server.stored?.document).toEqual(buildDocument('two'));
  expect(saver?.isUnsaved).toBe(false);
});

it('sends a thumbnail with the next save, and by itself when there is none', async () => {
  const server = fakeServer(buildOnServer(old));
  open(server);
  saver?.changed(buildDocument('one'));
  saver?.setThumbnail('picture1');
  await pass(1_000);
  saver?.setThumbnail('picture2');
  await pass(1_000);
  await pass(10_000);
  expect(server.requests.map(({ thumbnail }) => thumbnail)).toEqual(['picture1', 'picture2']);
});

it('saves over theirs when mine is kept, from their rev', async () => {
  const server = fakeServer(buildOnServer(old));
  open(server);
  server.save({ from: { id: templateId, rev: 3 }, document: buildDocument('theirs') }, 'Beatriz');
  saver?.changed(buildDocument('mine'));
  await pass(1_000);
  saver?.overwrite(server.stored as NonNullable<typeof server.stored>);
  await pass(0);
  expect(server.stored).toMatchObject({ rev: 5, document: buildDocument('mine') });
  expect(kind()).toBe('saved');
});

it('makes one template of a new one whose tab was closed while it was being made', async () => {
  const server = fakeServer(null);
  const before = { key: 'key1', from: null, document: buildDocument('one'), thumbnail: null };
  const made = await server.send(before);
  const created: string[] = [];
  open(server, {
    ...{ document: buildDocument('two'), saved: null, isUnsaved: true, unanswered: before },
    onCreated: (id) => created.push(id),
  });
  await pass(2_000);
  expect(created).toEqual([made.id]);
  expect(server.requests.map(({ from }) => from)).toEqual([null, null, { id: made.id, rev: 1 }]);
  expect(server.stored).toMatchObject({ id: made.id, rev: 2, document: buildDocument('two') });
  expect(kind()).toBe('saved');
});
