import type { TFunction } from 'i18next';
import { changeLabel, changesBetween, type DesignChange, typeLabel } from '../model/index.ts';
import type { SavedDocument } from './document.ts';

/** What differs between two documents, for people. */
export interface Changes {
  count: number;
  /** The first of them, as texts. */
  texts: string[];
  /** The page of the first difference that is on one; null for none. */
  pageId: string | null;
}

const shown = 3;

function textOf(change: DesignChange, t: TFunction): string {
  const name = change.name ?? (change.type === null ? '' : t(typeLabel(change.type)));
  return String(t(changeLabel(change), { name }));
}

export function describeChanges(from: SavedDocument, to: SavedDocument, t: TFunction): Changes {
  const details = [
    from.name.trim() !== to.name.trim() && t('editorSaving.changed.name', { name: to.name }),
    JSON.stringify(from.tags) !== JSON.stringify(to.tags) && t('editorSaving.changed.tags'),
    from.language !== to.language && t('editorSaving.changed.language'),
  ].filter((text) => text !== false);
  const changes = changesBetween(from.design, to.design);
  const texts = new Set(changes.slice(0, 20 * shown).map((change) => textOf(change, t)));
  return {
    count: details.length + changes.length,
    texts: [...details, ...texts].slice(0, shown),
    pageId: changes.find(({ pageId }) => pageId !== null)?.pageId ?? null,
  };
}
