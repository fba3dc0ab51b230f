import { z } from 'zod';
import {
  assetId,
  box,
  designId,
  designLimits,
  languageTag,
  length,
  paint,
  variableName,
} from './design/parts.ts';
import {
  barcodeElement,
  ellipseElement,
  imageElement,
  lineElement,
  pathElement,
  qrElement,
  rectangleElement,
} from './design/pictures.ts';
import { tableElement } from './design/table.ts';
import { signatureElement, textElement } from './design/text.ts';
import { issueError } from './field-error.ts';
import { timeZone } from './time-zone.ts';

/**
 * The Design: the stored form of a template, which defines everything that is printed. Lengths are in points (1/72
 * inch), angles in degrees clockwise, the origin is the top left corner of the page and y grows downwards. Elements are
 * painted in order: the last one is on top.
 */
export const designVersion = 2;

const leafElements = [
  textElement,
  imageElement,
  rectangleElement,
  ellipseElement,
  lineElement,
  pathElement,
  qrElement,
  barcodeElement,
  tableElement,
  signatureElement,
] as const;
const groupBox = z.strictObject({ ...box, type: z.literal('group') });

// TypeScript cannot infer a recursive type, so the recursion is written out.
type Leaf = z.infer<(typeof leafElements)[number]>;
type LeafInput = z.input<(typeof leafElements)[number]>;
export type GroupElement = z.infer<typeof groupBox> & { elements: DesignElement[] };
export type DesignElement = Leaf | GroupElement;
/** The type of an element; its behaviour is declared under this name in `@sello/design`. */
export type ElementType = DesignElement['type'];
export type ElementOf<Type extends ElementType> = Extract<DesignElement, { type: Type }>;
export type DesignElementInput = LeafInput | (z.input<typeof groupBox> & { elements: DesignElementInput[] });

/** Coordinates of children are relative to its top left corner; opacity and rotation apply to the group as a whole. */
const groupElement = groupBox.extend({
  get elements(): z.ZodArray<z.ZodType<DesignElement, DesignElementInput>> {
    return z.array(designElement);
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
  /** Painted first, over the whole page; the image covers the page and is clipped to it. */
  background: z
    .strictObject({ color: paint.default('#ffffff'), assetId: assetId.nullable().default(null) })
    .default({ color: '#ffffff', assetId: null }),
  elements: z.array(designElement),
  /** Guides of the editor, which are not printed. `position` in points from the left (`x`) or the top (`y`). */
  guides: z
    .array(z.strictObject({ axis: z.enum(['x', 'y']), position: length }))
    .max(designLimits.guides)
    .default([]),
  /** The reading order for screen readers, by element id; the other elements follow in paint order. */
  readingOrder: z.array(designId).max(designLimits.elementsPerPage).default([]),
});

/** Declares a variable that the design uses: how its value is formatted and which sample the editor shows. */
const designVariable = z
  .strictObject({
    name: variableName,
    /**
     * student: a value per row. batch: one value, entered when certificates are issued; its name starts with `batch.`.
     */
    scope: z.enum(['student', 'batch']).default('student'),
    /** Label of the input field; empty = the name. */
    label: z.string().max(200).default(''),
    /** How the stored text is formatted: a date is stored as `YYYY-MM-DD`, a number with a decimal point. */
    kind: z.enum(['text', 'date', 'number']).default('text'),
    /** Shown in the editor and in previews without a student; never issued. */
    sample: z.string().max(500).default(''),
    /** Without a value an empty text is printed, instead of failing the row. */
    optional: z.boolean().default(false),
    /** Printed instead of an absent or empty value, which then is none of an optional variable. */
    fallback: z.string().max(500).optional(),
  })
  .refine(({ name, scope }) => name.startsWith('batch.') === (scope === 'batch'), {
    message: 'variables of the batch, and no others, are named batch.…',
    path: ['name'],
  });

/** Element types of which a design may contain only one. */
export const singleTypes: ReadonlySet<ElementType> = new Set(['signature']);

/** The fields of a design, which a template on the wire has beside its name. */
export const designShape = {
  version: z.literal(designVersion),
  /** The document language, which determines date and number formats and text layout. BCP 47, e.g. `pt-BR`. */
  locale: languageTag.default('en'),
  dateStyle: z.enum(['full', 'long', 'medium', 'short']).default('long'),
  /** IANA time zone in which the date of issue is printed; absent = that of the organization. */
  timeZone: timeZone.optional(),
  pages: z.array(designPage).min(1).max(designLimits.pages),
  variables: z.array(designVariable).max(designLimits.variables).default([]),
};

/** A zod refinement: the limits of a design as a whole, each with an error of its own where users can meet it. */
export function checkDesign(
  value: { pages: readonly DesignPage[]; variables: readonly { name: string }[] },
  context: Pick<z.RefinementCtx, 'addIssue'>,
): void {
  const seen = new Set<string>();
  const unique = (id: string, path: (string | number)[]) => {
    const params = issueError('template_id_repeated', { id });
    if (seen.has(id)) context.addIssue({ code: 'custom', message: `id used twice: ${id}`, path, params });
    seen.add(id);
  };
  const found = new Set<ElementType>();
  const single = (type: ElementType, path: (string | number)[]) => {
    if (found.has(type)) context.addIssue({ code: 'custom', message: `more than one ${type}`, path });
    found.add(type);
  };
  const walk = (elements: readonly DesignElement[], path: (string | number)[], depth: number): number => {
    if (depth > designLimits.groupDepth) {
      const params = issueError('template_groups_too_deep', { max: designLimits.groupDepth });
      context.addIssue({ code: 'custom', message: 'groups are nested too deeply', path, params });
      return 0;
    }
    let count = elements.length;
    for (const [index, element] of elements.entries()) {
      unique(element.id, [...path, index, 'id']);
      if (singleTypes.has(element.type)) single(element.type, [...path, index]);
      if ('elements' in element) count += walk(element.elements, [...path, index, 'elements'], depth + 1);
    }
    return count;
  };
  for (const [index, page] of value.pages.entries()) {
    unique(page.id, ['pages', index, 'id']);
    const path = ['pages', index, 'elements'];
    if (walk(page.elements, path, 0) > designLimits.elementsPerPage) {
      const params = issueError('template_elements_exceeded', { max: designLimits.elementsPerPage });
      context.addIssue({ code: 'custom', message: 'too many elements on one page', path, params });
    }
  }
  const names = value.variables.map((variable) => variable.name);
  if (new Set(names).size !== names.length) {
    context.addIssue({ code: 'custom', message: 'a variable is declared twice', path: ['variables'] });
  }
}

/** A zod refinement: the length of the whole design as JSON text. */
export function checkDesignSize(value: object, context: Pick<z.RefinementCtx, 'addIssue'>): void {
  if (JSON.stringify(value).length <= designLimits.json) return;
  const params = issueError('template_too_large', { max: designLimits.json });
  context.addIssue({ code: 'custom', message: 'the design is too large', path: [], params });
}

export const design = z.strictObject(designShape).superRefine(checkDesign);

export type DesignPage = z.infer<typeof designPage>;
/** A parsed design, with all defaults. */
export type Design = z.infer<typeof design>;
/** The input of a design: properties with defaults are optional. */
export type DesignInput = z.input<typeof design>;
