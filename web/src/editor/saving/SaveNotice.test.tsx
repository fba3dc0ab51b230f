// @vitest-environment jsdom
import { type Design, designPage } from '@sello/contracts';
import { afterEach, expect, it, vi } from 'vitest';
import { needTexts } from '../../i18n/index.ts';
import { buildBox, buildDesign, buildText } from '../model/model.fixture.ts';
import { type RenderedInEditor, renderInEditor } from '../session/editor.fixture.tsx';
import { ConflictSheet } from './ConflictSheet.tsx';
import { openSaving } from './opened.fixture.ts';
import { SaveNotice } from './SaveNotice.tsx';
import { SaveState } from './SaveState.tsx';
import { apiError, buildDocument, offline, templateId } from './saving.fixture.ts';

let rendered: RenderedInEditor | undefined;
let opened: Awaited<ReturnType<typeof openSaving>> | undefined;
afterEach(async () => {
  await rendered?.settle(() => opened?.stop());
  await rendered?.close();
});

async function render(
  options: Parameters<typeof openSaving>[0] = {},
  design: Design = buildDocument('old').design,
) {
  opened = await openSaving(options);
  const onConflict = vi.fn();
  const { saving, session, server } = opened;
  const element = (
    <>
      <SaveState saving={saving} />
      <SaveNotice saving={saving} onConflict={onConflict} />
      <ConflictSheet saving={saving} onClose={onConflict} onOpenCopy={() => undefined} />
    </>
  );
  URL.createObjectURL = () => 'blob:picture';
  URL.revokeObjectURL = () => undefined;
  // What react-aria asks for and jsdom has not.
  vi.stubGlobal('CSS', { escape: (text: string) => text, supports: () => false });
  const texts = ['editor', 'editorContent', 'editorSaving', 'editorScreen', 'errors'] as const;
  void needTexts(texts);
  rendered = await renderInEditor(element, design);
  await rendered.settle(() => needTexts(texts));
  const { place, settle } = rendered;
  const change = (text: string) =>
    settle(async () => {
      session.change(buildDocument(text));
      await saving.saver.flush();
    });
  const button = (text: string) =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === text)!;
  return {
    ...{ saving, session, server, settle, change, button, onConflict },
    state: () => place.querySelector('.saved')?.textContent,
    notice: () => place.querySelector('.save-notice')?.textContent ?? null,
    sheet: () => document.querySelector('.dialog'),
  };
}

it('says when it was saved, and nothing else when all is well', async () => {
  const { state, notice, change } = await render();
  await change('mine');
  expect(state()).toMatch(/^Saved \d\d:\d\d$/);
  expect(notice()).toBeNull();
});

it.each([
  [
    apiError(500, 'internal'),
    'Not saved',
    'The server answered “Internal server error”. Tried again in 8 s.Try now',
  ],
  [offline(), 'Offline, kept here', 'There is no connection. Go on; it is saved when the connection is back'],
  [apiError(401, 'session_expired'), 'Signed out', 'Sign in again; what you changed stays in this browser'],
  [apiError(403, 'forbidden'), 'Not saved', 'You may not save this any more: You don’t have permission'],
  [apiError(404, 'template_not_found'), 'Deleted', 'It was deleted meanwhile.'],
  [
    apiError(400, 'template_elements_exceeded', { max: 1000 }),
    'Not saved',
    'It cannot be saved like this: A page can hold at most 1000 elements',
  ],
  [
    apiError(400, 'template_font_unknown', { element: 'Title', family: 'Nobody Has This' }),
    'Not saved',
    '“Title” is set in the font “Nobody Has This”, which is not on this server',
  ],
  [
    apiError(400, 'template_image_unknown', { element: 'Crest' }),
    'Not saved',
    '“Crest” shows an image that the organization does not have',
  ],
])('says what %s means and what can be done', async (error, word, text) => {
  const { state, notice, change, server } = await render();
  server.next.push(() => error);
  await change('mine');
  expect(state()).toBe(word);
  expect(
    notice()
      ?.replace(/[\u2066-\u2069]/g, '')
      .replaceAll("'", '’'),
  ).toContain(text);
});

