import type { DesignPage } from '@sello/contracts';
import { indexOf } from '../../model/index.ts';

/** One step of a layer by the keyboard: past its neighbour in the list, into the group above it, or out of its group. */
export type Step = 'up' | 'down' | 'in' | 'out';

/** Where the step leads, as `moveLayers` takes it; null where there is none. */
export function stepPlace(
  page: Pick<DesignPage, 'elements'>,
  id: string,
  step: Step,
): { parentId: string | null; index: number } | null {
  const layers = indexOf(page.elements);
  const found = layers.get(id);
  if (!found) return null;
  const parent = found.parents.at(-1);
  const siblings = parent && 'elements' in parent ? parent.elements : page.elements;
  const parentId = parent?.id ?? null;
  /** Beside the group around it. */
  const outside = (isAbove: boolean) => {
    const group = parent && layers.get(parent.id);
    if (!group) return null;
    return { parentId: group.parents.at(-1)?.id ?? null, index: group.index + (isAbove ? 1 : 0) };
  };
  if (step === 'in') {
    const above = siblings[found.index + 1];
    return above && 'elements' in above ? { parentId: above.id, index: 0 } : null;
  }
  if (step === 'out') return outside(false);
  if (step === 'up')
    return found.index < siblings.length - 1 ? { parentId, index: found.index + 2 } : outside(true);
  return found.index > 0 ? { parentId, index: found.index - 1 } : outside(false);
}
