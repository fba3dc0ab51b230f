import type { PathStep } from '@sello/design';
import { colorOperands, streamObject } from '../../syntax.ts';
import { type ImageWriter, UnreadableImage } from '../image.ts';
import { colorOf } from './colors.ts';
import { exact, extentOf, isIdentity, lengthOf, matrixOf, numbersOf } from './geometry.ts';
import { gradientOf } from './gradients.ts';
import type { Markup } from './markup.ts';
import { pathOperators, shapeOf } from './shapes.ts';
import { readSheets, type Style, styleOf } from './style.ts';

/** Elements that are not rendered directly: metadata, and definitions that others refer to. */
const silent = new Set([
  ...['defs', 'title', 'desc', 'metadata', 'style', 'symbol', 'clipPath', 'linearGradient', 'radialGradient'],
]);
const caps: Record<string, number> = { butt: 0, round: 1, square: 2 };
const joins: Record<string, number> = { miter: 0, round: 1, bevel: 2 };
/** Maximum number of painted elements; references may paint one element many times. */
const mostPainted = 100_000;
/** Maximum length of path data in characters, summed over all painted paths. */
const mostPathData = 20_000_000;
/** Maximum nesting of references. */
const deepestUse = 32;

/** The resource names of one content stream. */
class Names {
  readonly entries = {
    ExtGState: new Map<string, string>(),
    Shading: new Map<string, string>(),
    XObject: new Map<string, string>(),
  };

  name(kind: keyof Names['entries'], value: string): string {
    const map = this.entries[kind];
    let name = map.get(value);
    if (!name) {
      name = `${kind[0]}${map.size}`;
      map.set(value, name);
    }
    return `/${name}`;
  }

  dictionary(): string {
    const kinds = Object.entries(this.entries).filter(([, map]) => map.size > 0);
    return `<<${kinds
      .map(([kind, map]) => `/${kind}<<${[...map].map(([value, name]) => `/${name} ${value}`).join('')}>>`)
      .join('')}>>`;
  }
}

export interface PaintedSvg {
  operators: string;
  resources: string;
  isTransparent: boolean;
}

/** Converts the elements of an SVG to operators, in user units. Throws UnreadableImage for unsupported content. */
export function paintSvg(root: Markup, writer: ImageWriter): PaintedSvg {
  const painter = new Painter(root, writer);
  const names = new Names();
  const operators = painter.children(root, styleOf(root, new Map(), painter.sheets), names, []);
  return { operators, resources: names.dictionary(), isTransparent: painter.isTransparent };
}

class Painter {
  readonly sheets: ReturnType<typeof readSheets>;
  isTransparent = false;
  readonly #byId = new Map<string, Markup>();
  readonly #writer: ImageWriter;
  #painted = 0;
  #pathData = 0;

  constructor(root: Markup, writer: ImageWriter) {
    this.sheets = readSheets(root);
    this.#writer = writer;
    const walk = (element: Markup) => {
      const id = element.attributes.get('id');
      if (id !== undefined && !this.#byId.has(id)) this.#byId.set(id, element);
      for (const child of element.children) walk(child);
    };
    walk(root);
  }

  children(element: Markup, style: Style, names: Names, uses: readonly Markup[]): string {
    return element.children
      .map((child) => this.#element(child, style, names, uses))
      .filter((operators) => operators !== '')
      .join('\n');
  }

  #element(element: Markup, parent: Style, names: Names, uses: readonly Markup[]): string {
    this.#painted += 1;
    for (const name of ['d', 'points']) this.#pathData += element.attributes.get(name)?.length ?? 0;
    if (this.#painted > mostPainted || this.#pathData > mostPathData) {
      throw new UnreadableImage('svg_complex');
    }
    if (silent.has(element.name)) return '';
    const style = styleOf(element, parent, this.sheets);
    for (const effect of ['filter', 'mask'] as const) {
      if ((style.get(effect) ?? 'none') !== 'none')
        throw new UnreadableImage(`svg_${effect}`, { name: element.name });
    }
    if (style.get('display') === 'none') return '';
    const opacity = share(style.get('opacity'));
    // A transparency group has its own resources.
    const own = opacity < 1 ? new Names() : names;
    const body = this.#body(element, style, own, uses);
    if (body === '' || opacity === 0) return '';
    const matrix = matrixOf(element.attributes.get('transform'));
    const clip = this.#clip(style, element);
    const moved = isIdentity(matrix) ? '' : `${matrix.map(exact).join(' ')} cm\n`;
    if (opacity === 1) return moved === '' && clip === '' ? body : `q\n${moved}${clip}${body}\nQ`;
    this.isTransparent = true;
    const form = this.#writer.add(
      streamObject(
        Buffer.from(body, 'latin1'),
        `/Type/XObject/Subtype/Form/BBox[-32000 -32000 32000 32000]/Group<</S/Transparency/CS/DeviceRGB/I true>>/Resources${own.dictionary()}`,
        'prefix',
      ),
    );
    const state = names.name('ExtGState', `<</ca ${exact(opacity)}/CA ${exact(opacity)}>>`);
    return `q\n${moved}${clip}${state} gs ${names.name('XObject', `${form} 0 R`)} Do\nQ`;
  }

