import type { DesignElement } from '@sello/contracts';
import { type Bounds, kindOf } from '@sello/design';
import type { Frame } from '../pdf/content.ts';
import type { TextRole } from '../pdf/structure/roles.ts';
import type { Tag, Tagger } from '../pdf/structure/tagger.ts';
import type { StructureTexts } from '../pdf/structure/texts.ts';
import { real, shortTextString } from '../pdf/syntax.ts';
import type { Reading } from './painter.ts';

/** The dependencies of `tagOf`. */
export interface TagContext {
  tagger: Tagger;
  roles: ReadonlyMap<string, TextRole>;
  texts: StructureTexts;
}

/** The tag of an element's content, in a parent whose top left corner is `parent`. */
export function tagOf(
  element: DesignElement,
  reading: Exclude<Reading, null>,
  parent: Frame,
  { roles }: TagContext,
): Tag {
  if (reading === 'artifact' || reading === 'children') return reading;
  const language = reading.language === null ? '' : `/Lang(${reading.language})`;
  if (reading.kind === 'text') {
    const role = roles.get(element.id);
    return role === null ? 'artifact' : { role: role ?? 'P', entries: language };
  }
  const box = pageBox(kindOf(element).bounds(element), parent).map(real).join(' ');
  return {
    role: 'Figure',
    entries: `${language}/Alt${shortTextString(reading.text)}/A<</O/Layout/BBox[${box}]>>`,
  };
}

/** The bounding box of an area of a parent, on its page (ISO 32000-1, 14.8.5.4.3): left, bottom, right, top. */
export function pageBox(area: Bounds, parent: Frame): [number, number, number, number] {
  const { left, top, right, bottom } = area;
  if (!parent.matrix) return [parent.x + left, parent.y - bottom, parent.x + right, parent.y - top];
  const [a, b, c, d, e, f] = parent.matrix;
  const corners = [left, right].flatMap((x) =>
    [top, bottom].map((y) => {
      const [u, v] = [parent.x + x, parent.y - y];
      return [a * u + c * v + e, b * u + d * v + f] as const;
    }),
  );
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}
