import { type DesignElement, designPage, type ElementType } from '@sello/contracts';
import { elements } from '@sello/design';
import { type Command, defineOptional, defineWithArgs } from '../command.ts';
import { freeMiddle } from '../free-place.ts';
import { boundsOfBoxes, type Point, tidy } from '../geometry.ts';
import { type Properties, withProperties } from '../properties.ts';
import { keys, type Shortcut } from '../shortcuts.ts';
import { currentPage, newId, withPage } from '../state.ts';

export interface NewElement {
  /** Where its centre lies on the page, in points; left out: the middle of the page, or beside what was added there. */
  at?: Point;
  properties?: Properties;
}

/** A text says something, an image shows something and a signature is drawn, so that a key alone cannot add them. */
export type NewWith = NewElement & Required<Pick<NewElement, 'properties'>>;

/** Groups are made of elements that exist. */
type Added = Exclude<ElementType, 'group'>;

const shortcuts: Record<Added, Shortcut> = {
  text: keys('T'),
  image: keys('I'),
  rectangle: keys('R'),
  ellipse: keys('O'),
  line: keys('L'),
  path: keys('S'),
  qr: keys('Q'),
  barcode: keys('B'),
  table: keys('Shift+T'),
  signature: keys('Shift+S'),
};

const sampleOf = (type: Added, id: string): DesignElement =>
  designPage.shape.elements.element.parse(elements[type].sample(id));

function addCommand(type: Added): Parameters<typeof defineOptional<NewElement>>[0] {
  return {
    id: `add.${type}`,
    labelKey: `editor.commands.add.${type}`,
    section: 'add',
    shortcut: shortcuts[type],
    context: 'page',
    canRun: () => true,
    run(state, { at, properties = {} } = {}) {
      const page = currentPage(state);
      const element = withProperties(sampleOf(type, newId()), properties);
      const place = { x: properties.x ?? element.x, y: properties.y ?? element.y };
      const isPlaced = !at && properties.x !== undefined && properties.y !== undefined;
      const centre = at ?? freeMiddle(page, [element]);
      const { left, top, right, bottom } = boundsOfBoxes([element]);
      const box = isPlaced
        ? place
        : {
            x: tidy(element.x + centre.x - (left + right) / 2),
            y: tidy(element.y + centre.y - (top + bottom) / 2),
          };
      const added = { ...page, elements: [...page.elements, { ...element, ...box }] };
      return { ...withPage(state, added), selection: [element.id], editing: null };
    },
  };
}

type ByItself = Exclude<Added, 'text' | 'image' | 'path'>;
type AddCommands = { [Type in ByItself as `add.${Type}`]: Command<NewElement | undefined> };

const { group: _, text: __, image: ___, path: ____, ...added } = elements;
const types = Object.keys(added) as ByItself[];

export const addText = defineWithArgs<NewWith>(addCommand('text'));
export const addImage = defineWithArgs<NewWith>(addCommand('image'));
export const addPath = defineWithArgs<NewWith>(addCommand('path'));

/** A command for each other type of element: it adds one to the page, on top, and selects it. */
export const addElements = Object.fromEntries(
  types.map((type) => [`add.${type}`, defineOptional(addCommand(type))]),
) as AddCommands;