  #body(element: Markup, style: Style, names: Names, uses: readonly Markup[]): string {
    if (element.name === 'g' || element.name === 'a' || element.name === 'switch') {
      return this.children(element, style, names, uses);
    }
    if (element.name === 'use') return this.#use(element, style, names, uses);
    const shape = shapeOf(element);
    if (!shape) throw new UnreadableImage('svg_element', { name: element.name });
    if (shape.length === 0 || (style.get('visibility') ?? 'visible') !== 'visible') return '';
    return this.#shape(shape, style, names);
  }

  #use(element: Markup, style: Style, names: Names, uses: readonly Markup[]): string {
    const reference = element.attributes.get('href') ?? element.attributes.get('xlink:href') ?? '';
    const target = this.#referred(reference);
    if (uses.length >= deepestUse) {
      throw new UnreadableImage('svg_use_deep', { name: reference.slice(0, 40) });
    }
    if (uses.includes(target)) throw new UnreadableImage('svg_circular', { name: reference.slice(0, 40) });
    const inside = [...uses, target];
    const [x, y] = [lengthOf(element.attributes.get('x')) ?? 0, lengthOf(element.attributes.get('y')) ?? 0];
    if (target.name === 'symbol' && target.attributes.has('viewBox')) {
      throw new UnreadableImage('svg_symbol', { name: reference.slice(0, 40) });
    }
    const body =
      target.name === 'symbol'
        ? this.children(target, styleOf(target, style, this.sheets), names, inside)
        : this.#element(target, style, names, inside);
    return body === '' || (x === 0 && y === 0) ? body : `q\n1 0 0 1 ${exact(x)} ${exact(y)} cm\n${body}\nQ`;
  }

  #referred(reference: string): Markup {
    const target = reference.startsWith('#') ? this.#byId.get(reference.slice(1)) : undefined;
    if (!target) throw new UnreadableImage('svg_reference', { name: reference.slice(0, 40) || '#' });
    return target;
  }

  #clip(style: Style, element: Markup): string {
    const value = style.get('clip-path') ?? 'none';
    if (value === 'none') return '';
    const target = this.#referred(/^url\(\s*['"]?([^'")]*)['"]?\s*\)$/.exec(value)?.[1] ?? value);
    if (target.name !== 'clipPath' || target.attributes.get('clipPathUnits') === 'objectBoundingBox') {
      throw new UnreadableImage('svg_clipped', { name: element.name });
    }
    const shapes = target.children.map((child) => {
      const shape = shapeOf(child);
      if (!shape || child.attributes.has('transform'))
        throw new UnreadableImage('svg_clip', { name: child.name });
      return pathOperators(shape);
    });
    const rule = target.children.some(
      (child) => styleOf(child, style, this.sheets).get('clip-rule') === 'evenodd',
    );
    return `${shapes.join('\n') || '0 0 0 0 re'} ${rule ? 'W*' : 'W'} n\n`;
  }

  #shape(shape: readonly PathStep[], style: Style, names: Names): string {
    const path = pathOperators(shape);
    const parts: string[] = [];
    const isEvenOdd = style.get('fill-rule') === 'evenodd';
    const fill = style.get('fill') ?? 'black';
    const gradient = this.#gradient(fill, shape);
    if (gradient) {
      if (share(style.get('fill-opacity')) < 1) throw new UnreadableImage('svg_gradient_clear');
      const shading = names.name('Shading', gradient.shading);
      parts.push(
        `q\n${path} ${isEvenOdd ? 'W*' : 'W'} n\n${gradient.matrix.map(exact).join(' ')} cm ${shading} sh\nQ`,
      );
    } else {
      const paint = paintOf(fill, style);
      if (paint) {
        const state = this.#state(paint.alpha * share(style.get('fill-opacity')), names);
        parts.push(wrapped(state, `${colorOperands(paint.color)} rg ${path} ${isEvenOdd ? 'f*' : 'f'}`));
      }
    }
    const width = lengthOf(style.get('stroke-width')) ?? 1;
    const stroke = paintOf(style.get('stroke') ?? 'none', style);
    if (stroke && width > 0) {
      const state = this.#state(stroke.alpha * share(style.get('stroke-opacity')), names);
      const pen = `${colorOperands(stroke.color)} RG ${exact(width)} w${penOf(style)}`;
      parts.push(`q\n${state}${pen}\n${path} S\nQ`);
    }
    return parts.join('\n');
  }

  #gradient(fill: string, shape: readonly PathStep[]) {
    const reference = /^url\(\s*['"]?([^'")]*)['"]?\s*\)/.exec(fill)?.[1];
    if (reference === undefined) return null;
    const target = this.#referred(reference);
    if (target.name !== 'linearGradient' && target.name !== 'radialGradient') {
      throw new UnreadableImage('svg_fill', { name: target.name });
    }
    const extent = extentOf(shape);
    if (!extent || extent.width === 0 || extent.height === 0) return null;
    return gradientOf(target, extent, {
      byId: this.#byId,
      styleOf: (element) => styleOf(element, new Map(), this.sheets),
    });
  }

  #state(alpha: number, names: Names): string {
    if (alpha >= 1) return '';
    this.isTransparent = true;
    return `${names.name('ExtGState', `<</ca ${exact(alpha)}/CA ${exact(alpha)}>>`)} gs `;
  }
}

