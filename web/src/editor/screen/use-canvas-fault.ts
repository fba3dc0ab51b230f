import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { toastError } from '../../ui/toast/toastError.ts';

/** Says that a font or a picture could not be fetched: once for faults that come together. */
export function useCanvasFault(): (error: unknown) => void {
  const { t } = useTranslation();
  const last = useRef(Number.NEGATIVE_INFINITY);
  // Always the same function: texts that load later must not open the canvas anew.
  const texts = useRef(t);
  texts.current = t;
  return useCallback((error: unknown) => {
    const now = performance.now();
    if (now - last.current < 10_000) return;
    last.current = now;
    toastError(error, texts.current, texts.current('editorScreen.notDrawn'));
  }, []);
}
