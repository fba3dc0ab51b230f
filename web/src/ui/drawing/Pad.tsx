import './pad.css';
import { type PointerEvent, useEffect, useLayoutEffect, useRef } from 'react';
import type { Pen, PointerSample } from './drawing.ts';
import { drawStrokes, type Stroke } from './strokes.ts';

interface Props {
  /** The accessible name of the paper. */
  label: string;
  strokes: readonly Stroke[];
  pen: Pen;
  onStroke: (stroke: Stroke) => void;
}

/** What a pointer event says, with the samples between it and the one before: a pen is faster than frames. */
function samplesOf({ nativeEvent, currentTarget }: PointerEvent<HTMLCanvasElement>): PointerSample[] {
  const { left, top } = currentTarget.getBoundingClientRect();
  const all = nativeEvent.getCoalescedEvents?.() ?? [];
  return (all.length > 0 ? all : [nativeEvent]).map(({ clientX, clientY, pressure, pointerType }) => ({
    x: clientX - left,
    y: clientY - top,
    pressure: pointerType === 'mouse' ? 0.5 : pressure,
  }));
}

/** The paper of the dialog, on which a pointer draws. */
export function Pad({ label, strokes, pen: { width, color }, onStroke }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  /** The stroke under the pointer, which is drawn without rendering anything. */
  const open = useRef<{ pointerId: number; samples: PointerSample[] } | null>(null);
  /** Where there is a pen, a touch is the hand that holds it. */
  const hasPen = useRef(false);
  const draw = () => {
    if (!canvas.current) return;
    const begun = open.current ? [open.current.samples] : [];
    drawStrokes(canvas.current, [...strokes, ...begun], { width, color });
  };
  const latest = useRef(draw);
  latest.current = draw;
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are what is drawn.
  useLayoutEffect(() => latest.current(), [strokes, width, color]);
  useEffect(() => {
    if (!canvas.current || !('ResizeObserver' in globalThis)) return;
    const sizes = new ResizeObserver(() => latest.current());
    sizes.observe(canvas.current);
    return () => sizes.disconnect();
  }, []);
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    if (event.pointerType === 'pen') hasPen.current = true;
    else if (event.pointerType === 'touch' && hasPen.current) return;
    if (event.button !== 0 || open.current) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    open.current = { pointerId: event.pointerId, samples: samplesOf(event) };
    draw();
  };
  const move = (event: PointerEvent<HTMLCanvasElement>) => {
    if (open.current?.pointerId !== event.pointerId) return;
    open.current.samples.push(...samplesOf(event));
    draw();
  };
  const end = (event: PointerEvent<HTMLCanvasElement>) => {
    if (open.current?.pointerId !== event.pointerId) return;
    const { samples } = open.current;
    open.current = null;
    onStroke(samples);
  };
  return (
    <div className="pad">
      <canvas
        ref={canvas}
        role="img"
        aria-label={label}
        onPointerDown={begin}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={end}
      />
    </div>
  );
}
