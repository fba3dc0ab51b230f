import type { DesignElementInput } from '@sello/contracts';
import { describe, expect, it } from 'vitest';
import { cpuMsOf } from '../../../tests/cpu-time.ts';
import { layoutCheck } from '../src/layout-check.ts';
import { buildDesign, buildRow, certificateOf, compileDesign } from './builders.ts';
import { isInstalled, type Picture, pictureOf, textOf } from './outside-tools.ts';

type Table = Extract<DesignElementInput, { type: 'table' }>;

const table = (overrides: Partial<Table> = {}): Table => ({
  ...{ type: 'table', id: 'table', name: 'Modules', x: 50, y: 50, width: 300, height: 200 },
  ...{ fontFamily: 'Source Sans 3', fontSize: 10, rows: '{{custom.modules}}' },
  columns: [{ header: 'Module', share: 2 }, { header: 'Hours' }],
  ...overrides,
});
const rowWith = (modules: string) => buildRow({ custom: { modules } });
const two = 'Anatomy|40;Physiology|32';

const fileOf = async (element: Table, modules = two) =>
  certificateOf(await compileDesign(buildDesign([element])), rowWith(modules));
const draw = async (element: Table, modules = two) => pictureOf(await fileOf(element, modules));
const check = async (element: Table, modules: string) =>
  layoutCheck(await compileDesign(buildDesign([element])), rowWith(modules));

/** Heights in points of areas of one colour in a column of pixels, from top to bottom. */
function bands({ height, at }: Picture, x: number, isOf: (pixel: readonly number[]) => boolean): number[] {
  const found: number[] = [];
  for (let y = 0, length = 0; y < height; y += 1) {
    if (isOf(at(x, y))) length += 1;
    if (length > 0 && (y + 1 === height || !isOf(at(x, y + 1)))) {
      found.push(length);
      length = 0;
    }
  }
  return found;
}
const isRed = ([r, g, b]: readonly number[]) => r! > 200 && g! < 80 && b! < 80;
const isBlue = ([r, g, b]: readonly number[]) => r! < 80 && g! < 80 && b! > 200;

/** The first and last column of pixels with ink between two edges, in points. */
function inkBetween({ height, at }: Picture, from: number, to: number): [number, number] | null {
  let found: [number, number] | null = null;
  for (let x = from; x < to; x += 1) {
    for (let y = 0; y < height; y += 1) {
      if (at(x, y).every((part) => part > 200)) continue;
      found = [found?.[0] ?? x, x];
      break;
    }
  }
  return found;
}