it.each([
  [
    apiError(400, 'template_font_unknown', { elementId: 'words', element: 'x', family: 'Arial' }),
    '“Certificate of merit (page 2)” is set in the font “Arial”',
    ['words'],
  ],
  [
    apiError(400, 'template_image_unknown', { elementId: 'seal', element: 'seal' }),
    '“Image (page 2)” shows an image',
    ['seal'],
  ],
  [apiError(400, 'template_image_unknown', { pageId: 'p2', element: 'page 2' }), '“Page 2” shows', []],
])('names what is refused as the list of warnings does, and shows it', async (error, text, selection) => {
  const design = buildDesign([]);
  const image = { ...buildBox('seal'), type: 'image', source: { kind: 'asset', assetId: 'gone' } };
  const elements = [buildText('words', 'Certificate of merit'), image as never];
  design.pages.push(designPage.parse({ ...design.pages[0]!, id: 'p2', elements }));
  const { notice, change, server, settle, button } = await render({}, design);
  server.next.push(() => error);
  await change('mine');
  expect(notice()!.replace(/[\u2066-\u2069]/g, '')).toContain(text);
  await settle(() => button('Show it').click());
  expect(rendered!.session.state).toMatchObject({ pageId: 'p2', selection });
});

it('tries again when asked', async () => {
  const { state, change, server, settle, button } = await render();
  server.next.push(() => apiError(500, 'internal'));
  await change('mine');
  await settle(() => button('Try now').click());
  await settle();
  expect(state()).toMatch(/^Saved/);
});

it('says that nothing is kept when the browser cannot', async () => {
  const { state, notice, change, server } = await render();
  opened!.drafts.isFull = true;
  server.next.push(offline);
  await change('mine');
  expect(state()).toBe('Offline, not kept');
  expect(notice()).toContain('This browser keeps nothing that is not saved');
});

it('says what was restored, and goes back to the saved version when asked', async () => {
  const { notice, session, settle, button } = await render({ draft: buildDocument('restored') });
  expect(notice()).toContain('was not saved. It is open again.');
  await settle(() => button('Go back to the saved version').click());
  expect(session.document()).toEqual(buildDocument('old'));
  expect(notice()).toBeNull();
});

async function inConflict() {
  const all = await render();
  const { server } = all;
  const theirs = buildDocument('theirs', { name: 'Certificate' });
  server.save({ from: { id: templateId, rev: 3 }, document: theirs }, 'Beatriz');
  await all.change('mine');
  await vi.waitFor(() => expect(document.querySelectorAll('.versions img')).toHaveLength(2));
  return all;
}

it('asks which version to keep, with who saved, pictures and changes of both sides', async () => {
  const { state, sheet } = await inConflict();
  expect(state()).toBe('Somebody saved');
  expect(sheet()?.querySelector('h2')?.textContent).toContain('Beatriz');
  const captions = [...sheet()!.querySelectorAll('figcaption')].map((one) =>
    one.textContent?.replace(/[\u2066-\u2069]/g, ''),
  );
  expect(captions[0]).toMatch(/^Yours1 change, last at \d\d:\d\d: “mine” changed$/);
  expect(captions[1]).toMatch(
    /^Theirs2 changes, last at \d\d:\d\d: The name is “Certificate” and “theirs” changed$/,
  );
});

it('stays in conflict when the question is closed, so that nothing is lost', async () => {
  const { settle, button, session, saving, onConflict } = await inConflict();
  await settle(() => (document.querySelector('.dialog .icon-btn') as HTMLElement).click());
  expect(onConflict).toHaveBeenCalled();
  expect(saving.saver.state.get().kind).toBe('conflict');
  expect(session.document()).toEqual(buildDocument('mine'));
  expect(button('Choose')).toBeDefined();
});

it.each([
  ['Take theirs', 'theirs'],
  ['Keep mine', 'mine'],
])('closes after “%s”', async (label, text) => {
  const { settle, button, sheet, server, session } = await inConflict();
  await settle(() => button(label).click());
  await vi.waitFor(() => expect(sheet()).toBeNull());
  expect(JSON.stringify(session.document())).toContain(text);
  await settle(() => opened!.saving.saver.flush());
  expect(JSON.stringify(server.stored?.document)).toContain(text);
});
