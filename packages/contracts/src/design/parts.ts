import { z } from 'zod';

/** Limits of a design, enforced by the editor and the server. */
export const designLimits = {
  pages: 20,
  elementsPerPage: 1_000,
  groupDepth: 8,
  variables: 200,
  /** Characters of one element's text, all its runs together. */
  textLength: 20_000,
  paragraphs: 1_000,
  /** Runs of one paragraph. */
  runs: 1_000,
  guides: 100,
  pathLength: 200_000,
  tableColumns: 20,
  /** Shortest and longest side of a page in points: 1 inch to the PDF limit of 200 inches. */
  pageSide: { min: 72, max: 14_400 },
  fontSize: { min: 1, max: 2_000 },
  /** Length of the whole design as JSON text. */
  json: 4_000_000,
} as const;

export const length = z.number().min(-100_000).max(100_000);
export const extent = z.number().min(0).max(100_000);
export const fraction = z.number().min(0).max(1);

/** `#RRGGBB`. */
export const rgbColor = z.string().regex(/^#[0-9a-f]{6}$/i);
/**
 * `#RRGGBB`, or `seal:#RRGGBB`: the organization's seal colour, and the colour given here while it has none. Transparency
 * is the element's opacity.
 */
export const designColor = z.string().regex(/^(?:seal:)?#[0-9a-f]{6}$/i);
export const paint = designColor.nullable();

/** Id of an element or a page, unique within the design. */
export const designId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
/** Id of a stored image of the tenant; never a data URL. */
export const assetId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

/** Letters, numbers, dot, dash and underscore, at most 100 characters. */
export const variableName = z.string().regex(/^[\p{L}\p{N}._-]{1,100}$/u);

/** BCP 47, e.g. `pt-BR`. */
export const languageTag = z
  .string()
  .max(35)
  .refine((tag) => {
    try {
      return Intl.getCanonicalLocales(tag).length === 1;
    } catch {
      return false;
    }
  }, 'not a language tag');

/** Common properties of elements. The box is rotated by `rotation` about its centre. */
export const box = {
  id: designId,
  /** Name in the list of layers; empty = the name of its type. */
  name: z.string().max(100).default(''),
  x: length,
  y: length,
  width: extent,
  height: extent,
  rotation: z.number().min(-3_600).max(3_600).default(0),
  opacity: fraction.default(1),
  /** Cannot be moved in the editor; printing is not affected. */
  locked: z.boolean().default(false),
  /** Neither printed nor measured. */
  hidden: z.boolean().default(false),
  /**
   * Not printed when all of its variables are empty, so that `with the grade {{scoreLetter}}` can be left out. For a
   * group these are the variables of all its elements, so that a label or an ornament is left out with its value.
   */
  hideWhenEmpty: z.boolean().default(false),
};

/** Alternative text for screen readers, which may contain variables; empty = decorative. */
export const alt = z.string().max(500).default('');

/** The stroke of a shape, centred on its edge; none without a colour or with width 0. */
export const outline = {
  stroke: paint.default(null),
  strokeWidth: extent.default(1),
  /** Lengths of dashes and gaps in points, as SVG's stroke-dasharray; empty = solid. */
  dash: z.array(z.number().min(0).max(10_000)).max(12).default([]),
  lineCap: z.enum(['butt', 'round', 'square']).default('butt'),
  lineJoin: z.enum(['miter', 'round', 'bevel']).default('miter'),
};
