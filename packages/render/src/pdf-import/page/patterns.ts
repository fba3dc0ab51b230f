// Tiling and shading patterns, and shadings (ISO 32000-1, 8.7).
import { streamObject } from '../../pdf/syntax.ts';
import { tooComplex } from '../read/budget.ts';
import { PdfDict, PdfStream, type PdfValue } from '../read/values.ts';
import { writeColorSpace } from './colors.ts';
import { writeContent } from './content.ts';
import type { PageContext, ResourceSource } from './context.ts';
import { writeFunction } from './functions.ts';
import { writeGraphicsState } from './graphics-state.ts';
import { dictText, numberList, reference } from './syntax.ts';
import { UsedResources } from './used-resources.ts';

/** Square points of A3. */
const largePage = 842 * 1_191;
/** Operators of all tiles of a page. */
const maxTileCost = 10_000_000;
const matrixOf = (numbers: number[]): string | null => (numbers.length === 6 ? numberList(numbers) : null);

export async function writePattern(
  context: PageContext,
  source: PdfValue,
  used: ResourceSource,
): Promise<string | null> {
  const written = await context.once('pattern', source, async () => {
    const { file, out } = context;
    const value = file.resolve(source);
    if (value instanceof PdfStream) return tiling(context, value, used.source);
    if (!(value instanceof PdfDict)) return null;
    const shading = await writeShading(context, value.get('Shading'), used.colorSpaces);
    if (shading === null) return null;
    const state = value.get('ExtGState');
    return out.add(
      dictText({
        ...{
          Type: '/Pattern',
          PatternType: 2,
          Shading: shading,
          Matrix: matrixOf(file.numbers(value.get('Matrix'))),
        },
        ExtGState: state === undefined ? null : await writeGraphicsState(context, state, used),
      }),
    );
  });
  return typeof written === 'number' ? reference(written) : null;
}

async function tiling(
  context: PageContext,
  stream: PdfStream,
  inherited: PdfDict | undefined,
): Promise<number | null> {
  const { file, out } = context;
  const { dict } = stream;
  const number = (key: string) => file.number(dict.get(key)) ?? 0;
  const bounds = file.numbers(dict.get('BBox'));
  const steps = [number('XStep'), number('YStep')];
  if (bounds.length !== 4 || steps.includes(0)) return null;
  const matrix = file.numbers(dict.get('Matrix'));
  const tiles = tileCount(bounds, steps, matrix);
  const resources = new UsedResources(context, file.dict(dict.get('Resources')) ?? inherited);
  const { content, cost } = await writeContent(context, file.content(stream), resources);
  if (tiles * (cost + 1) > maxTileCost) throw tooComplex('pdf_pattern');
  const tilingType = number('TilingType');
  const entries = dictText({
    ...{ Type: '/Pattern', PatternType: 1, PaintType: number('PaintType') === 2 ? 2 : 1 },
    ...{ TilingType: [1, 2, 3].includes(tilingType) ? tilingType : 1, BBox: numberList(bounds) },
    ...{ XStep: steps[0], YStep: steps[1], Matrix: matrixOf(matrix) },
    Resources: resources.text(),
  });
  return out.add(streamObject(content, entries.slice(2, -2), 'prefix'));
}

/** Tiles that a page of A3 shows, or that overlap in one place if they are more. */
function tileCount(bounds: readonly number[], steps: readonly number[], matrix: readonly number[]): number {
  const [left = 0, bottom = 0, right = 0, top = 0] = bounds;
  const [a = 1, b = 0, c = 0, d = 1] = matrix;
  const area = Math.abs((steps[0] as number) * (steps[1] as number));
  const overlapping = Math.abs((right - left) * (top - bottom)) / area;
  const shown = largePage / (area * Math.abs(a * d - b * c));
  return Math.max(overlapping, shown);
}

/** A shading (8.7.4.5); null when it is damaged. */
export async function writeShading(
  context: PageContext,
  source: PdfValue | undefined,
  named: PdfDict | undefined,
): Promise<string | null> {
  const written = await context.once('shading', source, async () => {
    const { file, out } = context;
    const value = file.resolve(source);
    const dict = file.dict(value);
    const type = file.number(dict?.get('ShadingType'));
    const space = await writeColorSpace(context, dict?.get('ColorSpace'), named);
    if (!dict || !space || type === undefined || type < 1 || type > 7) return null;
    const list = (key: string, length?: number) => {
      const numbers = file.numbers(dict.get(key));
      return numbers.length > 0 && (length === undefined || numbers.length === length)
        ? numberList(numbers)
        : null;
    };
    const given = dict.get('Function');
    const functions = given === undefined ? null : await writeFunction(context, given);
    if (type <= 3 && functions === null) return null;
    const extend = file.array(dict.get('Extend')).map((one) => file.resolve(one) === true);
    const common = {
      ...{ ShadingType: type, ColorSpace: space.text, Background: list('Background'), BBox: list('BBox', 4) },
      ...{ AntiAlias: file.resolve(dict.get('AntiAlias')) === true ? true : null, Function: functions },
    };
    if (type === 1) {
      return out.add(dictText({ ...common, Domain: list('Domain', 4), Matrix: list('Matrix', 6) }));
    }
    if (type <= 3) {
      const coordinates = list('Coords', type === 2 ? 4 : 6);
      if (coordinates === null) return null;
      const extends_ = extend.length === 2 ? `[${extend.join(' ')}]` : null;
      return out.add(
        dictText({ ...common, Coords: coordinates, Domain: list('Domain', 2), Extend: extends_ }),
      );
    }
    if (!(value instanceof PdfStream)) return null;
    const bits = (key: string) => file.number(dict.get(key));
    const entries = dictText({
      ...{
        ...common,
        BitsPerCoordinate: bits('BitsPerCoordinate'),
        BitsPerComponent: bits('BitsPerComponent'),
      },
      ...{ BitsPerFlag: bits('BitsPerFlag'), Decode: list('Decode'), VerticesPerRow: bits('VerticesPerRow') },
    });
    return out.add(streamObject(file.content(value), entries.slice(2, -2), 'prefix'));
  });
  return typeof written === 'number' ? reference(written) : null;
}
