import type { TableElement } from '@sello/contracts';
import { elements, type TableLayout } from '@sello/design';
import type { Frame } from '../pdf/content.ts';
import { rectanglePath } from '../pdf/outlines.ts';
import { colorOperands } from '../pdf/syntax.ts';
import { paintText } from '../pdf/text-paint.ts';
import { always, type Canvas, never, noPassage, type Painter } from './painter.ts';

const head = { role: 'TH', entries: '/A<</O/Table/Scope/Column>>' };
const cell = { role: 'TD', entries: '' };

export const table: Painter<TableElement, TableLayout> = {
  prepare(element, prefix) {
    for (const request of elements.table.fonts(element)) prefix.repertoire(request);
  },
  changesState: never,
  overlaps: always,
  passage: noPassage,
  reading: () => 'children',
  paint(element, layout, frame, canvas) {
    const { mark, nest } = canvas.structure;
    const areas = mark(element.id, 'artifact', areaOperators(layout, frame));
    const rows = nest(element.id, { role: 'Table', entries: '' }, () =>
      rowsOf(layout)
        .map((cells) =>
          nest(element.id, { role: 'TR', entries: '' }, () => paintRow(element.id, cells, frame, canvas)),
        )
        .join('\n'),
    );
    return [areas, rows].filter((operators) => operators !== '').join('\n');
  },
};

function areaOperators({ areas }: TableLayout, frame: Frame): string {
  return areas
    .map(({ x, y, width, height, fill }) => {
      const path = rectanglePath({ x: frame.x + x, y: frame.y - y }, width, height, 0);
      return `${colorOperands(fill)} rg ${path} f`;
    })
    .join('\n');
}

type Cells = TableLayout['cells'];

function rowsOf({ cells }: TableLayout): Cells[] {
  const rows = new Map<number | null, Cells[number][]>();
  for (const one of cells) {
    const row = rows.get(one.row);
    if (row) row.push(one);
    else rows.set(one.row, [one]);
  }
  return [...rows.values()];
}

function paintRow(source: string, cells: Cells, frame: Frame, { structure, resources }: Canvas): string {
  return cells
    .map(({ row, layout, x, y }) => {
      const isEmpty = layout.lines.every(({ pieces }) => pieces.length === 0);
      const at = { ...frame, x: frame.x + x, y: frame.y - y };
      return structure.mark(
        source,
        row === null ? head : cell,
        isEmpty ? '' : paintText(layout, at, resources),
      );
    })
    .filter((operators) => operators !== '')
    .join('\n');
}
