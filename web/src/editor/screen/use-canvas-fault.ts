import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { toastError } from '../../batches/actions.ts';

/** Says that a font or a picture could not be fetched: once for faults that come together. */
export function useCanvasFault(): (error: unknown) => void {
  const { t } = useTranslation();
  const last = useRef(Number.NEGATIVE_INFINITY);
  return useCallback(
    (error: unknown) => {
      const now = performance.now();
      if (now - last.current < 10_000) return;
      last.current = now;
      toastError(error, t, t('editorScreen.notDrawn'));
    },
    [t],
  );
}
