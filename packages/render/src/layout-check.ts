import type { ImageElement, RowError } from '@sello/contracts';
import { kindOf, type MeasureWarning, printedElements, printVariable, variablesIn } from '@sello/design';
import { isAppError, toRowError } from '@sello/kit';
import type { CompiledTemplate } from './compile.ts';
import { measureElement, problemErrors } from './elements/measure.ts';
import { imageOf } from './pdf/images.ts';
import { printerFor, type StampRow } from './values.ts';

/** Something a person may want to see before issuing; it does not keep the certificate from being made. */
export type LayoutWarning = { elementId: string; element: string } & (
  | MeasureWarning
  | { kind: 'empty'; variable: string }
);

export interface LayoutReport {
  warnings: LayoutWarning[];
  /** What stamping this row would throw, one for each element that fails. */
  errors: RowError[];
}

/**
 * Lays out a row's texts without making a certificate: which shrank and to how many points, which run out of their
 * boxes, which variables print empty, and every error that `stamp` would stop at, not the first alone.
 */
export function layoutCheck(compiled: Pick<CompiledTemplate, 'plan'>, row: StampRow): LayoutReport {
  const { design, fonts, images } = compiled.plan;
  const resources = { fonts, image: (source: ImageElement['source']) => imageOf(images, source) };
  const print = printerFor(design, row);
  const warnings: LayoutWarning[] = [];
  const errors: RowError[] = [];
  for (const page of design.pages) {
    for (const element of printedElements(page.elements)) {
      const kind = kindOf(element);
      const texts = kind.texts(element);
      if (texts.length === 0) continue;
      const where = { elementId: element.id, element: element.name || (texts[0] as string).slice(0, 80) };
      try {
        const { element: filled, measured } = measureElement(element, {
          resources,
          setting: design,
          signed: row.signature !== undefined,
          print,
        });
        for (const variable of emptyVariables(texts, row, design)) {
          warnings.push({ ...where, kind: 'empty', variable });
        }
        if (!measured) continue;
        errors.push(...problemErrors(element, measured).slice(0, 5).map(toRowError));
        for (const warning of kind.warnings(filled, measured.layout)) warnings.push({ ...where, ...warning });
      } catch (error) {
        if (!isAppError(error)) throw error;
        errors.push(toRowError(error));
      }
    }
  }
  return { warnings, errors };
}

function emptyVariables(
  texts: readonly string[],
  row: StampRow,
  design: Parameters<typeof printVariable>[2],
): string[] {
  return texts.flatMap(variablesIn).filter((name) => printVariable(name, row, design) === '');
}
