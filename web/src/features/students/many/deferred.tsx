import type { ComponentProps, ComponentType } from 'react';
import { needTexts } from '../../../i18n/index.ts';
import { deferred, useDeferred } from '../../../ui/deferred/deferred.ts';
import type { BulkMenu } from './BulkMenu.tsx';
import type { SelectionBar } from './SelectionBar.tsx';

const againMs = 3_000;

// Loaded with their texts while the page is idle, or when the first student is selected.
const withTexts = <Props,>(load: () => Promise<ComponentType<Props>>) =>
  deferred(async () => (await Promise.all([load(), needTexts(['studentDetails'])]))[0]);
const menu = withTexts(async () => (await import('./BulkMenu.tsx')).BulkMenu);
const bar = withTexts(async () => (await import('./SelectionBar.tsx')).SelectionBar);
const growth = withTexts(async () => (await import('./GrowthQuestion.tsx')).GrowthQuestion);

/** The menu of bulk actions. */
export function Bulk(props: ComponentProps<typeof BulkMenu>) {
  const Menu = useDeferred(menu, true, againMs);
  return typeof Menu === 'string' ? null : <Menu {...props} />;
}

/** The question about students who were added since a choice of everybody. */
export function Growth({ isWanted }: { isWanted: boolean }) {
  const Question = useDeferred(growth, isWanted, againMs);
  return typeof Question === 'string' ? null : <Question />;
}

/** The sentence above the list that says who is selected. */
export function Bar(props: ComponentProps<typeof SelectionBar>) {
  const Part = useDeferred(bar, true, againMs);
  return typeof Part === 'string' ? null : <Part {...props} />;
}
