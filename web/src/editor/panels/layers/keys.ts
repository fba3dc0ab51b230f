import type { KeyboardEvent } from 'react';
import type { Choice } from './choose.ts';
import type { LayerRow } from './rows.ts';
import type { Step } from './step.ts';

/** What the keys of a focused row do. */
export interface LayerKeys {
  /** The focus goes to a row; with `range` what lies between is selected. */
  goTo(index: number, range: boolean): void;
  choose(id: string, how: Choice): void;
  fold(id: string): void;
  rename(id: string): void;
  step(id: string, step: Step): void;
}

const steps: Readonly<Record<string, Step>> = {
  ...{ ArrowUp: 'up', ArrowDown: 'down', ArrowRight: 'in', ArrowLeft: 'out' },
};

/** Acts on a key as trees do (ARIA Authoring Practices); with Alt the arrows move the layer. True if it meant something. */
export function onLayerKey(
  { key, altKey, shiftKey, ctrlKey, metaKey }: KeyboardEvent,
  rows: readonly LayerRow[],
  index: number,
  keys: LayerKeys,
): boolean {
  const row = rows[index];
  if (!row) return false;
  const { element, isOpen, level } = row;
  const { id } = element;
  const step = steps[key];
  if (altKey) {
    if (step) keys.step(id, step);
    return step !== undefined;
  }
  const goTo = (to: number) => keys.goTo(Math.min(Math.max(0, to), rows.length - 1), shiftKey);
  switch (key) {
    case 'ArrowDown':
      goTo(index + 1);
      return true;
    case 'ArrowUp':
      goTo(index - 1);
      return true;
    case 'Home':
      goTo(0);
      return true;
    case 'End':
      goTo(rows.length - 1);
      return true;
    case 'ArrowRight':
      if (isOpen === false) keys.fold(id);
      else if (isOpen) goTo(index + 1);
      return true;
    case 'ArrowLeft':
      if (isOpen) keys.fold(id);
      else if (level > 1) goTo(rows.findLastIndex((one, at) => at < index && one.level < level));
      return true;
    case 'Enter':
    case ' ':
      keys.choose(id, shiftKey ? 'range' : ctrlKey || metaKey ? 'more' : 'one');
      return true;
    case 'F2':
      keys.rename(id);
      return true;
    default:
      return false;
  }
}
