import type { DesignElementInput } from '@sello/contracts';
import { type Group, group, type Ids } from '../blocks/block.ts';
import { type Family, type TextStyle, typeset } from '../blocks/typeset.ts';

interface Fact {
  label: string;
  value: string;
}

/** A label with its value below it, left out when the value is empty. `y` is the top of the label's line. */
export function drawFact(
  { label, value }: Fact,
  at: {
    ids: Ids;
    x: number;
    y: number;
    width: number;
    family: Family;
    valueFamily?: Family;
    size: number;
    labelSize: number;
    color: string;
    mute: string;
    rule?: string;
    lines?: number;
    labelStyle?: TextStyle;
    valueStyle?: TextStyle;
  },
): Group {
  const {
    ids,
    x,
    y,
    width,
    family,
    valueFamily = family,
    size,
    labelSize,
    color,
    mute,
    rule,
    lines = 1,
  } = at;
  const first = Math.round(labelSize * (rule === undefined ? 1 : 1.9));
  const second = Math.round(first + size * 1.35);
  const elements: DesignElementInput[] = [
    typeset(
      ids(),
      label,
      { x: 0, baseline: first, width, family, size: labelSize },
      { fill: mute, ...at.labelStyle },
    ),
    typeset(
      ids(),
      value,
      { x: 0, baseline: second, width, family: valueFamily, size, lines, min: 3 },
      { fill: color, fontWeight: 600, ...at.valueStyle },
    ),
  ];
  if (rule !== undefined) {
    elements.unshift({
      ...{ type: 'line', id: ids(), x: 0, y: 0, width, height: 1 },
      ...{ stroke: rule, strokeWidth: 1 },
    });
  }
  const height = second + Math.ceil((lines - 1) * size * 1.25 + size * 0.4);
  return { ...group(ids, { x, y, width, height }, elements), hideWhenEmpty: true };
}
