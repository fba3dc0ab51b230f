import type { DesignElement, DesignPage } from '@sello/contracts';
import { hasVariables } from './values.ts';

/** A run of elements that is painted into one content stream. */
export interface Layer {
  kind: 'static' | 'variable';
  elements: DesignElement[];
}

interface Bounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export function isVariable(element: DesignElement): boolean {
  if (element.hidden) return false;
  if (element.type === 'group') return element.elements.some(isVariable);
  return (element.type === 'text' || element.type === 'qr') && hasVariables(element.content);
}

const everywhere: Bounds = { left: -1e9, top: -1e9, right: 1e9, bottom: 1e9 };

/** What an element can cover at most. Text that wraps may run out of its box, so it can cover anything. */
function reach(element: DesignElement): Bounds {
  if (element.type === 'group') return everywhere;
  if (element.type === 'text' && element.fit === 'wrap') return everywhere;
  const edge = 'strokeWidth' in element && element.stroke !== null ? element.strokeWidth * 6 : 0;
  // Glyphs reach beyond the line they stand on.
  const glyphs = element.type === 'text' ? element.fontSize : 0;
  const [cx, cy] = [element.x + element.width / 2, element.y + element.height / 2];
  const straight = element.rotation % 360 === 0;
  const diagonal = Math.hypot(element.width, element.height) / 2;
  const halfWidth = (straight ? element.width / 2 : diagonal) + edge + glyphs;
  const halfHeight = (straight ? element.height / 2 : diagonal) + edge + glyphs;
  return { left: cx - halfWidth, right: cx + halfWidth, top: cy - halfHeight, bottom: cy + halfHeight };
}

function touches(a: Bounds, b: Bounds): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/**
 * Parts a page into layers that keep the order of painting where it can be seen: a static element that touches no
 * variable element painted before it moves below them, so that most pages need one static layer and one variable.
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
      above.push(reach(element));
      continue;
    }
    const bounds = reach(element);
    if (last?.kind === 'variable' && !above.some((other) => touches(other, bounds))) {
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
