import { describe, expect, it } from 'vitest';
import { assetsOf, currentDesign, parseDesign, printedContents, withoutAssets } from './document.ts';

const text = (id: string, content = 'x') => ({
  type: 'text',
  id,
  x: 0,
  y: 0,
  width: 10,
  height: 10,
  content,
  fontFamily: 'Newsreader',
  fontSize: 12,
});
const page = (elements: unknown[], id = 'page') => ({ id, width: 842, height: 595, elements });
const group = (id: string, elements: unknown[]) => ({
  type: 'group',
  id,
  x: 0,
  y: 0,
  width: 9,
  height: 9,
  elements,
});

const box = { x: 0, y: 0, width: 9, height: 9 };
const runs = (id: string) => ({
  ...{ ...box, type: 'text', id, fontFamily: 'Newsreader', fontSize: 12 },
  paragraphs: [{ runs: [{ text: 'x' }] }],
});
const signature = (id: string) => ({ ...runs(id), type: 'signature' });
const picture = (id: string) => ({ ...box, type: 'image', id, source: { kind: 'asset', assetId: 'logo' } });

function problemsOf(value: unknown): string[] {
  const parsed = parseDesign(value);
  return parsed.ok ? [] : parsed.problems.map(({ path, message }) => `${path}: ${message}`);
}

