import type { TFunction } from 'i18next';
import { currentPage, type Point } from '../../model/index.ts';
import type { EditorSession } from '../../session/session.ts';
import { looksOf, presetText } from './text-styles.ts';

interface Wanted {
  /** Where its middle lies; that of the page if left out. */
  at?: Point | undefined;
  /** That of the template's smallest text if left out. */
  family?: string;
}

/** Adds running text, whose words are replaced by what is typed next. */
export function addText(session: EditorSession, t: TFunction, { at, family }: Wanted = {}): void {
  const { state } = session;
  const words = t('editorContent.text.words.body');
  const preset = presetText('body', words, looksOf(state.design), currentPage(state));
  const properties = { ...preset, ...(family !== undefined && { fontFamily: family }) };
  if (session.run('add.text', { ...(at && { at }), properties })) session.run('text.edit', { at: 'all' });
}
