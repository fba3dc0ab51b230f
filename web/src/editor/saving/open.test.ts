import { beforeEach, expect, it } from 'vitest';
import type { StoredDraft } from '../../state/drafts/drafts.ts';
import type { SavedDocument } from './document.ts';
import { type OpenOptions, openDocument } from './open.ts';
import { buildDocument, buildOnServer, memoryDrafts, templateId } from './saving.fixture.ts';

const place = 'tenant';
const old = buildDocument('old');
const mine = buildDocument('mine');
const theirs = buildDocument('theirs');
const changedAt = Date.parse('2026-11-22T10:41:00Z');

let drafts = memoryDrafts();
beforeEach(() => {
  drafts = memoryDrafts();
});

async function keep(overrides: Partial<StoredDraft> = {}, document: SavedDocument = mine): Promise<void> {
  const key = { place, template: templateId, tab: 'closed' };
  const row = {
    ...key,
    name: document.name,
    rev: 3,
    changedAt,
    json: JSON.stringify(document),
    ...overrides,
  };
  const { base = JSON.stringify(old), sent = null, request = null, ...draft } = row;
  await drafts.write(draft);
  await drafts.writeBase({ place: row.place, template: row.template, tab: row.tab, base, sent, request });
}

const tab = { id: 'this', isOpen: async (id: string) => id === 'open' };
const open = (overrides: Partial<OpenOptions> = {}) =>
  openDocument({
    drafts,
    tab,
    place,
    template: templateId,
    saved: buildOnServer(old),
    blank: old,
    ...overrides,
  });
const kept = () => [...drafts.rows.values()].map(({ tab: of, json }) => [of, JSON.parse(json)]);

it('opens what the server has when nothing was kept', async () => {
  expect(await open()).toMatchObject({ document: old, base: old, restored: null, conflict: null });
});

it('opens work of a closed tab that was not saved, as work of this tab', async () => {
  await keep();
  const opened = await open();
  expect(opened).toMatchObject({
    document: mine,
    original: old,
    base: old,
    restored: { at: changedAt },
    conflict: null,
  });
  expect(kept()).toEqual([['this', mine]]);
});

it('removes a draft that the server has', async () => {
  await keep();
  expect(await open({ saved: buildOnServer(mine, { rev: 4 }) })).toMatchObject({
    document: mine,
    restored: null,
  });
  expect(kept()).toEqual([]);
});

it('asks which to keep when somebody saved since', async () => {
  await keep();
  const saved = buildOnServer(theirs, { rev: 4, updatedBy: 'Beatriz' });
  const opened = await open({ saved });
  expect(opened).toMatchObject({
    document: mine,
    base: old,
    conflict: { rev: 4, updatedBy: 'Beatriz', theirs: saved },
  });
  expect(kept()).toEqual([['this', mine]]);
});

it('goes on where the last save arrived although the tab was closed before its answer', async () => {
  await keep({ sent: JSON.stringify(buildDocument('between')) });
  const saved = buildOnServer(buildDocument('between'), { rev: 4 });
  expect(await open({ saved })).toMatchObject({
    document: mine,
    saved,
    conflict: null,
    restored: { at: changedAt },
  });
});

it('drops a draft in which nothing was changed, whatever others saved', async () => {
  await keep({}, old);
  expect(await open({ saved: buildOnServer(theirs, { rev: 4 }) })).toMatchObject({
    document: theirs,
    conflict: null,
  });
  expect(kept()).toEqual([]);
});

it('leaves the draft of a tab that is open alone, and says that there is one', async () => {
  await keep({ tab: 'open' });
  expect(await open()).toMatchObject({ document: old, restored: null, isElsewhere: true });
  expect(kept()).toEqual([['open', mine]]);
});

it('opens the newest of several drafts and keeps the others', async () => {
  const older = buildDocument('older');
  await keep({ tab: 'this', changedAt: changedAt - 60_000 }, older);
  await keep();
  expect(await open()).toMatchObject({ document: mine });
  expect(kept()).toHaveLength(2);
  expect(kept()).toContainEqual(['this', mine]);
  expect(kept().map(([, document]) => document)).toContainEqual(older);
});

it('finds a template that was never saved', async () => {
  await keep({ template: 'new:1', rev: null, base: null });
  const opened = await open({ template: null, saved: null });
  expect(opened).toMatchObject({
    document: mine,
    original: old,
    template: 'new:1',
    restored: { at: changedAt },
  });
  expect(await open({ place: 'another', template: null, saved: null })).toMatchObject({ restored: null });
});

it('opens the draft of a template that was deleted meanwhile', async () => {
  await keep();
  expect(await open({ saved: null })).toMatchObject({ document: mine, isDeleted: true, saved: null });
});

it('opens what the server has when the browser keeps nothing', async () => {
  drafts.list = () => Promise.reject(new Error('no IndexedDB'));
  expect(await open()).toMatchObject({ document: old, restored: null });
});

it.each([
  ['a template', { rev: 3 }, { template: templateId }, { id: templateId, rev: 3 }],
  ['a new one', { template: 'new:1', rev: null, base: null }, { template: null, saved: null }, null],
])('sends the save of %s that was on its way again as the same', async (_, draft, opening, from) => {
  const sent = buildDocument('between');
  const request = { key: 'key1', thumbnail: 'picture1' };
  await keep({ ...draft, sent: JSON.stringify(sent), request });
  expect(await open(opening)).toMatchObject({
    document: mine,
    unanswered: { ...request, from, document: sent },
  });
});
