import { cornerFans, steppedFrame } from '../ornaments/deco.ts';
import { lightWeave, waveBand } from '../ornaments/guilloche.ts';
import { defineBlock, type Group, group, type Ids, type PageSize } from './block.ts';

type Frame = PageSize & { ids: Ids; x: number; y: number; color: string };

const viewBox = (width: number, height: number): [number, number, number, number] => [0, 0, width, height];

/** A strong line with a fine one inside it, in one colour. */
export function drawDoubleFrame({ ids, x, y, width, height, color }: Frame): Group {
  const line = (inset: number, strokeWidth: number) => ({
    ...{ type: 'rectangle' as const, id: ids(), stroke: color, strokeWidth },
    ...{ x: inset, y: inset, width: width - 2 * inset, height: height - 2 * inset },
  });
  return group(ids, { x, y, width, height }, [line(1.25, 2.5), line(6.5, 0.6)]);
}

/** Of the rosettes in the corners. */
const cornerView: [number, number, number, number] = [-55, -55, 110, 110];
const cornerWeave = lightWeave(12, 54, 8, 3) + lightWeave(24, 54, 12, 2);

/**
 * A guilloche band between fine lines, with a rosette on each corner. `paper` is the colour under the rosettes.
 * `band` is the width of the band in points.
 */
export function drawEngravedFrame(options: Frame & { accent: string; paper: string; band?: number }): Group {
  const { ids, x, y, width, height, color, accent, paper, band = 16 } = options;
  const corner = band * 1.75;
  const path = (d: string, stroke: string, strokeWidth: number) => ({
    ...{ type: 'path' as const, id: ids(), d, viewBox: viewBox(width, height) },
    ...{ x: 0, y: 0, width, height, stroke, strokeWidth },
  });
  const lengths = { across: width - 2 * corner, down: height - 2 * corner };
  // The ends of the waves lie under the rosettes.
  const waves = (length: number, amplitude: number, strands: number) => {
    const halves = 2 * Math.round(length / (band * 1.15));
    const half = length / halves;
    return { from: corner - 2 * half, half, halves: halves + 2, amplitude, strands };
  };
  const bands = (amplitude: number, strands: number) => {
    const { from: left, ...across } = waves(lengths.across, amplitude, strands);
    const { from: top, ...down } = waves(lengths.down, amplitude, strands);
    return [
      ...[band / 2, height - band / 2].map((at) => waveBand([left, at], { angle: 0, ...across })),
      ...[band / 2, width - band / 2].map((at) => waveBand([at, top], { angle: 90, ...down })),
    ].join('');
  };
  const rule = (inset: number, strokeWidth: number) => ({
    ...{ type: 'rectangle' as const, id: ids(), stroke: color, strokeWidth },
    ...{ x: inset, y: inset, width: width - 2 * inset, height: height - 2 * inset },
  });
  const corners = [
    [0, 0],
    [width - corner, 0],
    [width - corner, height - corner],
    [0, height - corner],
  ] as const;
  return group(ids, { x, y, width, height }, [
    rule(0.5, 1),
    rule(band - 0.5, 1),
    path(bands(band * 0.35, 4), color, 0.55),
    path(bands(band * 0.2, 2), accent, 0.6),
    ...corners.flatMap(([left, top]) => [
      {
        ...{ type: 'rectangle' as const, id: ids(), x: left, y: top, width: corner, height: corner },
        ...{ fill: paper, stroke: color, strokeWidth: 1 },
      },
      {
        ...{ type: 'path' as const, id: ids(), d: cornerWeave, viewBox: cornerView },
        ...{ x: left + 2, y: top + 2, width: corner - 4, height: corner - 4 },
        ...{ stroke: accent, strokeWidth: 0.5 },
      },
    ]),
  ]);
}

/** An art-deco frame: three lines with stepped corners, and fans in the corners. */
export function drawDecoFrame({
  ids,
  x,
  y,
  width,
  height,
  color,
  accent,
}: Frame & { accent: string }): Group {
  const step = Math.round(Math.min(width, height) * 0.022);
  const path = (d: string, stroke: string, strokeWidth: number) => ({
    ...{ type: 'path' as const, id: ids(), d, viewBox: viewBox(width, height) },
    ...{ x: 0, y: 0, width, height, stroke, strokeWidth },
  });
  return group(ids, { x, y, width, height }, [
    path(steppedFrame(width, height, 1, 3, step), color, 2),
    path(steppedFrame(width, height, 6, 3, step), accent, 0.7),
    path(steppedFrame(width, height, 9, 3, step), accent, 0.7),
    path(cornerFans(width, height, 0.5, step * 2), accent, 0.7),
  ]);
}

const margin = ({ width, height }: PageSize) => Math.round(Math.min(width, height) * 0.045);
const alongPage = (page: PageSize) => ({
  width: page.width - 2 * margin(page),
  height: page.height - 2 * margin(page),
});

export const frameBlocks = [
  defineBlock({
    key: 'doubleFrame',
    category: 'frame',
    size: alongPage,
    draw: (at) => drawDoubleFrame({ ...at, color: '#1c1a17' }),
  }),
  defineBlock({
    key: 'engravedFrame',
    category: 'frame',
    size: alongPage,
    draw: (at) => drawEngravedFrame({ ...at, color: '#23314f', accent: '#a8842c', paper: '#ffffff' }),
  }),
  defineBlock({
    key: 'decoFrame',
    category: 'frame',
    size: alongPage,
    draw: (at) => drawDecoFrame({ ...at, color: '#0f3d33', accent: '#b08d3e' }),
  }),
];
