import type { DesignElement, ElementOf, ElementType } from '@sello/contracts';
import type { ElementLayout } from '@sello/design';
import type { AffineMatrix, Frame, Resources } from '../pdf/content.ts';
import type { Tag } from '../pdf/structure/tagger.ts';
import { real } from '../pdf/syntax.ts';
import { barcode } from './barcode.ts';
import { ellipse } from './ellipse.ts';
import { group } from './group.ts';
import { image } from './image.ts';
import { line } from './line.ts';
import { type MeasureTools, measureElement, problemErrors } from './measure.ts';
import type { Painter, Reading, Structure } from './painter.ts';
import { path } from './path.ts';
import { qr } from './qr.ts';
import { rectangle } from './rectangle.ts';
import { table } from './table.ts';
import { pageBox, type TagContext, tagOf } from './tag.ts';
import { signature, text } from './text.ts';

/** One painter for each element type; a type without an entry does not compile. */
export const painters: { [Type in ElementType]: Painter<ElementOf<Type>, ElementLayout<Type>> } = {
  text,
  image,
  rectangle,
  ellipse,
  line,
  path,
  qr,
  barcode,
  table,
  signature,
  group,
};

export function painterOf(element: DesignElement): Painter {
  return painters[element.type];
}

const untagged: Structure = {
  mark: (_source, _tag, operators) => operators,
  nest: (_source, _tag, paint) => paint(),
};

/** The dependencies of `paintElement`. */
export interface PaintContext extends MeasureTools {
  resources: Resources;
  /** Null within what is one artifact, whose parts have no tags. */
  tags: TagContext | null;
}

/**
 * Writes an element into a parent whose top left corner is `parent`: fills its variables, applies rotation about its
 * centre and opacity, encloses it in q and Q if it changes more of the graphics state than colours, and tags its content.
 * Throws AppError when the element cannot be printed.
 */
export function paintElement(element: DesignElement, parent: Frame, context: PaintContext): string {
  if (element.hidden || element.opacity === 0) return '';
  const { element: filled, measured } = measureElement(element, context);
  if (!measured) return '';
  if (measured.problems.length > 0) throw problemErrors(element, measured)[0] as Error;
  const painter = painterOf(element);
  const { tags, resources } = context;
  const reading = tags ? painter.reading(filled, measured.layout, tags.texts) : null;
  if (tags && !reading) return '';
  const { frame, matrix } = frameOf(element, parent);
  const tag = tags && reading ? tagOf(element, reading, parent, tags) : null;
  const paragraphTag = paragraphTagOf(tag, reading);
  const isPicture = element.opacity < 1 && painter.overlaps(element, resources);
  // The children of a transparency group are content of its form, not of the page.
  const isScope = isPicture && (reading === 'children' || paragraphTag !== null);
  if (isScope) tags?.tagger.enterForm();
  let body = painter.paint(filled, measured.layout, frame, {
    resources,
    structure: tags?.tagger ?? untagged,
    paragraphTag,
    locale: context.setting.locale,
    paint: (child, at) => paintElement(child, at, context),
  });
  const marks = isScope ? (tags?.tagger.leaveForm() ?? null) : null;
  if (body === '') return '';

  const state: string[] = [];
  if (matrix) {
    const [a, b, c, d, x, y] = matrix;
    const turn = [a, b, c, d].map((value) => String(Math.round(value * 1e6) / 1e6)).join(' ');
    state.push(`${turn} ${real(x)} ${real(y)} cm`);
  }
  if (element.opacity < 1) {
    state.push(`/${resources.opacity(element.opacity)} gs`);
    // The element becomes a transparency group.
    if (isPicture) {
      const reach = 2 * (element.width + element.height) + 14_400;
      const bounds = [frame.x - reach, frame.y - reach, frame.x + reach, frame.y + reach] as const;
      body = `/${resources.form({ content: body, bounds, marks })} Do`;
    }
  }
  const operators =
    state.length === 0 && !painter.changesState(element) ? body : ['q', ...state, body, 'Q'].join('\n');
  if (!tags || !tag) return operators;
  const { width, height } = element;
  if (painter.isField)
    tags.tagger.placeField(pageBox({ left: 0, top: 0, right: width, bottom: height }, frame));
  return paragraphTag ? operators : tags.tagger.mark(element.id, tag, operators);
}

/** The tag of each paragraph of a text; null for a heading, which is one element however many paragraphs it has. */
function paragraphTagOf(tag: Tag | null, reading: Reading): Exclude<Tag, string> | null {
  if (!tag || typeof tag === 'string' || !reading || typeof reading === 'string') return null;
  return reading.kind === 'text' && reading.hasParagraphs && tag.role === 'P' ? tag : null;
}

/** The frame of an element; a rotated element has a coordinate system whose origin is its centre. */
function frameOf(element: DesignElement, parent: Frame): { frame: Frame; matrix: AffineMatrix | null } {
  const corner = { x: parent.x + element.x, y: parent.y - element.y, matrix: parent.matrix };
  if (element.rotation % 360 === 0) return { frame: corner, matrix: null };
  const [halfWidth, halfHeight] = [element.width / 2, element.height / 2];
  const angle = (-element.rotation * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const matrix = [cos, sin, -sin, cos, corner.x + halfWidth, corner.y - halfHeight] as const;
  return { frame: { x: -halfWidth, y: halfHeight, matrix: within(parent.matrix, matrix) }, matrix };
}

/** The matrix of the content of a rotated element in a rotated parent. */
function within(outer: AffineMatrix | undefined, [a, b, c, d, e, f]: AffineMatrix): AffineMatrix {
  if (!outer) return [a, b, c, d, e, f];
  const [A, B, C, D, E, F] = outer;
  return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F];
}
