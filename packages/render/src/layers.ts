import type { DesignElement, DesignPage } from '@sello/contracts';
import { type Bounds, intersects, kindOf } from '@sello/design';

/** Elements that are painted into one content stream. */
export interface Layer {
  kind: 'static' | 'variable';
  elements: DesignElement[];
}

/** Whether the element or one of its children contains a variable. */
function isVariable(element: DesignElement): boolean {
  if (element.hidden) return false;
  const kind = kindOf(element);
  return kind.varies(element) || kind.children(element).some(isVariable);
}

/**
 * Splits a page into static and variable layers. The visible paint order is kept: a static element moves below the
 * variable elements painted before it only when it overlaps none of them. Most pages need one layer of each kind.
 */
export function layersOf(page: DesignPage): Layer[] {
  const layers: Layer[] = [];
  let above: Bounds[] = [];
  for (const element of page.elements) {
    if (element.hidden) continue;
    const last = layers.at(-1);
    if (isVariable(element)) {
      if (last?.kind === 'variable') last.elements.push(element);
      else layers.push({ kind: 'variable', elements: [element] });
      above.push(kindOf(element).bounds(element));
      continue;
    }
    const bounds = kindOf(element).bounds(element);
    if (last?.kind === 'variable' && !above.some((other) => intersects(other, bounds))) {
      const below = layers.at(-2);
      if (below) below.elements.push(element);
      else layers.unshift({ kind: 'static', elements: [element] });
    } else if (last?.kind === 'static') {
      last.elements.push(element);
    } else {
      layers.push({ kind: 'static', elements: [element] });
      above = [];
    }
  }
  return layers;
}
