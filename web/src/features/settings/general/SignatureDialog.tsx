import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/Button.tsx';
import { Sheet } from '../../../ui/dialog/Sheet.tsx';
import { drawingOf } from '../../../ui/drawing/drawing.ts';
import { Pad } from '../../../ui/drawing/Pad.tsx';
import { pens, type Stroke } from '../../../ui/drawing/strokes.ts';

export interface SignatureDialogProps {
  name: string;
  onDrawn: (file: File) => void;
  onClose: () => void;
}

const pen = { width: pens.medium, color: '#23314f' };

/** The strokes as an SVG of their own size, which certificates print as vectors. Null when nothing was drawn. */
function fileOf(strokes: readonly Stroke[]): File | null {
  const drawing = drawingOf(strokes, pen);
  if (!drawing) return null;
  const { d, viewBox, fill, stroke, strokeWidth } = drawing;
  const paint = `fill="${fill ?? 'none'}" stroke="${stroke ?? 'none'}" stroke-width="${strokeWidth}"`;
  const path = `<path d="${d}" ${paint} stroke-linecap="round" stroke-linejoin="round"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox.join(' ')}">${path}</svg>`;
  return new File([svg], 'signature.svg', { type: 'image/svg+xml' });
}

/** A signature drawn with a pen, a finger or the mouse. */
export function SignatureDialog({ name, onDrawn, onClose }: SignatureDialogProps) {
  const { t } = useTranslation();
  const [strokes, setStrokes] = useState<readonly Stroke[]>([]);
  const isEmpty = strokes.length === 0;
  return (
    <Sheet
      title={t('settings.general.signatories.drawTitle', { name })}
      wide
      isDirty={!isEmpty}
      onClose={onClose}
      end={
        <>
          <Button kind="bare" disabled={isEmpty} onClick={() => setStrokes((before) => before.slice(0, -1))}>
            {t('settings.general.signatories.undo')}
          </Button>
          <Button kind="line" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            disabled={isEmpty}
            onClick={() => {
              const file = fileOf(strokes);
              if (file) onDrawn(file);
              onClose();
            }}
          >
            {t('settings.general.signatories.use')}
          </Button>
        </>
      }
    >
      <div className="body">
        <Pad
          label={t('settings.general.signatories.pad')}
          strokes={strokes}
          pen={pen}
          onStroke={(stroke) => setStrokes((before) => [...before, stroke])}
        />
        <p className="hint">{t('settings.general.signatories.padHint')}</p>
      </div>
    </Sheet>
  );
}
