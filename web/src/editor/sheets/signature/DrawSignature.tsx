import './signature.css';
import '../../parts/parts.css';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/Button.tsx';
import { Sheet } from '../../../ui/dialog/Sheet.tsx';
import { Pad } from '../../../ui/drawing/Pad.tsx';
import { type PenName, penNames, pens, type Stroke } from '../../../ui/drawing/strokes.ts';
import { EditorIcon } from '../../icons.tsx';
import { Segments } from '../../parts/Segments.tsx';
import { fileDrop } from '../../session/drag-data.ts';
import { useEditor } from '../../session/use-editor.ts';
import { signatureOf } from './strokes.ts';

const inks = [
  { color: '#1c1a17', name: 'black' },
  { color: '#23314f', name: 'blueBlack' },
  { color: '#27407e', name: 'blue' },
] as const;

/** The longest name whose alternative text is not cut. */
const longestName = 80;

/** A signature drawn with a pen, a finger or the mouse; it becomes curves, which print sharp at any size. */
export function DrawSignature({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const session = useEditor();
  const scan = useRef<HTMLInputElement>(null);
  const [strokes, setStrokes] = useState<readonly Stroke[]>([]);
  const [penName, setPenName] = useState<PenName>('medium');
  const [color, setColor] = useState<string>(inks[1].color);
  const [whose, setWhose] = useState('');
  const pen = { width: pens[penName], color };
  const isEmpty = strokes.length === 0;
  const undo = () => setStrokes((before) => before.slice(0, -1));
  const onKeyDown = (event: KeyboardEvent) => {
    const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
    if (!isUndo || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    undo();
  };
  const place = () => {
    const name = whose.trim();
    const alt =
      name === ''
        ? t('editorPanels.signature.alt')
        : t('editorPanels.signature.altOf', { name, interpolation: { escapeValue: false } });
    const element = signatureOf(session, strokes, pen, alt);
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
          <Button disabled={isEmpty} onClick={place}>
            {t('editorPanels.signature.act')}
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of undo, wherever in the dialog the focus is. */}
      <div className="body" onKeyDown={onKeyDown}>
        <Pad
          label={t('editorPanels.signature.pad')}
          strokes={strokes}
          pen={pen}
          onStroke={(stroke) => setStrokes((before) => [...before, stroke])}
        />
        <div className="pen-row">
          <label className="unit unit--text">
            <span className="unit-label">{t('editorPanels.signature.whose')}</span>
            <input
              className="input"
              dir="auto"
              autoComplete="off"
              placeholder={t('editorPanels.signature.whoseHint')}
              value={whose}
              maxLength={longestName}
              onChange={({ target }) => setWhose(target.value)}
            />
          </label>
          <Segments
            label={t('editorPanels.signature.pen')}
            property="pen"
            value={penName}
            options={penNames.map((value) => ({
              value,
              content: t(`editorPanels.signature.pens.${value}`),
            }))}
            onChange={setPenName}
          />
          <fieldset className="swatches">
            <legend className="hide">{t('editorPanels.signature.ink')}</legend>
            {inks.map((ink) => (
              <button
                key={ink.name}
                type="button"
                className="swatch"
                style={{ background: ink.color }}
                aria-pressed={ink.color === color}
                aria-label={t(`editorPanels.signature.inks.${ink.name}`)}
                title={t(`editorPanels.signature.inks.${ink.name}`)}
                onClick={() => setColor(ink.color)}
              />
            ))}
          </fieldset>
          <span className="take-back">
            <button
              type="button"
              className="icon-btn"
              aria-label={t('editorPanels.signature.undo')}
              title={t('editorPanels.signature.undo')}
              disabled={isEmpty}
              onClick={undo}
            >
              <EditorIcon name="undo" />
            </button>
            <Button kind="bare" size="small" disabled={isEmpty} onClick={() => setStrokes([])}>
              {t('editorPanels.signature.clear')}
            </Button>
          </span>
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
