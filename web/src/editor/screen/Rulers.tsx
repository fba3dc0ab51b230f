import { useEffect, useRef } from 'react';
import { useStore } from '../../state/useStore.ts';
import type { Viewport } from '../canvas/options.ts';
import { boundsOfBoxes, boxOnPage, currentPage, type EditorState, selected } from '../model/index.ts';
import { useEditor } from '../session/use-editor.ts';
import { GuideLine } from './guide-line.ts';

const pointsPerMm = 72 / 25.4;
/** Steps in mm between numbers, of which the first is taken that leaves room for them. */
const steps = [1, 2, 5, 10, 20, 50, 100, 200] as const;
const leastRoom = 34;

/** Draws one ruler of millimetres: 0 is the edge of the page. */
function drawRuler(
  canvas: HTMLCanvasElement,
  axis: 'x' | 'y',
  { zoom, x, y }: Viewport,
  selected: { from: number; to: number } | null,
): void {
  const ratio = devicePixelRatio;
  const { clientWidth: width, clientHeight: height } = canvas;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const context = canvas.getContext('2d');
  if (!context || width === 0 || height === 0) return;
  const style = getComputedStyle(canvas);
  context.scale(ratio, ratio);
  const length = axis === 'x' ? width : height;
  const depth = axis === 'x' ? height : width;
  const origin = axis === 'x' ? x : y;
  if (axis === 'y') {
    // Drawn as the upper one is, then turned: its numbers read from below.
    context.translate(0, length);
    context.rotate(-Math.PI / 2);
  }
  /** From a place along the ruler to one along the drawn line. */
  const along = (place: number) => (axis === 'x' ? place : length - place);
  if (selected) {
    context.fillStyle = style.getPropertyValue('--accent-wash');
    const [from, to] = [along(origin + selected.from * zoom), along(origin + selected.to * zoom)];
    context.fillRect(Math.min(from, to), 0, Math.abs(to - from), depth);
  }
  const perMm = pointsPerMm * zoom;
  const step = steps.find((one) => one * perMm >= leastRoom) ?? 500;
  const tick = step / (step % 10 === 0 || step % 5 === 0 ? 10 : step === 2 ? 4 : 5);
  context.strokeStyle = style.color;
  context.fillStyle = style.color;
  context.lineWidth = 0.75;
  context.font = `13px ${style.fontFamily}`;
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  context.beginPath();
  const first = Math.floor(-origin / perMm / step) * step;
  for (let mm = first; origin + mm * perMm < length + step * perMm; mm += tick) {
    const rounded = Math.round(mm * 100) / 100;
    const place = along(origin + rounded * perMm);
    const isNumbered = Math.abs(rounded / step - Math.round(rounded / step)) < 1e-6;
    const isHalf = Math.abs((rounded / step) * 2 - Math.round((rounded / step) * 2)) < 1e-6;
    context.moveTo(place, depth);
    context.lineTo(place, depth - (isNumbered ? 9 : isHalf ? 6 : 3));
    if (isNumbered) context.fillText(String(Math.round(rounded)), place, depth - 11);
  }
  context.stroke();
}

/** What the selected elements span on the page, in points. */
function selectedBounds(state: EditorState) {
  const boxes = selected(state).map(({ element, placement }) => boxOnPage(placement, element));
  return boxes.length > 0 ? boundsOfBoxes(boxes) : null;
}

/** The rulers above and beside the page, in millimetres. A guide is dragged out of them. */
export function Rulers() {
  const session = useEditor();
  const view = useStore(session.canvas);
  const upper = useRef<HTMLCanvasElement>(null);
  const side = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (!view) return;
    const draw = () => {
      const boxes = selectedBounds(session.state);
      const span = (from?: number, to?: number) =>
        from === undefined || to === undefined ? null : { from, to };
      if (upper.current) drawRuler(upper.current, 'x', view.viewport, span(boxes?.left, boxes?.right));
      if (side.current) drawRuler(side.current, 'y', view.viewport, span(boxes?.top, boxes?.bottom));
    };
    draw();
    const sizes = new ResizeObserver(draw);
    if (upper.current) sizes.observe(upper.current);
    if (side.current) sizes.observe(side.current);
    const stops = [
      session.view.subscribe(draw),
      session.history.subscribe(draw),
      session.viewport.subscribe(draw),
    ];
    return () => {
      sizes.disconnect();
      for (const stop of stops) stop();
    };
  }, [session, view]);
  /** A guide follows the pointer from a ruler over the page. */
  const pull = (axis: 'x' | 'y') => (event: React.PointerEvent<HTMLDivElement>) => {
    if (!view || event.button !== 0) return;
    const target = event.currentTarget;
    target.setPointerCapture(event.pointerId);
    const board = target.parentElement?.querySelector<HTMLElement>('.board');
    const line = board && new GuideLine(board);
    const placeOf = (at: PointerEvent): number | null => {
      const box = board?.getBoundingClientRect();
      if (!box) return null;
      const { zoom, x, y } = view.viewport;
      const place = axis === 'x' ? (at.clientX - box.left - x) / zoom : (at.clientY - box.top - y) / zoom;
      const { width, height } = currentPage(session.state);
      return place >= 0 && place <= (axis === 'x' ? width : height) ? Math.round(place * 2) / 2 : null;
    };
    const follow = (at: PointerEvent) => {
      if (placeOf(at) === null) line?.hide();
      else line?.show(axis, at);
    };
    const stops = new AbortController();
    const end = (last: PointerEvent) => {
      stops.abort();
      line?.hide();
      if (last.type === 'pointercancel') return;
      const position = placeOf(last);
      if (position !== null) session.run('guide.add', { axis, position });
    };
    const { signal } = stops;
    target.addEventListener('pointermove', follow, { signal });
    target.addEventListener('pointerup', end, { signal });
    target.addEventListener('pointercancel', end, { signal });
  };
  return (
    <>
      <div className="rule-corner" aria-hidden="true" />
      <div className="rule-top" aria-hidden="true" onPointerDown={pull('y')}>
        <canvas ref={upper} />
      </div>
      <div className="rule-left" aria-hidden="true" onPointerDown={pull('x')}>
        <canvas ref={side} />
      </div>
    </>
  );
}
