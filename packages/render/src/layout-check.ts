import type { RowError } from '@sello/contracts';
import { parseText, printedElements, printVariable } from '@sello/design';
import { isAppError, toRowError } from '@sello/kit';
import type { CompiledTemplate } from './compile.ts';
import { layoutElement, problemError } from './elements/text.ts';
import { printerFor, type StampRow } from './values.ts';

/** Something a person may want to see before issuing; it does not keep the certificate from being made. */
export type LayoutRemark = { elementId: string; element: string } & (
  | { kind: 'shrunk'; fontSize: number; from: number }
  | { kind: 'overflows'; by: number }
  | { kind: 'empty'; variable: string }
);

export interface LayoutReport {
  remarks: LayoutRemark[];
  /** What stamping this row would throw, one for each element that fails. */
  errors: RowError[];
}

/**
 * Lays out a row's texts without making a certificate: which shrank and to how many points, which run out of their
 * boxes, which variables print empty, and every error that `stamp` would stop at, not the first alone.
 */
export function layoutCheck(compiled: Pick<CompiledTemplate, 'plan'>, row: StampRow): LayoutReport {
  const { design, fonts } = compiled.plan;
  const print = printerFor(design, row);
  const remarks: LayoutRemark[] = [];
  const errors: RowError[] = [];
  for (const page of design.pages) {
    for (const element of printedElements(page.elements)) {
      if (element.type !== 'text' && element.type !== 'qr') continue;
      const where = { elementId: element.id, element: element.name || element.content.slice(0, 80) };
      try {
        const { text, empty } = print(element.content);
        for (const variable of emptyVariables(element.content, row, design)) {
          remarks.push({ ...where, kind: 'empty', variable });
        }
        if (element.type === 'qr' || text === '' || (empty && element.hideWhenEmpty)) continue;
        const layout = layoutElement(element, text, { fonts });
        errors.push(
          ...layout.problems.slice(0, 5).map((problem) => toRowError(problemError(problem, element))),
        );
        if (layout.fontSize < element.fontSize) {
          remarks.push({ ...where, kind: 'shrunk', fontSize: layout.fontSize, from: element.fontSize });
        }
        const by = Math.max(layout.width - element.width, layout.height - element.height);
        if (element.fit !== 'shrink' && by > 0.5) remarks.push({ ...where, kind: 'overflows', by });
      } catch (error) {
        if (!isAppError(error)) throw error;
        errors.push(toRowError(error));
      }
    }
  }
  return { remarks, errors };
}

function emptyVariables(
  content: string,
  row: StampRow,
  design: Parameters<typeof printVariable>[2],
): string[] {
  return parseText(content)
    .flatMap((part) => (part.kind === 'variable' ? [part.name] : []))
    .filter((name) => printVariable(name, row, design) === '');
}
