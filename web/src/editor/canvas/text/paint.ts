import type { Decoration, FontFace, TextLayout, TextStyle } from '@sello/design';
import type { Context } from '../elements/painter.ts';

/** Outlines of glyphs in font units by the key of their face; equal keys mean equal bytes. */
const outlines = new Map<string, Map<number, Path2D>>();

function outlineOf(face: FontFace, glyph: number): Path2D {
  let known = outlines.get(face.key);
  if (!known) {
    known = new Map();
    outlines.set(face.key, known);
  }
  let path = known.get(glyph);
  if (!path) {
    path = new Path2D(face.outline(glyph));
    known.set(glyph, path);
  }
  return path;
}

/** Letters that follow each other in one style and one face, as one path in points. */
interface Ink {
  style: number;
  face: string;
  path: Path2D;
}

const inks = new WeakMap<TextLayout, readonly Ink[]>();

/** The letters of a layout. Faces are apart, since outlines of two formats wind in opposite directions. */
function inksOf(layout: TextLayout): readonly Ink[] {
  const known = inks.get(layout);
  if (known) return known;
  const made: Ink[] = [];
  for (const { pieces, baseline } of layout.lines) {
    for (const { face, run, x, size, spacing, style } of pieces) {
      const scale = size / face.unitsPerEm;
      let ink = made.at(-1);
      if (ink?.style !== style || ink.face !== face.key) {
        ink = { style, face: face.key, path: new Path2D() };
        made.push(ink);
      }
      let pen = x;
      for (const [index, { id, cluster, advance, dx, dy }] of run.glyphs.entries()) {
        const [left, top] = [pen + dx * scale, baseline - dy * scale];
        ink.path.addPath(outlineOf(face, id), { a: scale, b: 0, c: 0, d: -scale, e: left, f: top });
        pen += advance * scale + (run.glyphs[index + 1]?.cluster === cluster ? 0 : spacing);
      }
    }
  }
  inks.set(layout, made);
  return made;
}

/** Paints a layout, each part in its colour: the lines under its text, its letters, then the lines through them. */
export function paintText(ctx: Context, layout: TextLayout): void {
  const { styles, lines } = layout;
  const fill = (style: number) => {
    ctx.fillStyle = (styles[style] as TextStyle).fill;
  };
  const paint = (isWanted: (decoration: Decoration) => boolean) => {
    for (const { decorations } of lines) {
      for (const decoration of decorations) {
        if (!isWanted(decoration)) continue;
        fill(decoration.style);
        ctx.fillRect(decoration.x, decoration.y, decoration.width, decoration.height);
      }
    }
  };
  const isAbove = ({ kind }: Decoration) => kind === 'lineThrough';
  paint((decoration) => !isAbove(decoration));
  for (const { style, path } of inksOf(layout)) {
    fill(style);
    ctx.fill(path);
  }
  paint(isAbove);
}
