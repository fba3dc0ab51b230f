import type { TFunction } from 'i18next';
import { currentPage, type Point } from '../../model/index.ts';
import type { EditorSession } from '../../session/session.ts';
import { looksOf, presetText } from './text-styles.ts';

/** Adds running text, whose words are replaced by what is typed next; its middle at a point or in that of the page. */
export function addText(session: EditorSession, t: TFunction, at?: Point): void {
  const { state } = session;
  const words = t('editorContent.text.words.body');
  const properties = presetText('body', words, looksOf(state.design), currentPage(state));
  if (session.run('add.text', { ...(at && { at }), properties })) session.run('text.edit', { at: 'all' });
}
