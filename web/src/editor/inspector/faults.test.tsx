// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { needTexts } from '../../i18n/index.ts';
import type { CanvasView } from '../canvas/view.ts';
import { buildDesign, buildText } from '../model/model.fixture.ts';
import { type RenderedInEditor, renderInEditor } from '../session/editor.fixture.tsx';
import { Faults } from './Faults.tsx';

let rendered: RenderedInEditor | undefined;
afterEach(async () => {
  vi.useRealTimers();
  await rendered?.close();
  rendered = undefined;
});

async function linesOf(faults: readonly unknown[], overrides: object = {}): Promise<string[]> {
  vi.useFakeTimers();
  void needTexts(['editorInspector']);
  const shown = await renderInEditor(<Faults id="a" />, buildDesign([buildText('a', 'one', overrides)]));
  rendered = shown;
  await shown.settle(() => needTexts(['editorInspector']));
  await shown.settle(() => {
    shown.session.run('select', { ids: ['a'] });
    shown.session.canvas.set({ faultsOf: () => faults } as unknown as CanvasView);
  });
  await shown.settle(() => vi.advanceTimersByTime(1_000));
  return [...shown.place.querySelectorAll('li')].map(({ textContent }) => textContent);
}

const fault = (problem: object) => ({ problem, text: 0 });

it('says at which size a text still does not fit', async () => {
  expect(await linesOf([fault({ code: 'text_does_not_fit', minSize: 7.5 })])).toEqual([
    'The text does not fit its box, even at 7.5 pt.',
  ]);
});

it('names the pack of fonts that has a missing character', async () => {
  expect(
    await linesOf([
      fault({ code: 'glyph_missing', character: '王', pack: 'Noto Serif JP' }),
      fault({ code: 'glyph_missing', character: '🎉' }),
    ]),
  ).toEqual([
    '“王” is in the fonts “Noto Serif JP”, which this server does not have yet.',
    'No font has the character “🎉”.',
  ]);
});

it('names a family that the server does not have, and says it once', async () => {
  expect(await linesOf([new RangeError('no font family Papyrus')], { fontFamily: 'Papyrus' })).toEqual([
    'This server does not have the font “Papyrus”.',
  ]);
});

it('says nothing while all is well', async () => {
  expect(await linesOf([])).toEqual([]);
});
