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

/**
 * The Design: the stored form of a template, and the only source of what is printed. Every length is in points
 * (1/72 inch), every angle in degrees clockwise, the origin is the page's top left corner and y grows downwards.
 * The order of elements is the order of painting: the last one lies on top.
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
  /** Lines of the editor that elements snap to; they do not print. `position` in points from the left or the top. */
  guides: z
    .array(z.strictObject({ axis: z.enum(['x', 'y']), position: length }))
    .max(designLimits.guides)
    .default([]),
  /** Elements by id in the order in which a screen reader takes them; the others follow in the order of painting. */
  readingOrder: z.array(designId).max(designLimits.elementsPerPage).default([]),
});

/**
 * What a design says of a variable it uses: how a custom column or a value of the batch prints, and what the editor
 * shows in its place.
 */
const designVariable = z
  .strictObject({
    name: variableName,
    /** student: each row has its own; batch: asked for once when certificates are issued, under a name `batch.…`. */
    scope: z.enum(['student', 'batch']).default('student'),
    /** What the person who issues is asked for; empty = the name. */
    label: z.string().max(200).default(''),
    /** How the stored text is printed: a date is stored `YYYY-MM-DD`, a number with a point. */
    kind: z.enum(['text', 'date', 'number']).default('text'),
    /** Shown by the editor and by previews without a student; never issued. */
    sample: z.string().max(500).default(''),
    /** A student or a batch that lacks it prints empty instead of failing. */
    optional: z.boolean().default(false),
  })
  .refine(({ name, scope }) => name.startsWith('batch.') === (scope === 'batch'), {
    message: 'variables of the batch, and no others, are named batch.…',
    path: ['name'],
  });

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

/** Elements that a design holds one of at most. */
const singleTypes: ReadonlySet<ElementType> = new Set(['signature']);

export const design = z
  .strictObject({
    version: z.literal(designVersion),
    /**
     * The rules by which it is set and written. 1: those of designs of version 1, whose certificates share prefixes that
     * are stored; 2: metrics of the fonts, Unicode line breaks, tagged and archivable PDF.
     */
    renderingVersion: z.union([z.literal(1), z.literal(2)]).default(2),
    /** The document's language: decides how dates and numbers print and how text is set. BCP 47, e.g. `pt-BR`. */
    locale: languageTag.default('en'),
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
    const met = new Set<ElementType>();
    const single = (type: ElementType, path: (string | number)[]) => {
      if (met.has(type)) context.addIssue({ code: 'custom', message: `more than one ${type}`, path });
      met.add(type);
    };
    const walk = (elements: DesignElement[], path: (string | number)[], depth: number): number => {
      if (depth > designLimits.groupDepth) {
        context.addIssue({ code: 'custom', message: 'groups are nested too deeply', path });
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
        context.addIssue({ code: 'custom', message: 'too many elements on one page', path });
      }
    }
    const names = value.variables.map((variable) => variable.name);
    if (new Set(names).size !== names.length) {
      context.addIssue({ code: 'custom', message: 'a variable is declared twice', path: ['variables'] });
    }
  });

export type DesignPage = z.infer<typeof designPage>;
/** A parsed design: every default filled in. */
export type Design = z.infer<typeof design>;
/** A design as one may write it: what has a default may be left out. */
export type DesignInput = z.input<typeof design>;
