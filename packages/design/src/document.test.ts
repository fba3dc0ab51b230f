import { describe, expect, it } from 'vitest';
import { assetsOf, parseDesign, printedContents, withoutAssets } from './document.ts';

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

function problemsOf(value: unknown): string[] {
  const parsed = parseDesign(value);
  return parsed.ok ? [] : parsed.problems.map(({ path, message }) => `${path}: ${message}`);
}

describe('parseDesign', () => {
  it('fills in every default', () => {
    const parsed = parseDesign({ version: 1, pages: [page([text('a')])] });
    expect(parsed).toMatchObject({
      ok: true,
      design: { locale: 'en', timeZone: 'UTC', variables: [], pages: [{ background: { color: '#ffffff' } }] },
    });
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
    ['an unknown version', { version: 2, pages: [page([])] }],
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
