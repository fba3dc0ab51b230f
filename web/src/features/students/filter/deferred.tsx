import type { ComponentProps } from 'react';
import { deferred, useDeferred } from '../../../ui/deferred/deferred.ts';
import type { Chips } from './Chips.tsx';
import type { FilterPanel } from './FilterPanel.tsx';

const againMs = 3_000;

// Loaded while the page is idle, or when the first filter is wanted.
const panel = deferred(async () => (await import('./FilterPanel.tsx')).FilterPanel);
const chips = deferred(async () => (await import('./Chips.tsx')).Chips);

export function Panel(props: ComponentProps<typeof FilterPanel>) {
  const Part = useDeferred(panel, true, againMs);
  return typeof Part === 'string' ? null : <Part {...props} />;
}

export function ChosenFilters(props: ComponentProps<typeof Chips>) {
  const Part = useDeferred(chips, true, againMs);
  // Keeps the place of a line of them: the table below begins where it stays.
  return typeof Part === 'string' ? <div className="chips--waiting" /> : <Part {...props} />;
}