describe('parseDesign', () => {
  it('fills in every default', () => {
    const parsed = parseDesign({ version: 1, pages: [page([text('a')])] });
    expect(parsed).toMatchObject({
      ok: true,
      design: { locale: 'en', variables: [], pages: [{ background: { color: '#ffffff' } }] },
    });
    // It takes the time zone of its organization.
    expect(parsed.ok && parsed.design.timeZone).toBeUndefined();
    expect(parsed.ok && parsed.design.pages[0]?.elements[0]).toMatchObject({
      fit: 'wrap',
      opacity: 1,
      align: 'left',
    });
  });

  it('returns a stored design unchanged', () => {
    const once = parseDesign({ version: 1, pages: [page([group('g', [text('a'), text('b')])])] });
    expect(once.ok && parseDesign(JSON.parse(JSON.stringify(once.design)))).toEqual(once);
  });

  it.each([
    ['an unknown version', { version: 3, pages: [page([])] }],
    ['no pages', { version: 1, pages: [] }],
    ['an unknown property', { version: 1, pages: [page([{ ...text('a'), onclick: 'x' }])] }],
    ['an unknown element', { version: 1, pages: [page([{ ...text('a'), type: 'video' }])] }],
    ['an id used twice', { version: 1, pages: [page([text('a'), group('g', [text('a')])])] }],
    [
      'a data URL for an image',
      { version: 1, pages: [page([{ ...text('a'), type: 'image', assetId: 'data:image/png;base64,AA' }])] },
    ],
    ['an unknown language', { version: 1, locale: 'not a language', pages: [page([])] }],
    ['an unknown time zone', { version: 1, timeZone: 'Mars/Olympus', pages: [page([])] }],
    ['a string', 'design'],
    ['null', null],
  ])('rejects %s', (_, value) => {
    expect(problemsOf(value).length).toBeGreaterThan(0);
  });

  it('migrates version 1: its texts become runs, its images have sources, and its lines stay as far apart', () => {
    const stored = page([
      group('g', [text('a', 'one\ntwo')]),
      { ...box, type: 'image', id: 'i', assetId: 'logo' },
      { ...box, type: 'qr', id: 'q' },
    ]);
    const parsed = parseDesign({ version: 1, pages: [stored] });
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
    expect(parsed.design.version).toBe(2);
    expect(parsed.design).not.toHaveProperty('renderingVersion');
    expect(parsed.design.pages[0]?.elements).toMatchObject([
      { elements: [{ paragraphs: [{ runs: [{ text: 'one\ntwo' }] }], align: 'left', lineHeight: 1.3108 }] },
      { source: { kind: 'asset', assetId: 'logo' }, mask: { shape: 'rectangle' } },
      { quietZone: 0 },
    ]);
  });

  it('reads designs that name their rules of rendering: of the first ones, texts keep their lines and their size', () => {
    const set = { ...runs('r'), y: 100, height: 50, fontSize: 20, lineHeight: 1.5 };
    const element = { ...set, paragraphs: [{ runs: [{ text: 'a' }], lineHeight: 2 }] };
    const parsed = (design: object) => {
      const result = parseDesign({ version: 2, pages: [page([group('g', [element])])], ...design });
      if (!result.ok) throw new Error(JSON.stringify(result.problems));
      return result.design;
    };
    const named = (renderingVersion: number) => parsed({ renderingVersion });
    expect(named(2)).toEqual(parsed({}));
    expect(named(1)).not.toHaveProperty('renderingVersion');
    // A line was 1.13 × 20 points high, and nothing was above the first or below the last.
    expect(named(1).pages[0]!.elements[0]).toMatchObject({
      elements: [{ lineHeight: 1.695, y: 94.35, height: 61.3, paragraphs: [{ lineHeight: 2.26 }] }],
    });
    const stored = parsed({});
    expect(currentDesign({ ...stored, renderingVersion: 2 } as never)).toEqual(stored);
    expect(currentDesign({ ...stored, renderingVersion: 1 } as never)).toEqual(named(1));
    // Also where a box is as high as one may be.
    const tall = {
      ...stored,
      pages: [page([{ ...set, ...runs('r'), y: -100_000, height: 100_000, fontSize: 20 }])],
    };
    expect(currentDesign({ ...tall, renderingVersion: 1 } as never).pages[0]!.elements[0]).toMatchObject({
      ...{ y: -100_000, height: 100_000 },
    });
    const broken = { version: 2, renderingVersion: 1, pages: [page([{ ...set, height: 'tall' }])] };
    expect(parseDesign(broken)).toMatchObject({ ok: false });
  });

  const long = [{ runs: [{ text: 'x'.repeat(15_000) }, { text: 'x'.repeat(5_001) }] }];
  it.each([
    ['two signatures', [signature('s'), group('g', [signature('t')])]],
    ['more text in its runs than an element may hold', [{ ...runs('r'), paragraphs: long }]],
    ['a crop beyond the image', [{ ...picture('i'), crop: { x: 0.5, y: 0, width: 0.6, height: 1 } }]],
    ['a table without columns', [{ ...box, type: 'table', id: 't', rows: '', columns: [] }]],
  ])('rejects %s', (_, elements) => {
    expect(problemsOf({ version: 2, pages: [page(elements)] }).length).toBeGreaterThan(0);
  });

  it('accepts names of the batch for its variables alone', () => {
    const problems = (variable: object) =>
      problemsOf({ version: 2, pages: [page([])], variables: [variable] });
    expect(problems({ name: 'batch.course', scope: 'batch' })).toEqual([]);
    expect(problems({ name: 'custom.course', scope: 'batch' })).not.toEqual([]);
    expect(problems({ name: 'batch.course' })).not.toEqual([]);
  });

  it('returns the path of the problem', () => {
    expect(problemsOf({ version: 1, pages: [page([{ ...text('a'), width: -1 }])] })[0]).toContain(
      'pages.0.elements.0.width',
    );
  });

  it('rejects groups nested beyond the limit', () => {
    let nested: unknown = text('leaf');
    for (let depth = 0; depth < 10; depth += 1) nested = group(`g${depth}`, [nested]);
    expect(problemsOf({ version: 1, pages: [page([nested])] }).join()).toContain('nested too deeply');
  });
});

describe('printedContents, assetsOf and withoutAssets', () => {
  it('include the elements of groups and skip hidden elements', () => {
    const image = (id: string, assetId: string) => ({
      type: 'image',
      id,
      x: 0,
      y: 0,
      width: 1,
      height: 1,
      assetId,
    });
    const parsed = parseDesign({
      version: 1,
      pages: [
        page([
          group('g', [text('a', 'shown'), { ...text('b', 'hidden'), hidden: true }, image('i', 'logo')]),
          image('j', 'logo'),
        ]),
      ],
    });
    if (!parsed.ok) throw new Error('not a design');
    expect([...printedContents(parsed.design)]).toEqual(['shown']);
    expect(assetsOf(parsed.design)).toEqual(['logo']);
    const bare = withoutAssets(parsed.design);
    expect(assetsOf(bare)).toEqual([]);
    expect([...printedContents(bare)]).toEqual(['shown']);
  });
});
