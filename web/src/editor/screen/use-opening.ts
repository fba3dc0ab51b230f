import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../i18n/index.ts';
import { apiFontFiles } from '../fonts/api-files.ts';
import { type EditorFonts, openFonts } from '../fonts/fonts.ts';
import { emptyTemplate, fetchTemplate, type Kind, type Opened } from './open-template.ts';

export type Opening =
  | { state: 'pending' }
  | { state: 'missing' }
  | { state: 'failed'; error: unknown; retry: () => void }
  | { state: 'open'; opened: Opened; fonts: EditorFonts };

/** Fetches what the editor needs: the template, or an empty one without an id, and the list of fonts. */
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
    const fetched: Promise<Opened | null> =
      id === undefined
        ? Promise.resolve({ document: emptyTemplate(untitled, currentLanguage()) })
        : fetchTemplate(kind, id);
    Promise.all([fetched, openFonts(apiFontFiles)]).then(
      ([opened, fonts]) => {
        if (!isOver) setOpening(opened ? { state: 'open', opened, fonts } : { state: 'missing' });
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
