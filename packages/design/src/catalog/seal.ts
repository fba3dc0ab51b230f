import { weave } from '../ornaments/guilloche.ts';
import { paper, type Sheet, seal } from './sheet.ts';

const outerWeave = weave(70, 105.5, 12, 6);
const innerWeave = weave(46, 69, 18, 5);

// The wafer seal with eighteen lobes and the letter on it, in a 32 × 32 square around the origin.
const wafer =
  'M15.2 0c0 .4-.6 .9-.9 1.3c-.2 .4-.8 .7-.9 1.1c0 .4 .4 .9 .5 1.3c.1 .5 .5 1.1 .3 1.5' +
  'c-.1 .4-.7 .6-1.1 .9c-.5 .3-1.1 .4-1.3 .7c-.2 .4 0 1 0 1.5c0 .4 .1 1.1-.2 1.4' +
  'c-.3 .4-.9 .4-1.4 .5c-.5 .1-1.1 0-1.4 .3c-.3 .2-.3 .9-.5 1.3c-.2 .4-.4 1.1-.7 1.3' +
  'c-.4 .2-1 0-1.5 0c-.5-.1-1-.4-1.4-.3c-.4 .2-.6 .8-1 1.1c-.3 .4-.7 .9-1.1 1c-.4 .1-.9-.3-1.3-.6' +
  'c-.5-.2-.9-.7-1.3-.7c-.4 .1-.8 .5-1.3 .7c-.4 .3-.9 .7-1.3 .6c-.4-.1-.8-.6-1.1-1' +
  'c-.4-.3-.6-.9-1-1.1c-.4-.1-.9 .2-1.4 .3c-.5 0-1.1 .2-1.5 0c-.3-.2-.5-.9-.7-1.3' +
  'c-.2-.4-.2-1.1-.5-1.3c-.3-.3-.9-.2-1.4-.3c-.5-.1-1.1-.1-1.4-.5c-.3-.3-.2-1-.2-1.4' +
  'c0-.5 .2-1.1 0-1.5c-.2-.3-.8-.4-1.3-.7c-.4-.3-1-.5-1.1-.9c-.2-.4 .2-1 .3-1.5c.1-.4 .5-.9 .5-1.3' +
  'c-.1-.4-.7-.7-.9-1.1c-.3-.4-.8-.9-.8-1.3c-.1-.4 .5-.9 .8-1.3c.2-.4 .8-.7 .9-1.1' +
  'c0-.4-.4-.9-.5-1.3c-.1-.5-.5-1.1-.3-1.5c.1-.4 .7-.6 1.1-.9c.5-.3 1.1-.4 1.3-.7c.2-.4 0-1 0-1.5' +
  'c0-.4-.1-1.1 .2-1.4c.3-.4 .9-.4 1.4-.5c.5-.1 1.1 0 1.4-.3c.3-.2 .3-.9 .5-1.3c.2-.4 .4-1.1 .7-1.3' +
  'c.4-.2 1 0 1.5 0c.5 .1 1 .4 1.4 .3c.4-.2 .6-.8 1-1.1c.3-.4 .7-.9 1.1-1c.4-.1 .9 .3 1.3 .6' +
  'c.5 .2 .9 .6 1.3 .7c.4 0 .8-.5 1.3-.7c.4-.3 .9-.7 1.3-.6c.4 .1 .8 .6 1.1 1c.4 .3 .6 .9 1 1.1' +
  'c.4 .1 .9-.2 1.4-.3c.5 0 1.1-.2 1.5 0c.3 .2 .5 .9 .7 1.3c.2 .4 .2 1.1 .5 1.3c.3 .3 .9 .2 1.4 .3' +
  'c.5 .1 1.1 .1 1.4 .5c.3 .3 .2 1 .2 1.4c0 .5-.2 1.1 0 1.5c.2 .3 .8 .4 1.3 .7c.4 .3 1 .5 1.1 .9' +
  'c.2 .4-.2 1-.3 1.5c-.1 .4-.5 .9-.5 1.3c.1 .4 .7 .7 .9 1.1c.3 .4 .8 .9 .8 1.3Z';
const letter =
  'M4.3 -4.2C3.3 -5.9 1.8 -6.7 -.1 -6.7C-2.6 -6.7 -4.4 -5.4 -4.4 -3.4C-4.4 1.3 4.6 -1.1 4.6 3.4' +
  'C4.6 5.5 2.7 6.8 .1 6.8C-2.1 6.8 -3.8 5.9 -4.8 4.1';

/**
 * Draws the seal around a centre, in pixels: a guilloche rosette of two weaves, two rings and the wafer, in one colour.
 */
export function drawSeal(sheet: Sheet, cx: number, cy: number, radius: number, color: string = seal): Sheet {
  const unit = radius / 110;
  const line = { stroke: color, strokeWidth: 0.46 * unit };
  const box = { x: cx - radius, y: cy - radius, width: 2 * radius, height: 2 * radius };
  const waferRadius = 45.5 * unit;
  const waferBox = {
    x: cx - waferRadius,
    y: cy - waferRadius,
    width: 2 * waferRadius,
    height: 2 * waferRadius,
  };
  const waferUnit = waferRadius / 16;
  return sheet
    .path(outerWeave, [-110, -110, 220, 220], box, line)
    .path(innerWeave, [-110, -110, 220, 220], box, line)
    .circle(cx, cy, 107.5 * unit, { stroke: color, strokeWidth: 1.2 * unit })
    .path(wafer, [-16, -16, 32, 32], waferBox, { fill: color })
    .circle(cx, cy, 11.2 * waferUnit, { stroke: paper, strokeWidth: 0.8 * waferUnit })
    .path(letter, [-16, -16, 32, 32], waferBox, { stroke: paper, strokeWidth: 2.3 * waferUnit });
}
