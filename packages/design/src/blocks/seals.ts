import { lightWeave } from '../ornaments/guilloche.ts';
import { laurel } from '../ornaments/laurel.ts';
import { ribbonParts, sealTails } from '../ornaments/ribbon.ts';
import { waferEdge } from '../ornaments/wafer.ts';
import { sealPaint } from '../seal-paint.ts';
import { defineBlock, type Group, group, type Ids, type PageSize } from './block.ts';
import { type Family, type TextInput, typeset } from './typeset.ts';

interface Round {
  ids: Ids;
  x: number;
  y: number;
  /** Diameter in points. */
  size: number;
  color: string;
}

const square = (side: number): [number, number, number, number] => [-side / 2, -side / 2, side, side];
const whole = (size: number) => ({ x: 0, y: 0, width: size, height: size });
const inside = (size: number, part: number) => ({
  x: (size - part) / 2,
  y: (size - part) / 2,
  width: part,
  height: part,
});

const outerWeave = lightWeave(66, 105, 12, 6);
const middleWeave = lightWeave(42, 65, 18, 5);
const innerWeave = lightWeave(12, 41, 9, 4);

/** A guilloche rosette of three weaves between two rings, in one colour. */
export function drawRosette({ ids, x, y, size, color }: Round): Group {
  const line = { stroke: color, strokeWidth: size * 0.0022 };
  const weaves = [outerWeave, middleWeave, innerWeave].map((d) => ({
    ...{ type: 'path' as const, id: ids(), d, viewBox: square(220), ...whole(size), ...line },
  }));
  const ring = (part: number, width: number) => ({
    ...{ type: 'ellipse' as const, id: ids(), ...inside(size, size * part) },
    ...{ stroke: color, strokeWidth: size * width },
  });
  return group(ids, { x, y, width: size, height: size }, [...weaves, ring(0.985, 0.006), ring(0.108, 0.006)]);
}

const edge = waferEdge(28, 94, 100);
const engraving = lightWeave(26, 64, 10, 5);

/**
 * A wafer with an engraved rosette, and the tails of a ribbon below it when `tails` has a colour. `isBlank`: the middle is
 * left for an initial.
 */
export function drawWafer(options: Round & { paper: string; tails?: string; isBlank?: boolean }): Group {
  const { ids, x, y, size, color, paper, tails, isBlank = false } = options;
  const height = tails === undefined ? size : size * 1.36;
  const ring = (part: number, width: number) => ({
    ...{ type: 'ellipse' as const, id: ids(), ...inside(size, size * part) },
    ...{ stroke: paper, strokeWidth: size * width },
  });
  return group(ids, { x, y, width: size, height }, [
    ...(tails === undefined
      ? []
      : [
          {
            ...{ type: 'path' as const, id: ids(), d: sealTails, viewBox: [0, 0, 60, 70] as [0, 0, 60, 70] },
            ...{ x: size * 0.14, y: size * 0.52, width: size * 0.72, height: size * 0.84, fill: tails },
          },
        ]),
    { type: 'path', id: ids(), d: edge, viewBox: square(200), ...whole(size), fill: color },
    ring(0.82, 0.011),
    ring(0.77, 0.004),
    {
      ...{ type: 'path', id: ids(), d: engraving, viewBox: square(200), ...whole(size) },
      ...{ stroke: paper, strokeWidth: size * 0.005 },
    },
    ...(isBlank
      ? [{ type: 'ellipse' as const, id: ids(), ...inside(size, size * 0.42), fill: color }]
      : [
          { type: 'ellipse' as const, id: ids(), ...inside(size, size * 0.17), fill: paper },
          { type: 'ellipse' as const, id: ids(), ...inside(size, size * 0.1), fill: color },
        ]),
  ]);
}

/**
 * The initial of the organization in the middle of its seal, which is drawn blank. It is no part of the seal's group: what
 * differs is printed with each certificate, and the seal is stored once.
 */
export function drawInitial(options: Omit<Round, 'color'> & { fill: string; family: Family }): TextInput {
  const { ids, x, y, size, fill, family } = options;
  const letter = size * 0.36;
  const baseline = y + size / 2 + letter * 0.33;
  return typeset(
    ids(),
    '{{tenant.initial}}',
    { x, baseline, width: size, family, size: letter, min: letter / 2 },
    { align: 'center', fill, role: 'artifact' },
  );
}

/** A laurel wreath, open at the top. */
export function drawLaurel({ ids, x, y, size, color, stem = color }: Round & { stem?: string }): Group {
  const shape = { type: 'path' as const, viewBox: laurel.viewBox, ...whole(size) };
  return group(ids, { x, y, width: size, height: size }, [
    { ...shape, id: ids(), d: laurel.stems, stroke: stem, strokeWidth: size * 0.009, lineCap: 'round' },
    { ...shape, id: ids(), d: laurel.leaves, fill: color },
  ]);
}

/** A ribbon with folded ends; a text can lie on its front, which is the upper four fifths. */
export function drawRibbon(
  options: PageSize & { ids: Ids; x: number; y: number; front: string; ends: string; folds: string },
): Group {
  const { ids, x, y, width, height } = options;
  const parts = ribbonParts(width, height);
  const viewBox: [number, number, number, number] = [0, 0, width, height];
  const shape = { type: 'path' as const, viewBox, x: 0, y: 0, width, height };
  return group(ids, { x, y, width, height }, [
    { ...shape, id: ids(), d: parts.ends, fill: options.ends },
    { ...shape, id: ids(), d: parts.folds, fill: options.folds },
    { ...shape, id: ids(), d: parts.front, fill: options.front },
  ]);
}

const side = ({ width, height }: PageSize, share: number) => Math.round(Math.min(width, height) * share);
const squareOf = (share: number) => (page: PageSize) => ({
  width: side(page, share),
  height: side(page, share),
});

export const sealBlocks = [
  defineBlock({
    key: 'seal',
    category: 'seal',
    size: (page) => ({ width: side(page, 0.17), height: side(page, 0.17) * 1.36 }),
    draw: ({ width, ...at }) =>
      drawWafer({ ...at, size: width, color: sealPaint('#c2401c'), paper: '#fffefa', tails: '#8f2d12' }),
  }),
  defineBlock({
    key: 'rosette',
    category: 'seal',
    size: squareOf(0.2),
    draw: ({ width, ...at }) => drawRosette({ ...at, size: width, color: '#23314f' }),
  }),
  defineBlock({
    key: 'ribbon',
    category: 'seal',
    size: ({ width }) => ({ width: Math.round(width * 0.52), height: Math.round(width * 0.52 * 0.14) }),
    draw: (at) => drawRibbon({ ...at, front: '#8f1f2d', ends: '#74131f', folds: '#430a12' }),
  }),
  defineBlock({
    key: 'laurel',
    category: 'seal',
    size: squareOf(0.24),
    draw: ({ width, ...at }) => drawLaurel({ ...at, size: width, color: '#a8842c', stem: '#7d611c' }),
  }),
];
