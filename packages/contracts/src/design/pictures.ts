import { z } from 'zod';
import { issueError } from '../field-error.ts';
import {
  alt,
  assetId,
  box,
  designColor,
  designLimits,
  extent,
  fraction,
  length,
  outline,
  paint,
  variableName,
} from './parts.ts';

/** A stored image, or an image variable such as the organization's logo or the holder's photo. */
const imageSource = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('asset'), assetId }),
  z.strictObject({ kind: z.literal('variable'), name: variableName }),
]);

export const imageElement = z.strictObject({
  ...box,
  type: z.literal('image'),
  source: imageSource,
  /** contain: fits inside the box; cover: fills the box and is clipped; stretch: ignores the aspect ratio. */
  fit: z.enum(['contain', 'cover', 'stretch']).default('contain'),
  /** The visible part, in fractions of the image after its Exif orientation is applied. */
  crop: z
    .strictObject({ x: fraction, y: fraction, width: fraction.min(0.001), height: fraction.min(0.001) })
    .refine(
      ({ x, y, width, height }) => x + width <= 1.000_001 && y + height <= 1.000_001,
      'beyond the image',
    )
    .default({ x: 0, y: 0, width: 1, height: 1 }),
  /** The shape to which the image is clipped; `radius` in points. */
  mask: z
    .discriminatedUnion('shape', [
      z.strictObject({ shape: z.literal('rectangle') }),
      z.strictObject({ shape: z.literal('rounded'), radius: extent }),
      z.strictObject({ shape: z.literal('ellipse') }),
    ])
    .default({ shape: 'rectangle' }),
  flip: z
    .strictObject({ horizontal: z.boolean(), vertical: z.boolean() })
    .default({ horizontal: false, vertical: false }),
  alt,
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

/** A line from the middle of the left edge of the box to the middle of its right edge. */
export const lineElement = z.strictObject({
  ...box,
  type: z.literal('line'),
  ...outline,
  stroke: designColor.default('#000000'),
});

/** A drawn signature or an ornament. The `viewBox` (x, y, width, height) of `d` is scaled to the box of the element. */
export const pathElement = z.strictObject({
  ...box,
  type: z.literal('path'),
  /** SVG path data: M L H V C S Q T A Z, absolute or relative. */
  d: z.string().refine((d) => d.length <= designLimits.pathLength, {
    message: 'the path is too long',
    params: issueError('template_path_too_long', { max: designLimits.pathLength }),
  }),
  viewBox: z.tuple([length, length, extent.min(0.001), extent.min(0.001)]),
  fill: paint.default(null),
  fillRule: z.enum(['nonzero', 'evenodd']).default('nonzero'),
  ...outline,
  alt,
});

export const qrElement = z.strictObject({
  ...box,
  type: z.literal('qr'),
  content: z.string().max(2_000).default('{{certificate.verifyUrl}}'),
  errorCorrection: z.enum(['L', 'M', 'Q', 'H']).default('M'),
  fill: designColor.default('#000000'),
  /** Background of the modules and the quiet zone; null = transparent. */
  background: paint.default(null),
  /** Width of the quiet zone in modules, inside the box; ISO/IEC 18004 requires 4. */
  quietZone: z.number().int().min(0).max(10).default(4),
  alt,
});

/** A Code 128 barcode (ISO/IEC 15417) that fills its box. */
export const barcodeElement = z.strictObject({
  ...box,
  type: z.literal('barcode'),
  content: z.string().max(200).default('{{certificate.id}}'),
  fill: designColor.default('#000000'),
  /** Background of the bars and the quiet zone; null = transparent. */
  background: paint.default(null),
  /** Width of the quiet zone on either side in modules, inside the box; the standard requires 10. */
  quietZone: z.number().int().min(0).max(50).default(10),
  alt,
});

export type ImageElement = z.infer<typeof imageElement>;
export type RectangleElement = z.infer<typeof rectangleElement>;
export type EllipseElement = z.infer<typeof ellipseElement>;
export type LineElement = z.infer<typeof lineElement>;
export type PathElement = z.infer<typeof pathElement>;
export type QrElement = z.infer<typeof qrElement>;
export type BarcodeElement = z.infer<typeof barcodeElement>;
