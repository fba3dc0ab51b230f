// @vitest-environment jsdom
import type { Design, DesignElementInput } from '@sello/contracts';
import { sampleValues } from '@sello/design';
import { afterEach, expect, it } from 'vitest';
import { fontBytes, fontList } from '../../../../tests/font-answers.ts';
import { needTexts } from '../../i18n/index.ts';
import { ClaimsContext } from '../../tenancy/useTenancy.ts';
import { type EditorFonts, type FontList, openFonts } from '../fonts/fonts.ts';
import { buildBox, buildDesign, buildText } from '../model/model.fixture.ts';
import { settle } from '../pending.ts';
import { type RenderedInEditor, renderInEditor } from '../session/editor.fixture.tsx';
import { elementChecks, type Warning, warningsOf } from './find-warnings.ts';
import { WarningsPanel } from './WarningsPanel.tsx';
import { warningsStore } from './warnings.ts';

let fonts: EditorFonts | undefined;
/** The fonts that the renderer has. */
async function realFonts(): Promise<EditorFonts> {
  fonts ??= await openFonts({
    list: async () => (await fontList()) as FontList,
    file: async (key) => (await fontBytes(key))!,
    words: async () => [],
  });
  return fonts;
}

async function find(
  design: Design,
  columns: ReadonlySet<string> | null = null,
  lostLetters: ReadonlySet<string> = new Set(),
): Promise<Warning[]> {
  const tenant = { name: 'Instituto', publicName: 'Instituto' };
  const values = sampleValues(design, tenant, 'https://certs.example/verify/1');
  const options = { values, fonts: await realFonts(), columns };
  return warningsOf(design, await settle(elementChecks(design, options)), { columns, lostLetters });
}
const brief = (warnings: readonly Warning[]) =>
  warnings.map(({ kind, subject, elements }) => [
    ...[kind, subject, elements.map(({ elementId }) => elementId).join(' ')],
  ]);
const number = buildText('number', '{{certificate.id}}', { y: 300, width: 500 });

it('finds nothing in a design that prints as it is drawn', async () => {
  expect(await find(buildDesign([number, buildText('a', 'To {{fullName}}')]))).toEqual([]);
});

it('misses what leads to the verify page, and words for pictures', async () => {
  const image = (id: string, more: object = {}): DesignElementInput =>
    buildBox(id, { type: 'image', source: { kind: 'asset', assetId: 'a' }, ...more } as object);
  const drawing = (id: string, name: string) =>
    buildBox(id, { type: 'path', name, d: 'M0 0L1 1', viewBox: [0, 0, 1, 1] } as object);
  const design = buildDesign([
    image('image'),
    drawing('drawing', 'Signature'),
    drawing('ornament', ''),
    image('named', { alt: 'Seal' }),
  ]);
  expect(brief(await find(design))).toEqual([
    ['verify', '', ''],
    ['alt', '', 'image drawing'],
  ]);
});

it('names the pages whose imported PDF was stored with letters missing', async () => {
  const image = { type: 'image', source: { kind: 'asset', assetId: 'lost' }, alt: 'Border' } as object;
  const design = buildDesign([number, buildBox('image', image)]);
  const [page] = design.pages;
  const background = { color: '#ffffff', assetId: 'lost' };
  const pages = [page!, { ...page!, id: 'second', elements: [], background }];
  expect(brief(await find({ ...design, pages }, null, new Set(['lost'])))).toEqual([
    ['letters', '1', 'image'],
    ['letters', '2', ''],
  ]);
  expect(brief(await find({ ...design, pages }))).toEqual([]);
});

it('says which texts do not fit, shrink or run over, with the values that are shown', async () => {
  const long = 'Instituto Superior Tecnológico de Farmacia Hospitalaria y Gestión';
  const design = buildDesign([
    number,
    buildText('fits', long, { width: 800, height: 40 }),
    buildText('little', long, { width: 500, height: 30, fit: 'shrink', maxLines: 1 }),
    buildText('shrinks', long, { width: 350, height: 30, fit: 'shrink', maxLines: 1 }),
    buildText('small', long, { width: 90, height: 12, fit: 'shrink', maxLines: 1, minFontSize: 15 }),
    buildText('over', long, { width: 120, height: 30 }),
  ]);
  expect(brief(await find(design))).toEqual([
    ['fit', '', 'small'],
    ['shrunk', expect.stringMatching(/^1\d\.\d$/), 'shrinks'],
    ['overflows', '', 'over'],
  ]);
});

it('names fonts and letters that are not here, and variables that nothing fills', async () => {
  const design = buildDesign([
    number,
    buildText('font', 'Lost', { fontFamily: 'Cordillera Titular' }),
    buildText('pack', '修了証書 佐藤花子'),
    buildText('glyph', 'A 🜁'),
    buildText('one', '{{fulName}} {{custom.modul}}'),
    buildText('two', '{{custom.modul}}'),
  ]);
  expect(brief(await find(design, new Set(['hours'])))).toEqual(
    expect.arrayContaining([
      ['unknown', 'fulName', 'one'],
      ['column', 'custom.modul', 'one two'],
      ['font', 'Cordillera Titular', 'font'],
      ['glyph', '🜁', 'glyph'],
      ['pack', expect.stringContaining('Noto Serif'), 'pack'],
    ]),
  );
});

let rendered: RenderedInEditor | undefined;
afterEach(async () => {
  await rendered?.close();
  rendered = undefined;
});

it('lists them, and a click selects what one is about, then the next', async () => {
  const texts = ['common', 'editor', 'editorContent'] as const;
  void needTexts(texts);
  const first = buildDesign([buildText('one', '{{lost}}'), buildText('two', '{{lost}}')]);
  const design = { ...first, pages: [...first.pages, { ...first.pages[0]!, id: 'page2', elements: [] }] };
  const panel = (
    <ClaimsContext value={{ claims: undefined, error: null }}>
      <WarningsPanel />
    </ClaimsContext>
  );
  rendered = await renderInEditor(panel, design);
  const { place, session, settle: act } = rendered;
  await act(() => needTexts(texts));
  expect(place.querySelector('.warned')).toBeNull();
  await act(async () => warningsStore(session).set(await find(design)));
  const [unknown, verify] = [...place.querySelectorAll('.warned li')];
  expect(unknown!.textContent).toContain('Nothing is called ');
  expect(unknown!.textContent).toContain('{{lost}} (page');
  expect(verify!.querySelector('button')).toBeNull();
  await act(() => session.run('page.show', { pageId: 'page2' }));
  await act(() => unknown!.querySelector('button')!.click());
  expect(session.state).toMatchObject({ pageId: 'page1', selection: ['one'] });
  await act(() => unknown!.querySelector('button')!.click());
  expect(session.state.selection).toEqual(['two']);
  await act(() => warningsStore(session).set([]));
  expect(place.textContent).toContain('Nothing stands in the way.');
});
