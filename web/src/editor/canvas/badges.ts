import type { FabricObject } from 'fabric';
import type { SnapLine } from '../model/index.ts';
import { ElementObject } from './element-object.ts';
import type { Context } from './elements/painter.ts';

/** CSS pixels. */
const badge = { size: 13, height: 20, padding: 6, away: 6 } as const;

const formats = new Map<string, Intl.NumberFormat>();

/** A length in points in the language of the page. */
function lengthText(value: number): string {
  const language = document.documentElement.lang || 'en';
  let format = formats.get(language);
  if (!format) {
    format = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
    formats.set(language, format);
  }
  return format.format(Math.round(value * 10) / 10);
}

export interface Badges {
  /** The object that is selected; undefined = none, or a text is edited. */
  active: FabricObject | undefined;
  lines: readonly SnapLine[];
  zoom: number;
  /** Of the badge, and of its letters. */
  color: string;
  paper: string;
}

/** Says the size of what is selected, and the distances to which it snapped. The context is in points of the page. */
export function paintBadges(ctx: Context, { active, lines, zoom, color, paper }: Badges): void {
  const paint = (text: string, x: number, y: number, align: 'right' | 'centre') => {
    ctx.save();
    ctx.translate(x, y);
    ctx.scale(1 / zoom, 1 / zoom);
    ctx.font = `600 ${badge.size}px "Source Sans 3", sans-serif`;
    const width = ctx.measureText(text).width + 2 * badge.padding;
    const left = align === 'right' ? -width : -width / 2;
    const top = align === 'right' ? -badge.height - badge.away : -badge.height / 2;
    ctx.fillStyle = color;
    ctx.fillRect(left, top, width, badge.height);
    ctx.fillStyle = paper;
    ctx.textAlign = 'left';
    ctx.textBaseline = 'middle';
    ctx.fillText(text, left + badge.padding, top + badge.height / 2 + 0.5);
    ctx.restore();
  };
  for (const { kind, axis, position, from, to } of lines) {
    if (kind !== 'gap') continue;
    const middle = (from + to) / 2;
    const [x, y] = axis === 'x' ? [middle, position] : [position, middle];
    paint(lengthText(Math.abs(to - from)), x, y, 'centre');
  }
  if (!active) return;
  const bounds = active.getBoundingRect();
  const { width, height } = active instanceof ElementObject ? active.boxNow() : bounds;
  paint(`${lengthText(width)} × ${lengthText(height)} pt`, bounds.left + bounds.width, bounds.top, 'right');
}
