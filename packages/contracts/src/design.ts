import { z } from 'zod';

/**
 * The Design: the stored form of a template, and the only source of what is printed. Every length is in points
 * (1/72 inch), every angle in degrees clockwise, the origin is the page's top left corner and y grows downwards.
 * The order of elements is the order of painting: the last one lies on top.
 */
export const designVersion = 1;

/** What a design may hold at most; beyond it the editor and the server refuse it. */
export const designLimits = {
  pages: 20,
  elementsPerPage: 1_000,
  groupDepth: 8,
  variables: 200,
  textLength: 20_000,
  pathLength: 200_000,
  /** Shortest and longest side of a page in points: 1 inch to the PDF limit of 200 inches. */
  pageSide: { min: 72, max: 14_400 },
  fontSize: { min: 1, max: 2_000 },
  /** Length of the whole design as JSON text. */
  json: 4_000_000,
} as const;

const length = z.number().min(-100_000).max(100_000);
const extent = z.number().min(0).max(100_000);
const fraction = z.number().min(0).max(1);

/** `#RRGGBB`; transparency is the element's opacity. */
const designColor = z.string().regex(/^#[0-9a-f]{6}$/i);
const paint = designColor.nullable();

/** Names an element, a page; unique within the design. */
const designId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
/** Names a stored image of the tenant; never a data URL. */
const assetId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

/** Letters, numbers, dot, dash and underscore, as the product's rule for variable names says. */
const variableName = z.string().regex(/^[\p{L}\p{N}._-]{1,100}$/u);

/** What every element has. The box is turned by `rotation` about its own centre. */
const box = {
  id: designId,
  /** What the list of layers calls it; empty = named by its kind. */
  name: z.string().max(100).default(''),
  x: length,
  y: length,
  width: extent,
  height: extent,
  rotation: z.number().min(-3_600).max(3_600).default(0),
  opacity: fraction.default(1),
  /** The editor refuses to move it; it prints as ever. */
  locked: z.boolean().default(false),
  /** Kept, but neither printed nor measured. */
  hidden: z.boolean().default(false),
};

/** How an outline is drawn; without a colour or with width 0 there is none. It is centred on the edge. */
const outline = {
  stroke: paint.default(null),
  strokeWidth: extent.default(1),
  /** Lengths of dashes and gaps in points, as SVG's stroke-dasharray; empty = solid. */
  dash: z.array(z.number().min(0).max(10_000)).max(12).default([]),
  lineCap: z.enum(['butt', 'round', 'square']).default('butt'),
  lineJoin: z.enum(['miter', 'round', 'bevel']).default('miter'),
};

export const textElement = z.strictObject({
  ...box,
  type: z.literal('text'),
  /** Plain text with `{{variable}}` places; a line feed begins a new line. */
  content: z.string().max(designLimits.textLength),
  fontFamily: z.string().min(1).max(100),
  fontWeight: z.number().int().min(100).max(900).default(400),
  italic: z.boolean().default(false),
  fontSize: z.number().min(designLimits.fontSize.min).max(designLimits.fontSize.max),
  /** Distance of base lines as a multiple of 1.13 × font size. */
  lineHeight: z.number().min(0.1).max(10).default(1.16),
  /** Added after each character, in thousandths of the font size; other than 0 it switches ligatures off. */
  charSpacing: z.number().min(-1_000).max(10_000).default(0),
  align: z.enum(['left', 'center', 'right', 'justify']).default('left'),
  verticalAlign: z.enum(['top', 'middle', 'bottom']).default('top'),
  underline: z.boolean().default(false),
  lineThrough: z.boolean().default(false),
  fill: designColor.default('#000000'),
  /**
   * wrap: lines break at the box's width and may run out below it. shrink: the size falls in steps down to
   * `minFontSize` until all lines lie within the box, else the row fails with `text_does_not_fit`.
   * clip: like wrap, and what lies outside the box is cut off.
   */
  fit: z.enum(['wrap', 'shrink', 'clip']).default('wrap'),
  /** The floor of `shrink`; null = half of the font size. */
  minFontSize: z
    .number()
    .min(designLimits.fontSize.min)
    .max(designLimits.fontSize.max)
    .nullable()
    .default(null),
  /** Lines a shrinking text may take; 1 keeps a name on one line. null = as many as the box holds. */
  maxLines: z.number().int().min(1).max(1_000).nullable().default(null),
  /** Not printed when every variable in it prints empty, so that `with the grade {{scoreLetter}}` can vanish. */
  hideWhenEmpty: z.boolean().default(false),
});

export const imageElement = z.strictObject({
  ...box,
  type: z.literal('image'),
  assetId,
  /** contain: all of it within the box; cover: fills the box and is cut; stretch: takes the box's shape. */
  fit: z.enum(['contain', 'cover', 'stretch']).default('contain'),
  /** What a reader of the PDF is told instead of the picture; empty = decoration. */
  alt: z.string().max(500).default(''),
});

export const rectangleElement = z.strictObject({
  ...box,
  type: z.literal('rectangle'),
  fill: paint.default(null),
  cornerRadius: extent.default(0),
  ...outline,
});

export const ellipseElement = z.strictObject({
  ...box,
  type: z.literal('ellipse'),
  fill: paint.default(null),
  ...outline,
});

/** From the middle of the box's left edge to the middle of its right edge; the rotation gives the direction. */
export const lineElement = z.strictObject({
  ...box,
  type: z.literal('line'),
  ...outline,
  stroke: designColor.default('#000000'),
});

/** A drawn signature or an ornament. `viewBox` (x, y, width, height) of `d` is stretched onto the element's box. */
export const pathElement = z.strictObject({
  ...box,
  type: z.literal('path'),
  /** SVG path data: M L H V C S Q T A Z, absolute or relative. */
  d: z.string().max(designLimits.pathLength),
  viewBox: z.tuple([length, length, extent.min(0.001), extent.min(0.001)]),
  fill: paint.default(null),
  fillRule: z.enum(['nonzero', 'evenodd']).default('nonzero'),
  ...outline,
});

export const qrElement = z.strictObject({
  ...box,
  type: z.literal('qr'),
  content: z.string().max(2_000).default('{{certificate.verifyUrl}}'),
  errorCorrection: z.enum(['L', 'M', 'Q', 'H']).default('M'),
  fill: designColor.default('#000000'),
  /** Ground behind the modules and the quiet zone; null = what lies below shows. */
  background: paint.default(null),
  /** Width of the quiet zone in modules, inside the box. */
  quietZone: z.number().int().min(0).max(10).default(0),
});

const leafElements = [
  textElement,
  imageElement,
  rectangleElement,
  ellipseElement,
  lineElement,
  pathElement,
  qrElement,
] as const;
const groupBox = z.strictObject({ ...box, type: z.literal('group') });

// A type that contains itself cannot be inferred; only the recursion is written out.
type Leaf = z.infer<(typeof leafElements)[number]>;
type LeafInput = z.input<(typeof leafElements)[number]>;
export type GroupElement = z.infer<typeof groupBox> & { elements: DesignElement[] };
export type DesignElement = Leaf | GroupElement;
/** Names what an element is; everything it can do is declared under this name. */
export type ElementType = DesignElement['type'];
export type ElementOf<Type extends ElementType> = Extract<DesignElement, { type: Type }>;
export type DesignElementInput = LeafInput | (z.input<typeof groupBox> & { elements: DesignElementInput[] });

/** Its children's coordinates begin at its own top left corner; opacity and rotation act on the whole. */
const groupElement = groupBox.extend({
  get elements(): z.ZodArray<z.ZodType<DesignElement, DesignElementInput>> {
    return z.array(designElement).max(designLimits.elementsPerPage);
  },
});

const designElement: z.ZodType<DesignElement, DesignElementInput> = z.discriminatedUnion('type', [
  ...leafElements,
  groupElement,
]);

export const designPage = z.strictObject({
  id: designId,
  width: z.number().min(designLimits.pageSide.min).max(designLimits.pageSide.max),
  height: z.number().min(designLimits.pageSide.min).max(designLimits.pageSide.max),
  /** Painted first, over the whole page; the image fills it and is cut where its shape differs. */
  background: z
    .strictObject({ color: paint.default('#ffffff'), assetId: assetId.nullable().default(null) })
    .default({ color: '#ffffff', assetId: null }),
  elements: z.array(designElement).max(designLimits.elementsPerPage),
});

/** What a design says of a variable it uses: how a custom column prints and what the editor shows in its place. */
const designVariable = z.strictObject({
  name: variableName,
  /** How the stored text is printed: a date is stored `YYYY-MM-DD`, a number with a point. */
  kind: z.enum(['text', 'date', 'number']).default('text'),
  /** Shown by the editor and by previews without a student. */
  sample: z.string().max(500).default(''),
  /** A student whose columns lack it prints empty instead of failing. */
  optional: z.boolean().default(false),
});

const locale = z
  .string()
  .max(35)
  .refine((tag) => {
    try {
      return Intl.getCanonicalLocales(tag).length === 1;
    } catch {
      return false;
    }
  }, 'not a language tag');

const timeZone = z
  .string()
  .max(64)
  .refine((zone) => {
    try {
      return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone.length > 0;
    } catch {
      return false;
    }
  }, 'not a time zone');

export const design = z
  .strictObject({
    version: z.literal(designVersion),
    /** The document's language: decides how dates and numbers print. BCP 47, e.g. `pt-BR`. */
    locale: locale.default('en'),
    dateStyle: z.enum(['full', 'long', 'medium', 'short']).default('long'),
    /** IANA zone in which the moment of issue becomes a date. */
    timeZone: timeZone.default('UTC'),
    pages: z.array(designPage).min(1).max(designLimits.pages),
    variables: z.array(designVariable).max(designLimits.variables).default([]),
  })
  .superRefine((value, context) => {
    const seen = new Set<string>();
    const unique = (id: string, path: (string | number)[]) => {
      if (seen.has(id)) context.addIssue({ code: 'custom', message: `id used twice: ${id}`, path });
      seen.add(id);
    };
    const walk = (elements: DesignElement[], path: (string | number)[], depth: number): number => {
      if (depth > designLimits.groupDepth) {
        context.addIssue({ code: 'custom', message: 'groups are nested too deeply', path });
        return 0;
      }
      let count = elements.length;
      for (const [index, element] of elements.entries()) {
        unique(element.id, [...path, index, 'id']);
        if ('elements' in element) count += walk(element.elements, [...path, index, 'elements'], depth + 1);
      }
      return count;
    };
    for (const [index, page] of value.pages.entries()) {
      unique(page.id, ['pages', index, 'id']);
      const path = ['pages', index, 'elements'];
      if (walk(page.elements, path, 0) > designLimits.elementsPerPage) {
        context.addIssue({ code: 'custom', message: 'too many elements on one page', path });
      }
    }
    const names = value.variables.map((variable) => variable.name);
    if (new Set(names).size !== names.length) {
      context.addIssue({ code: 'custom', message: 'a variable is declared twice', path: ['variables'] });
    }
  });

export type TextElement = z.infer<typeof textElement>;
export type ImageElement = z.infer<typeof imageElement>;
export type RectangleElement = z.infer<typeof rectangleElement>;
export type EllipseElement = z.infer<typeof ellipseElement>;
export type LineElement = z.infer<typeof lineElement>;
export type PathElement = z.infer<typeof pathElement>;
export type QrElement = z.infer<typeof qrElement>;
export type DesignPage = z.infer<typeof designPage>;
/** A parsed design: every default filled in. */
export type Design = z.infer<typeof design>;
/** A design as one may write it: what has a default may be left out. */
export type DesignInput = z.input<typeof design>;
