import './crop.css';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { type Crop, dragged, type Grip, wholePicture } from './crop.ts';
import type { ImageFacts } from './use-image-facts.ts';

export interface CropSheetProps {
  facts: Pick<ImageFacts, 'url' | 'width' | 'height'>;
  crop: Crop;
  onCrop: (crop: Crop) => void;
  onClose: () => void;
}

const grips: readonly Grip[] = [
  { x: -1, y: -1 },
  { x: 0, y: -1 },
  { x: 1, y: -1 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
  { x: -1, y: 1 },
  { x: -1, y: 0 },
];

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** Of the picture, for a press of an arrow key. */
const keyStep = 0.01;

const share = (value: number): string => `${value * 100}%`;

/** The whole picture with a frame around the part that is seen: its middle and its edges are dragged. */
export function CropSheet({ facts, crop: first, onCrop, onClose }: CropSheetProps) {
  const { t } = useTranslation();
  const [crop, setCrop] = useState(first);
  const picture = useRef<HTMLDivElement>(null);
  const drag = useRef<{ grip: Grip; from: Crop; x: number; y: number } | null>(null);
  const start = (event: PointerEvent<HTMLElement>, grip: Grip) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    event.currentTarget.focus();
    drag.current = { grip, from: crop, x: event.clientX, y: event.clientY };
  };
  const move = (event: PointerEvent) => {
    const now = drag.current;
    const size = picture.current?.getBoundingClientRect();
    if (!now || !size) return;
    const [dx, dy] = [(event.clientX - now.x) / size.width, (event.clientY - now.y) / size.height];
    setCrop(dragged(now.from, now.grip, dx, dy));
  };
  const end = () => {
    drag.current = null;
  };
  const onKeyDown = (event: KeyboardEvent, grip: Grip) => {
    const by = arrows[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    const step = keyStep * (event.shiftKey ? 10 : 1);
    setCrop(dragged(crop, grip, by[0] * step, by[1] * step));
  };
  const handlers = (grip: Grip) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => start(event, grip),
    onPointerMove: move,
    onPointerUp: end,
    onPointerCancel: end,
    onKeyDown: (event: KeyboardEvent) => onKeyDown(event, grip),
  });
  const nameOf = ({ x, y }: Grip): string => {
    const across = x === 0 ? null : x < 0 ? ('left' as const) : ('right' as const);
    const down = y === 0 ? null : y < 0 ? ('top' as const) : ('bottom' as const);
    const edge = [down, across]
      .flatMap((side) => (side ? [t(`editorInspector.image.frame.edges.${side}`)] : []))
      .join(' ');
    return t('editorInspector.image.frame.edge', { edge, interpolation: { escapeValue: false } });
  };
  return (
    <Dialog
      wide
      className="crop-sheet"
      title={t('editorInspector.image.frame.open')}
      onClose={onClose}
      end={
        <>
          <Button kind="bare" className="start" onClick={() => setCrop(wholePicture)}>
            {t('editorInspector.image.frame.whole')}
          </Button>
          <Button kind="line" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            onClick={() => {
              onCrop(crop);
              onClose();
            }}
          >
            {t('editorInspector.image.frame.use')}
          </Button>
        </>
      }
    >
      <div className="body">
        <div className="crop-place">
          <div className="crop" ref={picture} style={{ aspectRatio: `${facts.width} / ${facts.height}` }}>
            <img src={facts.url} alt="" draggable={false} />
            <div
              className="crop-frame"
              style={{
                ...{ left: share(crop.x), top: share(crop.y) },
                ...{ width: share(crop.width), height: share(crop.height) },
              }}
            >
              <button
                type="button"
                className="crop-middle"
                aria-label={t('editorInspector.image.frame.middle')}
                {...handlers({ x: 0, y: 0 })}
              />
              {grips.map((grip) => (
                <button
                  key={`${grip.x} ${grip.y}`}
                  type="button"
                  className="crop-grip"
                  style={{ left: share((grip.x + 1) / 2), top: share((grip.y + 1) / 2) }}
                  aria-label={nameOf(grip)}
                  {...handlers(grip)}
                />
              ))}
            </div>
          </div>
        </div>
        <p className="hint">{t('editorInspector.image.frame.help')}</p>
      </div>
    </Dialog>
  );
}
