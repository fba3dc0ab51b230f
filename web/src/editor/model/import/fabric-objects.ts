import { type DesignElementInput, designLimits } from '@sello/contracts';
import { normalAngle, tidy } from '../geometry.ts';
import { newId } from '../state.ts';
import { colorOf } from '../text/css.ts';
import { fabricLine, paragraphsOfFabric, styleOfFabric } from './fabric-text.ts';
import { imageSizeOf } from './image-size.ts';
import type { ImportedImage, ImportNote } from './imported.ts';
import { apply, type Matrix, multiply, partsOf, placing, scaling, slanting } from './matrix.ts';
import { mirrored, pathBox } from './path-box.ts';

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const number = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
const text = (value: unknown, longest: number): string =>
  typeof value === 'string' ? value.slice(0, longest) : '';
const limited = (value: number): number => Math.min(Math.max(-100_000, tidy(value)), 100_000);
const size = (value: number): number => Math.min(Math.max(0, tidy(value)), 100_000);

/** How deep groups are read; deeper ones are left out. */
const deepest = 8;
const mostObjects = 5_000;

/** The share of a side that lies before the origin of an object. */
const origins: Readonly<Record<string, number>> = { left: 0, top: 0, center: 0.5, right: 1, bottom: 1 };

/** The size of an object before its scale, and the map from its centre to what is around it. */
interface Shape {
  fields: Fields;
  width: number;
  height: number;
  matrix: Matrix;
}

/** The box of an element around a centre, in the coordinates around it. */
interface Boxed {
  x: number;
  y: number;
  width: number;
  height: number;
  rotation: number;
}

type Mapping = (reader: FabricReader, shape: Shape) => DesignElementInput | null;

/** Reads fabric objects; `scale` in points per pixel. */
export class FabricReader {
  readonly images: ImportedImage[] = [];
  readonly notes: ImportNote[] = [];
  readonly #scale: number;
  #page = 1;
  #count = 0;
  #isCentred = true;
  #depth = 0;
  /** Characters that are still read: more than the largest design has are none. */
  #text: number = designLimits.json;

  constructor(scale: number) {
    this.#scale = scale;
  }

  /** The objects of a canvas, of the page of this number. */
  page(canvas: Fields, page: number): DesignElementInput[] {
    this.#page = page;
    // Since version 7 the origin of an object is its centre; before it was its top left corner.
    const major = Number.parseInt(text(canvas.version, 20), 10);
    this.#isCentred = !(major < 7);
    const { objects } = canvas;
    const read = (Array.isArray(objects) ? objects : []).flatMap((object) => this.object(object));
    return read;
  }

