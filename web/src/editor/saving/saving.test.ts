// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { flushUnsaved } from '../../state/unsaved.ts';
import { keepBoth, keepMine, takeTheirs } from './choices.ts';
import type { SavedDocument } from './document.ts';
import { openSaving } from './opened.fixture.ts';
import { apiError, buildDocument, offline, templateId } from './saving.fixture.ts';

let stop: (() => void) | undefined;
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-22T10:40:00Z') });
});
afterEach(async () => {
  stop?.();
  await vi.advanceTimersByTimeAsync(0);
  vi.useRealTimers();
});

async function open(...given: Parameters<typeof openSaving>) {
  const opened = await openSaving(...given);
  stop = opened.stop;
  return opened;
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it('saves what the session changes, with a picture of its first page', async () => {
  const { session, server, uploads } = await open();
  session.change(buildDocument('mine'));
  await pass(1_000);
  expect(uploads).toEqual(['page1 of mine']);
  expect(server.requests).toMatchObject([{ document: buildDocument('mine'), thumbnail: 'picture1' }]);
});

it('saves the design also when its picture cannot be uploaded', async () => {
  const { session, server, transport, failed } = await open();
  const error = apiError(500, 'upload_failed');
  transport.upload = () => Promise.reject(error);
  session.change(buildDocument('mine'));
  await pass(1_000);
  expect(server.stored?.document).toEqual(buildDocument('mine'));
  expect(failed).toEqual([error]);
});

it('says only once that it is offline, and uploads the picture when the connection is back', async () => {
  const { session, server, transport, saving, failed, uploads } = await open();
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const upload = transport.upload;
  transport.upload = () => Promise.reject(offline());
  session.change(buildDocument('mine'));
  await pass(30_000);
  expect(saving.saver.state.get().kind).toBe('offline');
  // A connection that leads nowhere yet.
  online.mockReturnValue(true);
  server.next.push(() => offline());
  window.dispatchEvent(new Event('online'));
  await pass(1_000);
  expect(saving.saver.state.get().kind).toBe('offline');
  transport.upload = upload;
  await pass(30_000);
  expect(failed).toEqual([]);
  expect(uploads).toEqual(['page1 of mine']);
  expect(server.requests.at(-1)).toMatchObject({ document: buildDocument('mine'), thumbnail: 'picture1' });
  online.mockRestore();
});

it('saves and freezes on leaving, with the last picture, and freezes nothing that did not change', async () => {
  const { session, saving, server, frozen, uploads } = await open();
  await saving.leave();
  expect(frozen).toEqual([]);
  session.change(buildDocument('mine'));
  await saving.leave();
  expect(server.stored?.document).toEqual(buildDocument('mine'));
  expect(server.requests.at(-1)?.thumbnail).toBe('picture1');
  expect(uploads).toEqual(['page1 of mine']);
  expect(frozen).toEqual([templateId]);
  await saving.leave();
  expect(frozen).toEqual([templateId]);
});

it('starts the last save and keeps the draft while the page is being hidden for good', async () => {
  const { session, server, drafts } = await open();
  const answer = Promise.withResolvers<never>();
  server.next.push(() => answer.promise);
  session.change(buildDocument('mine'));
  window.dispatchEvent(new Event('pagehide'));
  expect(server.requests).toMatchObject([{ document: buildDocument('mine') }]);
  expect(server.options.at(-1)).toMatchObject({ isLeaving: true });
  await pass(0);
  expect(drafts.rows.size).toBe(1);
  answer.reject(apiError(500, 'internal'));
});

it('asks before the page is closed only while something is neither saved nor kept', async () => {
  const { session, drafts } = await open();
  const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(isAsked()).toBe(false);
  drafts.isFull = true;
  session.change(buildDocument('mine'));
  expect(isAsked()).toBe(true);
  await pass(1_000);
  expect(isAsked()).toBe(false);
  session.change(buildDocument('more'));
  drafts.isFull = false;
  await pass(150);
  expect(isAsked()).toBe(false);
});

it('is waited for by sign-out, which is told what could not be saved', async () => {
  const { session, server } = await open();
  session.change(buildDocument('mine'));
  expect(await flushUnsaved(1_000)).toEqual([]);
  expect(server.stored?.document).toEqual(buildDocument('mine'));
  server.next.push(() => apiError(500, 'internal'));
  session.change(buildDocument('more'));
  expect(await flushUnsaved(1_000)).toEqual(['Diploma']);
});

it('saves when the connection is back', async () => {
  const { session, server } = await open();
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  session.change(buildDocument('mine'));
  await pass(5_000);
  expect(server.requests).toEqual([]);
  online.mockRestore();
  window.dispatchEvent(new Event('online'));
  await pass(0);
  expect(server.stored?.document).toEqual(buildDocument('mine'));
});

it('opens what was restored, and goes back to the saved version when asked', async () => {
  const { session, saving, server } = await open({ draft: buildDocument('restored') });
  expect(saving.notice.get()).toMatchObject({ kind: 'restored' });
  expect(session.document()).toEqual(buildDocument('restored'));
  await pass(1_000);
  expect(server.stored?.document).toEqual(buildDocument('restored'));
  saving.discardRestored();
  expect(session.document()).toEqual(buildDocument('old'));
  await pass(1_000);
  expect(server.stored?.document).toEqual(buildDocument('old'));
  expect(saving.notice.get()).toBeNull();
});

async function inConflict() {
  const opened = await open();
  const { session, saving, server } = opened;
  server.save({ from: { id: templateId, rev: 3 }, document: buildDocument('theirs') }, 'Beatriz');
  session.change(buildDocument('mine'));
  await pass(1_000);
  expect(saving.saver.state.get().kind).toBe('conflict');
  return { ...opened, theirs: server.stored! };
}
const textOf = (document: SavedDocument | undefined) => JSON.stringify(document?.design.pages[0]?.elements);

it('opens theirs and keeps mine in the history', async () => {
  const { session, saving, server, unsaved, drafts } = await inConflict();
  await takeTheirs(saving, 'Not taken');
  expect(unsaved).toEqual([{ id: templateId, label: 'Not taken', document: buildDocument('mine') }]);
  expect(session.document()).toEqual(buildDocument('theirs'));
  expect(saving.saver.state.get().kind).toBe('saved');
  await pass(5_000);
  expect(drafts.rows.size).toBe(0);
  expect(textOf(server.stored?.document)).toContain('theirs');
  session.change(buildDocument('on from theirs'));
  await pass(1_000);
  expect(textOf(server.stored?.document)).toContain('on from theirs');
});

it('takes nothing when mine could not be kept in the history', async () => {
  const { session, saving, transport } = await inConflict();
  transport.freezeUnsaved = () => Promise.reject(apiError(500, 'internal'));
  await expect(takeTheirs(saving, 'Not taken')).rejects.toMatchObject({ code: 'internal' });
  expect(session.document()).toEqual(buildDocument('mine'));
  expect(saving.saver.state.get().kind).toBe('conflict');
});

it('makes a template of mine and opens theirs', async () => {
  const { session, saving, server, drafts } = await inConflict();
  const names: string[] = [];
  const send = server.send;
  server.send = (request) => {
    names.push(request.document.name);
    return send(request);
  };
  const { stored } = server;
  const id = await keepBoth(saving, (name) => `${name} (copy)`);
  expect(id).toBe('b'.repeat(24));
  expect(names).toEqual(['Diploma (copy)']);
  expect(textOf(server.stored?.document)).toContain('mine');
  server.stored = stored;
  expect(session.document()).toEqual(buildDocument('theirs'));
  expect(saving.saver.saved).toMatchObject({ id: templateId, rev: 4 });
  await pass(5_000);
  expect(drafts.rows.size).toBe(0);
});

it('freezes theirs and saves mine over it', async () => {
  const { saving, server, frozen, theirs } = await inConflict();
  await keepMine(saving, theirs);
  await pass(0);
  expect(frozen).toEqual([`${templateId} overwritten`]);
  expect(server.stored).toMatchObject({ rev: 5, document: buildDocument('mine') });
  expect(saving.saver.state.get().kind).toBe('saved');
});

it('is in conflict again when a still newer version was saved before mine was kept', async () => {
  const { saving, server, theirs } = await inConflict();
  server.save({ from: { id: templateId, rev: 4 }, document: buildDocument('newer') }, 'João');
  await keepMine(saving, theirs);
  await pass(0);
  expect(saving.saver.state.get()).toMatchObject({
    kind: 'conflict',
    conflict: { rev: 5, updatedBy: 'João' },
  });
});

it('says that the template was deleted while somebody chose', async () => {
  const { saving, server } = await inConflict();
  server.stored = null;
  await takeTheirs(saving, 'Not taken');
  expect(saving.saver.state.get().kind).toBe('deleted');
});
