import type { DesignElement } from '@sello/contracts';
import { type Box, kindOf } from '@sello/design';
import { normalAngle, tidy } from './geometry.ts';
import { childrenOf } from './tree.ts';

/** Lengths of an element beside its box, which grow with it when its proportions stay. */
const lengths = [
  ...['fontSize', 'minFontSize', 'strokeWidth', 'cornerRadius', 'padding'],
  ...['indent', 'spaceBefore', 'spaceAfter'],
];

function scaleLengths<Part extends object>(part: Part, factor: number): Part {
  const scaled = { ...part } as Record<string, unknown>;
  for (const name of lengths) {
    const value = scaled[name];
    if (typeof value === 'number') scaled[name] = tidy(value * factor);
  }
  return scaled as Part;
}

function scaleContents(element: DesignElement, factor: number): DesignElement {
  let scaled = scaleLengths(element, factor);
  if ('dash' in scaled) scaled = { ...scaled, dash: scaled.dash.map((one) => tidy(one * factor)) };
  if ('mask' in scaled && scaled.mask.shape === 'rounded')
    scaled = { ...scaled, mask: { ...scaled.mask, radius: tidy(scaled.mask.radius * factor) } };
  if ('paragraphs' in scaled) {
    const paragraphs = scaled.paragraphs.map((paragraph) => ({
      ...scaleLengths(paragraph, factor),
      runs: paragraph.runs.map((run) => scaleLengths(run, factor)),
    }));
    scaled = { ...scaled, paragraphs };
  }
  return scaled;
}

/** The box of a child when the box around it is scaled. A rotated child keeps right angles. */
function scaleBox(box: Box, scaleX: number, scaleY: number): Box {
  const radians = (box.rotation * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const width = box.width * Math.hypot(scaleX * cos, scaleY * sin);
  const height = box.height * Math.hypot(scaleX * sin, scaleY * cos);
  const rotation = (Math.atan2(scaleY * sin, scaleX * cos) * 180) / Math.PI;
  const x = (box.x + box.width / 2) * scaleX - width / 2;
  const y = (box.y + box.height / 2) * scaleY - height / 2;
  const turns = Math.round((box.rotation - rotation) / 360) * 360;
  return {
    ...{ x: tidy(x), y: tidy(y), width: tidy(width), height: tidy(height) },
    rotation: scaleX === scaleY ? box.rotation : normalAngle(rotation + turns),
  };
}

/**
 * An element in a new box. What lies in a group is scaled with it; where its proportions stay, font sizes, strokes and
 * radii inside it are too.
 */
export function withBox(element: DesignElement, box: Partial<Box>): DesignElement {
  const next = { ...element, ...box };
  const children = childrenOf(element);
  const isSameSize = next.width === element.width && next.height === element.height;
  if (children.length === 0 || isSameSize || element.width === 0 || element.height === 0) return next;
  const [scaleX, scaleY] = [next.width / element.width, next.height / element.height];
  const isProportional = Math.abs(scaleX - scaleY) < 0.001 * scaleX;
  return kindOf(next).withChildren(
    next,
    children.map((child) => {
      const scaled = withBox(child, scaleBox(child, scaleX, scaleY));
      return isProportional ? scaleContents(scaled, scaleX) : scaled;
    }),
  );
}