  note(kind: ImportNote['kind'], what: unknown): void {
    if (this.notes.length < 200) this.notes.push({ kind, page: this.#page, what: text(what, 80) });
  }

  /** One object and what lies in it, in the coordinates of `outer`; nothing when it cannot be taken over. */
  object(object: unknown, outer: Matrix = scaling(this.#scale, this.#scale)): DesignElementInput[] {
    this.#count += 1;
    if (!isFields(object) || this.#count > mostObjects) return [];
    const type = text(object.type, 40).toLowerCase().replaceAll('-', '');
    const map = Object.hasOwn(maps, type) ? maps[type] : undefined;
    if (!map) {
      this.note('unsupported', object.type);
      return [];
    }
    const [width, height] = [Math.max(0, number(object.width, 0)), Math.max(0, number(object.height, 0))];
    const matrix = multiply(outer, this.#ownMatrix(object, width, height));
    const parts = partsOf(matrix);
    if (parts.isSlanted) this.note('skewed', object.type);
    const element = map(this, { fields: object, width, height, matrix });
    return element ? [element] : [];
  }

  #ownMatrix(fields: Fields, width: number, height: number): Matrix {
    const [scaleX, scaleY] = [number(fields.scaleX, 1), number(fields.scaleY, 1)];
    const stroke = strokeWidthOf(fields);
    const isUniform = fields.strokeUniform === true;
    // The origin counts with the outline, which is scaled unless it is uniform.
    const outerWidth = isUniform ? width * scaleX + stroke : (width + stroke) * scaleX;
    const outerHeight = isUniform ? height * scaleY + stroke : (height + stroke) * scaleY;
    const usual = this.#isCentred ? 'center' : null;
    const share = (name: 'originX' | 'originY', corner: 'left' | 'top') =>
      origins[text(fields[name], 10) || usual || corner] ?? 0.5;
    const angle = number(fields.angle, 0);
    const place = placing(number(fields.left, 0), number(fields.top, 0), angle);
    const centre = apply(
      place,
      (0.5 - share('originX', 'left')) * outerWidth,
      (0.5 - share('originY', 'top')) * outerHeight,
    );
    const slant = slanting(number(fields.skewX, 0), number(fields.skewY, 0));
    const flip = scaling(fields.flipX === true ? -scaleX : scaleX, fields.flipY === true ? -scaleY : scaleY);
    return multiply(placing(centre.x, centre.y, angle), multiply(slant, flip));
  }

  /** What every element has, in the box of the shape. */
  base({ fields, width, height, matrix }: Shape, own?: Partial<Boxed>) {
    const { x, y, rotation, scaleX, scaleY } = partsOf(matrix);
    const box = { width: size(width * scaleX), height: size(height * scaleY), rotation, ...own };
    const centre = { x: own?.x ?? x, y: own?.y ?? y };
    return {
      id: newId(),
      name: text(fields.name, 100),
      ...box,
      ...{ x: limited(centre.x - box.width / 2), y: limited(centre.y - box.height / 2) },
      rotation: normalAngle(box.rotation),
      opacity: Math.min(Math.max(0, number(fields.opacity, 1)), 1),
      locked: fields.lockMovementX === true && fields.lockMovementY === true,
      hidden: fields.visible === false,
    };
  }

  /** A fill or stroke as a colour; of a gradient its first one. */
  color(value: unknown, otherwise: string | null): string | null {
    if (isFields(value) && Array.isArray(value.colorStops)) {
      this.note('gradient', value.type);
      const [first] = value.colorStops as unknown[];
      return this.color(isFields(first) ? first.color : null, otherwise);
    }
    if (value === null || value === '' || value === 'transparent') return null;
    const read = typeof value === 'string' ? colorOf(value) : null;
    if (!read) return otherwise;
    return read.opacity === 0 ? null : read.color;
  }

  outline({ fields, matrix }: Shape) {
    const { scaleX, scaleY } = partsOf(matrix);
    const scale = fields.strokeUniform === true ? this.#scale : Math.sqrt(scaleX * scaleY);
    const dash = fields.strokeDashArray;
    const [cap, join] = [text(fields.strokeLineCap, 10), text(fields.strokeLineJoin, 10)];
    return {
      stroke: this.color(fields.stroke ?? null, null),
      strokeWidth: size(number(fields.strokeWidth, 1) * scale),
      dash: (Array.isArray(dash) ? dash : [])
        .slice(0, 12)
        .map((one) => Math.min(Math.max(0, tidy(number(one, 0) * scale)), 10_000)),
      lineCap: (['butt', 'round', 'square'] as const).find((one) => one === cap) ?? 'butt',
      lineJoin: (['miter', 'round', 'bevel'] as const).find((one) => one === join) ?? 'miter',
    };
  }

  group(shape: Shape): DesignElementInput | null {
    const { fields, width, height, matrix } = shape;
    if (this.#depth >= deepest) {
      this.note('unsupported', fields.type);
      return null;
    }
    const { scaleX, scaleY, isFlipped } = partsOf(matrix);
    // Our groups never scale and are not mirrored: their children take both over.
    const inner = { ...scaling(scaleX, isFlipped ? -scaleY : scaleY) };
    const corner = { ...inner, e: (width * scaleX) / 2, f: (height * scaleY) / 2 };
    this.#depth += 1;
    const objects = Array.isArray(fields.objects) ? fields.objects : [];
    const elements = objects.flatMap((object) => this.object(object, corner));
    this.#depth -= 1;
    return elements.length === 0 ? null : { ...this.base(shape), type: 'group', elements };
  }

  image(shape: Shape): DesignElementInput | null {
    const { fields, width, height, matrix } = shape;
    const src = typeof fields.src === 'string' ? fields.src : '';
    if (!/^data:image\/(?:png|jpeg|webp|svg\+xml);base64,/.test(src)) {
      this.note('remoteImage', src);
      return null;
    }
    const known = this.images.find(({ dataUrl }) => dataUrl === src);
    const image = known ?? { assetId: `import-${this.images.length + 1}`, dataUrl: src };
    if (!known) this.images.push(image);
    const { isFlipped, rotation } = partsOf(matrix);
    const isFlippedX = fields.flipX === true && fields.flipY !== true;
    return {
      ...this.base(shape, isFlipped && isFlippedX ? { rotation: rotation + 180 } : {}),
      ...{ type: 'image', source: { kind: 'asset', assetId: image.assetId }, fit: 'stretch' },
      crop: this.#crop(fields, src, width, height),
      mask: maskOf(fields.clipPath),
      flip: { horizontal: isFlipped && isFlippedX, vertical: isFlipped && !isFlippedX },
    };
  }

  #crop(fields: Fields, src: string, width: number, height: number) {
    const whole = { x: 0, y: 0, width: 1, height: 1 };
    const [cropX, cropY] = [number(fields.cropX, 0), number(fields.cropY, 0)];
    const natural = imageSizeOf(src);
    if (!natural) {
      if (cropX > 0 || cropY > 0) this.note('cropped', fields.type);
      return whole;
    }
    const [x, y] = [cropX / natural.width, cropY / natural.height];
    const part = { x, y, width: width / natural.width, height: height / natural.height };
    const isInside = x >= 0 && y >= 0 && part.width >= 0.001 && part.height >= 0.001 && x < 1 && y < 1;
    if (!isInside) return whole;
    return { x, y, width: Math.min(part.width, 1 - x), height: Math.min(part.height, 1 - y) };
  }

  text(shape: Shape, wraps: boolean): DesignElementInput {
    const { fields, matrix } = shape;
    const { scaleX, scaleY, rotation } = partsOf(matrix);
    // A text cannot be mirrored: it stays readable.
    const isMirrored = fields.flipX === true && fields.flipY !== true;
    const scale = wraps ? scaleY : Math.min(scaleX, scaleY);
    const style = styleOfFabric({ fontSize: 40, ...fields }, scale);
    const paragraphs = paragraphsOfFabric(fields, scale, Math.min(this.#text, designLimits.textLength + 1));
    for (const { runs } of paragraphs) for (const run of runs) this.#text -= run.text.length;
    const align = text(fields.textAlign, 20);
    const fontSize = style.fontSize ?? 30;
    return {
      ...this.base(shape, isMirrored ? { rotation: rotation + 180 } : {}),
      ...style,
      ...{ type: 'text', fontFamily: style.fontFamily ?? 'Newsreader', fontSize, paragraphs },
      fill: this.color(fields.fill, '#000000') ?? '#000000',
      align:
        (['left', 'center', 'right'] as const).find((one) => one === align) ??
        (align.startsWith('justify') ? 'justify' : 'left'),
      direction: fields.direction === 'rtl' ? 'rtl' : 'auto',
      lineHeight: Math.min(Math.max(0.1, number(fields.lineHeight, 1.16) * fabricLine), 10),
      // A text that does not wrap there shall not here, where the letters may be a little wider.
      ...(wraps ? {} : { fit: 'shrink' as const, maxLines: Math.min(paragraphs.length, 1_000) }),
    };
  }
}

const strokeWidthOf = (fields: Fields): number =>
  fields.stroke === undefined || fields.stroke === null
    ? number(fields.strokeWidth, 0)
    : number(fields.strokeWidth, 1);

const roundKinds: readonly string[] = ['circle', 'ellipse'];
function maskOf(clip: unknown): { shape: 'rectangle' } | { shape: 'ellipse' } {
  const kind = isFields(clip) ? text(clip.type, 20).toLowerCase() : '';
  return roundKinds.includes(kind) ? { shape: 'ellipse' } : { shape: 'rectangle' };
}

/** A path in the box of a shape; `viewBox` in the coordinates of its data. */
function pathOf(reader: FabricReader, shape: Shape, d: string): DesignElementInput | null {
  const box = d.length <= 200_000 ? pathBox(d) : null;
  if (!box) {
    reader.note('unsupported', shape.fields.type);
    return null;
  }
  const [x, y, width, height] = box;
  const own = { ...shape, width, height };
  // Data cannot be mirrored by a box: the points are.
  const isFlipped = partsOf(shape.matrix).isFlipped;
  const flipped = isFlipped ? mirrored(d, y, y + height) : d;
  return {
    ...reader.base(own),
    ...{ type: 'path', d: flipped, viewBox: [x, y, Math.max(width, 0.001), Math.max(height, 0.001)] },
    fill: reader.color(shape.fields.fill ?? '#000000', '#000000'),
    fillRule: shape.fields.fillRule === 'evenodd' ? 'evenodd' : 'nonzero',
    ...reader.outline(shape),
  };
}

function dataOf(path: unknown): string {
  if (typeof path === 'string') return path.slice(0, 200_001);
  if (!Array.isArray(path)) return '';
  return path
    .slice(0, 50_000)
    .map((part) =>
      Array.isArray(part) && typeof part[0] === 'string'
        ? `${part[0]}${part
            .slice(1, 8)
            .map((one) => String(number(one, 0)))
            .join(' ')}`
        : '',
    )
    .join('');
}

function polygon(points: unknown, isClosed: boolean): string {
  const list = (Array.isArray(points) ? points : []).slice(0, 10_000).filter(isFields);
  const written = list.map(({ x, y }) => `${tidy(number(x, 0))} ${tidy(number(y, 0))}`);
  return written.length < 2 ? '' : `M${written.join('L')}${isClosed ? 'Z' : ''}`;
}

const ellipse: Mapping = (reader, shape) => {
  const { fields } = shape;
  const [rx, ry] = [number(fields.rx, number(fields.radius, 0)), number(fields.ry, number(fields.radius, 0))];
  const own = { ...shape, width: shape.width || rx * 2, height: shape.height || ry * 2 };
  const fill = reader.color(fields.fill ?? '#000000', '#000000');
  return { ...reader.base(own), type: 'ellipse', fill, ...reader.outline(shape) };
};

/** How each type of object is taken over, by its name in lower case without hyphens. */
const maps: Readonly<Record<string, Mapping>> = {
  textbox: (reader, shape) => reader.text(shape, true),
  itext: (reader, shape) => reader.text(shape, false),
  text: (reader, shape) => reader.text(shape, false),
  rect(reader, shape) {
    const fill = reader.color(shape.fields.fill ?? '#000000', '#000000');
    const { scaleX, scaleY } = partsOf(shape.matrix);
    const cornerRadius = size(number(shape.fields.rx, 0) * Math.min(scaleX, scaleY));
    return { ...reader.base(shape), type: 'rectangle', fill, cornerRadius, ...reader.outline(shape) };
  },
  ellipse,
  circle: ellipse,
  line(reader, shape) {
    const { fields, matrix } = shape;
    const [dx, dy] = [
      number(fields.x2, 0) - number(fields.x1, 0),
      number(fields.y2, 0) - number(fields.y1, 0),
    ];
    const [from, to] = [apply(matrix, -dx / 2, -dy / 2), apply(matrix, dx / 2, dy / 2)];
    const rotation = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
    const { stroke, ...outline } = reader.outline(shape);
    const box = {
      width: size(Math.hypot(to.x - from.x, to.y - from.y)),
      height: outline.strokeWidth,
      rotation: tidy(rotation),
    };
    return { ...reader.base(shape, box), type: 'line', stroke: stroke ?? '#000000', ...outline };
  },
  path: (reader, shape) => pathOf(reader, shape, dataOf(shape.fields.path)),
  polygon: (reader, shape) => pathOf(reader, shape, polygon(shape.fields.points, true)),
  polyline: (reader, shape) => pathOf(reader, shape, polygon(shape.fields.points, false)),
  triangle: (reader, shape) => {
    const { width, height } = shape;
    return pathOf(reader, shape, `M${width / 2} 0L${width} ${height}L0 ${height}Z`);
  },
  image: (reader, shape) => reader.image(shape),
  group: (reader, shape) => reader.group(shape),
};
