import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { activeClient } from '../../api/tenant-client.ts';
import { currentLanguage } from '../../i18n/index.ts';
import { apiFontFiles, catalogFontFiles } from '../fonts/api-files.ts';
import { type EditorFonts, openFonts } from '../fonts/fonts.ts';
import { type Kind, openFile } from '../saving/open-file.ts';
import type { EditorFile } from '../saving/saving.ts';
import { emptyTemplate } from './open-template.ts';

export type Opening =
  | { state: 'pending' }
  | { state: 'missing' }
  | { state: 'failed'; error: unknown; retry: () => void }
  | { state: 'open'; file: EditorFile; fonts: EditorFonts };

/** Fetches what the editor needs: the template with what was not saved of it, or an empty one, and the list of fonts. */
export function useOpening(kind: Kind, id: string | undefined): Opening {
  const { t } = useTranslation();
  const [opening, setOpening] = useState<Opening>({ state: 'pending' });
  const [attempt, setAttempt] = useState(0);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  const untitled = t('editorScreen.untitled');
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of language must not open the template anew.
  useEffect(() => {
    let isOver = false;
    setOpening({ state: 'pending' });
    const client = activeClient();
    const opened = openFile({
      kind,
      client,
      id: id ?? null,
      blank: () => emptyTemplate(untitled, currentLanguage()),
    });
    Promise.all([opened, openFonts((kind === 'catalog' ? catalogFontFiles : apiFontFiles)(client))]).then(
      ([file, fonts]) => {
        if (!isOver) setOpening(file ? { state: 'open', file, fonts } : { state: 'missing' });
      },
      (error: unknown) => {
        if (!isOver) setOpening({ state: 'failed', error, retry });
      },
    );
    return () => {
      isOver = true;
    };
  }, [kind, id, attempt, retry]);
  return opening;
}
