import type { Box } from '@sello/design';
import { boundsOfBoxes, boxOf, boxOnPage, normalAngle, type Point, rotate, tidy } from './geometry.ts';
import { refitGroups } from './groups.ts';
import { withBox } from './scale.ts';
import { currentPage, type EditorState, withPage } from './state.ts';
import { type Found, indexOf, isLocked, mapSome } from './tree.ts';

/** New boxes of elements of the current page by id, in the coordinates of the design. Locked elements stay. */
export type Boxes = Readonly<Record<string, Partial<Box>>>;

const tidied = (box: Partial<Box>): Partial<Box> =>
  Object.fromEntries(
    Object.entries(box).map(([name, value]) => [
      name,
      name === 'rotation' ? normalAngle(value) : tidy(value),
    ]),
  );

/** The state with elements in new boxes; a group takes its content along, and groups around them fit again. */
export function withBoxes(state: EditorState, boxes: Boxes): EditorState {
  const page = currentPage(state);
  const index = indexOf(page.elements);
  const free = Object.keys(boxes)
    .flatMap((id) => index.get(id) ?? [])
    .filter((found) => !isLocked(found));
  const ids = free.map(({ element }) => element.id);
  const changed = mapSome(page, ids, (element) => {
    const box = tidied(boxes[element.id] as Partial<Box>);
    const isSame = (Object.keys(box) as (keyof Box)[]).every((name) => box[name] === element[name]);
    return isSame ? element : withBox(element, box);
  });
  return changed === page ? state : withPage(state, refitGroups(changed, free));
}

/** The state with each element moved by its own distance on the page, in points. */
export function moved(
  state: EditorState,
  found: readonly Found[],
  distance: (found: Found) => Point,
): EditorState {
  const boxes = found.map((one): [string, Partial<Box>] => {
    const by = rotate(distance(one), -one.placement.angle);
    return [one.element.id, { x: one.element.x + by.x, y: one.element.y + by.y }];
  });
  return withBoxes(state, Object.fromEntries(boxes));
}

/** The upright rectangle on the page that holds an element. */
export const pageBounds = ({ element, placement }: Found) =>
  boundsOfBoxes([boxOnPage(placement, boxOf(element))]);
