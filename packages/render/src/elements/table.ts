import type { TableElement } from '@sello/contracts';
import { elements, type TableLayout } from '@sello/design';
import { rectanglePath } from '../pdf/outlines.ts';
import { colorOperands } from '../pdf/syntax.ts';
import { textOperators } from '../pdf/text-operators.ts';
import { never, type Painter } from './painter.ts';

export const table: Painter<TableElement, TableLayout> = {
  prepare(element, prefix) {
    for (const request of elements.table.fonts(element)) prefix.repertoire(request);
  },
  changesState: never,
  overlaps: () => true,
  paint(_element, { areas, cells }, frame, { resources }) {
    const painted = areas.map(({ x, y, width, height, fill }) => {
      const path = rectanglePath({ x: frame.x + x, y: frame.y - y }, width, height, 0);
      return `${colorOperands(fill)} rg ${path} f`;
    });
    const texts = cells
      .filter(({ layout }) => layout.lines.length > 0)
      .map(({ layout, x, y }) => textOperators(layout, { x: frame.x + x, y: frame.y - y }, resources));
    return [...painted, ...texts].join('\n');
  },
};
