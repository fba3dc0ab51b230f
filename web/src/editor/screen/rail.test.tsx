// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import { needTexts } from '../../i18n/index.ts';
import { buildDesign } from '../model/model.fixture.ts';
import { type RenderedInEditor, renderInEditor } from '../session/editor.fixture.tsx';
import { Rail } from './Rail.tsx';

let rendered: RenderedInEditor | undefined;
afterEach(async () => {
  await rendered?.close();
  rendered = undefined;
});

it('the rail opens one panel at a time, and closes it again', async () => {
  void needTexts(['editorScreen']);
  rendered = await renderInEditor(<Rail />, buildDesign());
  const { place, session, settle } = rendered;
  const button = (name: string) =>
    [...place.querySelectorAll('button')].find(({ textContent }) => textContent === name)!;
  await settle(() => needTexts(['editorScreen']));
  // A narrow window opens without a panel.
  await settle(() => session.setView({ panel: 'elements' }));
  expect(button('Elements').getAttribute('aria-pressed')).toBe('true');
  await settle(() => button('Fonts').click());
  expect(session.view.get().panel).toBe('fonts');
  expect(button('Elements').getAttribute('aria-pressed')).toBe('false');
  await settle(() => button('Fonts').click());
  expect(session.view.get().panel).toBeNull();
});
