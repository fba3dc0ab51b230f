import type { Design, DesignElement, DesignPage } from '@sello/contracts';
import { kindOf } from '@sello/design';
import { childrenOf } from './tree.ts';

const lengths = new WeakMap<object, number>();

function known<Value extends object>(value: Value, measure: (value: Value) => number): number {
  let length = lengths.get(value);
  if (length === undefined) {
    length = measure(value);
    lengths.set(value, length);
  }
  return length;
}

/** The length of a list, whose brackets are counted with what holds it. */
function listLength<Value extends object>(list: readonly Value[], measure: (value: Value) => number): number {
  let sum = Math.max(0, list.length - 1);
  for (const one of list) sum += known(one, measure);
  return sum;
}

function elementLength(element: DesignElement): number {
  const children = childrenOf(element);
  if (children.length === 0) return JSON.stringify(element).length;
  const hollow = JSON.stringify(kindOf(element).withChildren(element, [])).length;
  return hollow + listLength(children, elementLength);
}

const pageLength = (page: DesignPage): number =>
  JSON.stringify({ ...page, elements: [] }).length + listLength(page.elements, elementLength);

/** The exact length of a design as JSON text. Each part is written once, however many designs share it. */
export function jsonLength(design: Design): number {
  return JSON.stringify({ ...design, pages: [] }).length + listLength(design.pages, pageLength);
}