function wrapped(state: string, operators: string): string {
  return state === '' ? operators : `q\n${state}${operators}\nQ`;
}

function share(value: string | undefined): number {
  if (value === undefined) return 1;
  const number = Number.parseFloat(value) / (value.endsWith('%') ? 100 : 1);
  return Number.isNaN(number) ? 1 : Math.max(0, Math.min(1, number));
}

function paintOf(value: string, style: Style): { color: string; alpha: number } | null {
  if (value === 'none' || value === 'transparent') return null;
  if (value.startsWith('url(')) throw new UnreadableImage('svg_gradient_outline');
  return colorOf(value.toLowerCase() === 'currentcolor' ? (style.get('color') ?? 'black') : value);
}

function penOf(style: Style): string {
  const cap = caps[style.get('stroke-linecap') ?? 'butt'] ?? 0;
  const join = joins[style.get('stroke-linejoin') ?? 'miter'] ?? 0;
  const limit = Number.parseFloat(style.get('stroke-miterlimit') ?? '4');
  const dashes = style.get('stroke-dasharray') === 'none' ? [] : numbersOf(style.get('stroke-dasharray'));
  const isDashed = dashes.some((length) => length > 0) && dashes.every((length) => length >= 0);
  const offset = lengthOf(style.get('stroke-dashoffset')) ?? 0;
  return (
    ` ${cap} J ${join} j ${exact(Math.max(1, Number.isNaN(limit) ? 4 : limit))} M` +
    // Of an outline without dashes too: what was painted before the drawing may have some.
    (isDashed ? ` [${dashes.map(exact).join(' ')}] ${exact(offset)} d` : ' []0 d')
  );
}
