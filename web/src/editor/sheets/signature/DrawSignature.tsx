import './signature.css';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/Button.tsx';
import { Sheet } from '../../../ui/dialog/Sheet.tsx';
import { TextField } from '../../../ui/field/Field.tsx';
import { EditorIcon } from '../../icons.tsx';
import type { PointerSample } from '../../model/index.ts';
import { fileDrop } from '../../session/drag-data.ts';
import { useEditor } from '../../session/use-editor.ts';
import { drawStrokes, pens, type Stroke, signatureOf } from './strokes.ts';

const inks = ['#1c1a17', '#1d2c5c', '#2a3f95'] as const;
type PenName = keyof typeof pens;
const penNames = Object.keys(pens) as PenName[];

/** A signature drawn with a pen, a finger or the mouse; it becomes curves, which print sharp at any size. */
export function DrawSignature({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const session = useEditor();
  const pad = useRef<HTMLCanvasElement>(null);
  const scan = useRef<HTMLInputElement>(null);
  const [strokes, setStrokes] = useState<readonly Stroke[]>([]);
  const [pen, setPen] = useState<PenName>('medium');
  const [ink, setInk] = useState<string>(inks[1]);
  const [whose, setWhose] = useState('');
  /** The stroke under the pointer, which is drawn without rendering anything else. */
  const current = useRef<{ id: number; samples: PointerSample[] } | null>(null);

  const draw = () => {
    if (!pad.current) return;
    const open = current.current ? [current.current.samples] : [];
    drawStrokes(pad.current, [...strokes, ...open], { width: pens[pen], color: ink });
  };
  useEffect(draw, [strokes, pen, ink]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the newest drawing is read when the size changes.
  useEffect(() => {
    if (!pad.current) return;
    const sizes = new ResizeObserver(draw);
    sizes.observe(pad.current);
    return () => sizes.disconnect();
  }, [strokes, pen, ink]);

  const samplesOf = (event: PointerEvent<HTMLCanvasElement>): PointerSample[] => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    const native = event.nativeEvent;
    // Between two frames a pen moves further than a straight line would show.
    const all = native.getCoalescedEvents?.() ?? [];
    return (all.length > 0 ? all : [native]).map(({ clientX, clientY, pressure, pointerType }) => ({
      x: clientX - left,
      y: clientY - top,
      pressure: pointerType === 'mouse' ? 0.5 : pressure,
    }));
  };
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    if (event.button !== 0 || current.current) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    current.current = { id: event.pointerId, samples: samplesOf(event) };
    draw();
  };
  const move = (event: PointerEvent<HTMLCanvasElement>) => {
    if (current.current?.id !== event.pointerId) return;
    current.current.samples.push(...samplesOf(event));
    draw();
  };
  const end = (event: PointerEvent<HTMLCanvasElement>) => {
    if (current.current?.id !== event.pointerId) return;
    const { samples } = current.current;
    current.current = null;
    setStrokes((before) => [...before, samples]);
  };
  const place = () => {
    const name = whose.trim();
    const alt = name === '' ? t('editorPanels.signature.alt') : t('editorPanels.signature.altOf', { name });
    const element = signatureOf(session, strokes, { width: pens[pen], color: ink }, alt);
    if (element && session.run('put', element)) onClose();
  };
  return (
    <Sheet
      title={t('editorPanels.signature.title')}
      wide
      className="sign-sheet"
      onClose={onClose}
      end={
        <>
          <Button kind="bare" icon="upload" className="pull" onClick={() => scan.current?.click()}>
            {t('editorPanels.signature.scan')}
          </Button>
          <Button kind="line" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button disabled={strokes.length === 0} onClick={place}>
            {t('editorPanels.signature.act')}
          </Button>
        </>
      }
    >
      <div className="body">
        <div className="pad">
          <canvas
            ref={pad}
            aria-label={t('editorPanels.signature.pad')}
            onPointerDown={begin}
            onPointerMove={move}
            onPointerUp={end}
            onPointerCancel={end}
          />
        </div>
        <div className="pen-row">
          <TextField
            label={t('editorPanels.signature.whose')}
            value={whose}
            maxLength={100}
            onChange={({ target }) => setWhose(target.value)}
          />
          <fieldset className="seg">
            <legend className="hide">{t('editorPanels.signature.pen')}</legend>
            {penNames.map((name) => (
              <button key={name} type="button" aria-pressed={name === pen} onClick={() => setPen(name)}>
                {t(`editorPanels.signature.pens.${name}`)}
              </button>
            ))}
          </fieldset>
          <fieldset className="swatches">
            <legend className="hide">{t('editorPanels.signature.ink')}</legend>
            {inks.map((color, index) => (
              <button
                key={color}
                type="button"
                className="swatch"
                style={{ background: color }}
                aria-pressed={color === ink}
                aria-label={t(`editorPanels.signature.inks.${index as 0 | 1 | 2}`)}
                onClick={() => setInk(color)}
              />
            ))}
          </fieldset>
          <button
            type="button"
            className="icon-btn"
            aria-label={t('editorPanels.signature.undo')}
            disabled={strokes.length === 0}
            onClick={() => setStrokes((before) => before.slice(0, -1))}
          >
            <EditorIcon name="undo" />
          </button>
          <Button kind="bare" size="small" disabled={strokes.length === 0} onClick={() => setStrokes([])}>
            {t('editorPanels.signature.clear')}
          </Button>
        </div>
        <p className="hint">{t('editorPanels.signature.hint')}</p>
        <input
          ref={scan}
          type="file"
          accept="image/png,image/jpeg,image/webp,image/svg+xml"
          hidden
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            target.value = '';
            if (!file) return;
            fileDrop.receive?.(session, [file]);
            onClose();
          }}
        />
      </div>
    </Sheet>
  );
}
