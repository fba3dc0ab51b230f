import { weave } from '../ornaments/guilloche.ts';
import { waferEdge } from '../ornaments/wafer.ts';
import { sealPaint } from '../seal-paint.ts';
import { paper, type Sheet, seal } from './sheet.ts';

const outerWeave = weave(70, 105.5, 12, 6);
const innerWeave = weave(46, 69, 18, 5);
const edge = waferEdge(24, 94, 100);

/** Height of a capital letter of Newsreader, in ems. */
const capital = 0.66;

/**
 * Draws the organization's seal around a centre, in pixels: a guilloche rosette of two weaves, two rings and a wafer with
 * the initial of its name, in its seal colour. The initial is painted last, so that the rest lies in the common prefix.
 */
export function drawSeal(sheet: Sheet, cx: number, cy: number, radius: number, own: string = seal): Sheet {
  const color = sealPaint(own);
  const unit = radius / 110;
  const line = { stroke: color, strokeWidth: 0.46 * unit };
  const box = { x: cx - radius, y: cy - radius, width: 2 * radius, height: 2 * radius };
  const wafer = 45.5 * unit;
  const waferBox = { x: cx - wafer, y: cy - wafer, width: 2 * wafer, height: 2 * wafer };
  const size = wafer * 0.98;
  return sheet
    .path(outerWeave, [-110, -110, 220, 220], box, line)
    .path(innerWeave, [-110, -110, 220, 220], box, line)
    .circle(cx, cy, 107.5 * unit, { stroke: color, strokeWidth: 1.2 * unit })
    .path(edge, [-100, -100, 200, 200], waferBox, { fill: color })
    .circle(cx, cy, wafer * 0.79, { stroke: paper, strokeWidth: 0.045 * wafer })
    .text(
      '{{tenant.initial}}',
      { x: cx - wafer, baseline: cy + (capital / 2) * size, width: 2 * wafer, size, minSize: size / 2 },
      { align: 'center', fill: paper, role: 'artifact' },
    );
}