describe.skipIf(!isInstalled('pdftoppm') || !isInstalled('pdftotext'))('a table', () => {
  it('prints the rows of a list below its column headers', async () => {
    expect(textOf(await fileOf(table()))).toEqual([
      expect.stringMatching(/^Module\s+Hours$/),
      expect.stringMatching(/^Anatomy\s+40$/),
      expect.stringMatching(/^Physiology\s+32$/),
    ]);
    expect(textOf(await fileOf(table({ header: false })))).toHaveLength(2);
  });

  it('splits the list at the separators of the design, without blanks and empty rows', async () => {
    const slashes = table({ rowSeparator: ' / ', columnSeparator: '=', header: false });
    expect(textOf(await fileOf(slashes, '  First aid; care = 12 /  / Law|Ethics = 8 / '))).toEqual([
      expect.stringMatching(/^First aid; care\s+12$/),
      expect.stringMatching(/^Law\|Ethics\s+8$/),
    ]);
    // Missing cells stay empty, excess ones are dropped.
    expect(textOf(await fileOf(table({ header: false }), 'Anatomy;Law|8|A|x'))).toEqual([
      'Anatomy',
      expect.stringMatching(/^Law\s+8$/),
    ]);
  });

  it('divides its width in the proportions of its columns and aligns each', async () => {
    const aligned = (align: 'start' | 'center' | 'end') =>
      table({
        ...{ header: false, lines: 'none', padding: 4 },
        columns: [{ share: 1 }, { share: 3, align }],
      });
    const place = async (align: 'start' | 'center' | 'end') =>
      inkBetween(await draw(aligned(align), 'A|HHHH'), 125, 400)!;
    const [start, center, end] = [await place('start'), await place('center'), await place('end')];
    // The second column is between 125 and 350 points.
    expect(Math.abs(start[0] - 129)).toBeLessThanOrEqual(2);
    expect(Math.abs(end[1] - 346)).toBeLessThanOrEqual(2);
    expect(Math.abs((center[0] + center[1]) / 2 - 237.5)).toBeLessThanOrEqual(2);
  });

  it('paints the backgrounds of header and stripes, and lines between rows or around all cells', async () => {
    const striped = await draw(
      table({ headerGround: '#0000ff', stripe: '#ff0000', lines: 'none' }),
      'a|1;b|2;c|3;d|4',
    );
    // Near the left edge, where no text is.
    const [head, second, fourth, ...more] = [...bands(striped, 51, isBlue), ...bands(striped, 51, isRed)];
    expect(more).toEqual([]);
    expect(head).toBeGreaterThan(15);
    // A band may begin within a pixel.
    for (const stripe of [second, fourth]) expect(Math.abs(stripe! - head!)).toBeLessThanOrEqual(1);
    const lined = (lines: 'none' | 'rows' | 'grid') =>
      draw(table({ lines, stroke: '#ff0000', strokeWidth: 2, header: false }), 'a|1;b|2;c|3');
    const [none, rows, grid] = [await lined('none'), await lined('rows'), await lined('grid')];
    expect(bands(none, 52, isRed)).toEqual([]);
    expect(bands(rows, 53, isRed)).toEqual([2, 2]);
    expect(bands(grid, 53, isRed)).toEqual([2, 2, 2, 2]);
    // Vertical grid lines are at both edges and between the columns, at 2/3 of 300 points.
    for (const x of [50, 250, 349]) expect(bands(grid, x, isRed)[0]).toBeGreaterThan(40);
    expect(isRed(rows.at(250, 60))).toBe(false);
  });

  it('wraps long cells within their column and makes their row higher', async () => {
    const long = 'Introduction to the anatomy of the upper extremities and their movement in daily life';
    const lines = textOf(await fileOf(table({ header: false }), `${long}|40;Law|8`));
    expect(lines.length).toBeGreaterThan(2);
    expect(lines[0]).toMatch(/^Introduction.*\s40$/);
    const ink = inkBetween(await draw(table({ header: false, lines: 'none' }), `${long}|`), 0, 400)!;
    expect(ink[1]).toBeLessThan(250);
  });

  it('shrinks until all rows fit, and reports it', async () => {
    const many = Array.from({ length: 14 }, (_, index) => `Module ${index}|${index}`).join(';');
    const tight = table({ minFontSize: 5, padding: 2 });
    const { errors, warnings } = await check(tight, many);
    expect(errors).toEqual([]);
    expect(warnings).toMatchObject([{ element: 'Modules', kind: 'shrunk', from: 10 }]);
    const file = await fileOf(tight, many);
    expect(pictureOf(file).inked()!.bottom).toBeLessThan(250);
    expect(textOf(file)).toHaveLength(15);
  });

  it('is an error that names the element for more rows than fit at the minimum size', async () => {
    const rows = Array.from({ length: 60 }, (_, index) => `Module ${index}|${index}`).join(';');
    expect((await check(table({ minFontSize: 8 }), rows)).errors).toMatchObject([
      {
        code: 'text_does_not_fit',
        details: { minSize: 8, element: 'Modules', field: '{{custom.modules}}' },
      },
    ]);
  });

  it('is rejected with 10,000 rows or 10,000 words in a cell, in bounded time', async () => {
    for (const list of [
      Array.from({ length: 10_000 }, (_, index) => `Module ${index}|${index}`).join(';'),
      `${'word '.repeat(10_000)}|1`,
    ]) {
      const compiled = await compileDesign(buildDesign([table()]));
      await layoutCheck(compiled, rowWith(two));
      const spent = await cpuMsOf(async () => {
        const { errors } = await layoutCheck(compiled, rowWith(list));
        expect(errors).toMatchObject([{ code: 'text_does_not_fit', details: { element: 'Modules' } }]);
      });
      expect(spent).toBeLessThan(5_000);
    }
  });

  it('reports whether a character that no font covers is in the header or in the rows', async () => {
    const headed = table({ columns: [{ header: 'Module' }, { header: 'Hours \u{1D800}' }] });
    const { errors } = await check(headed, 'Anatomy|40 \u{1D801}');
    // It may be reported once for its script and once for its glyph.
    const named = new Set(errors.map(({ details }) => `${details?.character} in ${details?.field}`));
    expect([...named]).toEqual(['\u{1D800} in Hours \u{1D800}', '\u{1D801} in {{custom.modules}}']);
  });

  it('prints nothing without rows, not even its header and lines', async () => {
    for (const empty of ['', ' ; ;', '|;|']) {
      expect((await draw(table({ headerGround: '#0000ff', lines: 'grid' }), empty)).inked()).toBeNull();
    }
  });

  it('prints literal rows, the same on every certificate, in the prefix', async () => {
    const compiled = await compileDesign(buildDesign([table({ rows: two })]));
    const file = await certificateOf(compiled, buildRow());
    expect(textOf(file)).toHaveLength(3);
    expect(compiled.variables).toEqual([]);
  });
});
