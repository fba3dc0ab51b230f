import type { Design, ImageElement, RowError } from '@sello/contracts';
import { kindOf, type MeasureWarning, printedElements, printVariable, variablesIn } from '@sello/design';
import { AppError, isAppError, toRowError } from '@sello/kit';
import type { CompiledTemplate } from './compile.ts';
import { measureElement, problemErrors } from './elements/measure.ts';
import type { NamedImage } from './pdf/content.ts';
import { elementWith, imageOf, writeImage } from './pdf/images.ts';
import { PrefixWriter } from './pdf/prefix.ts';
import { printerFor, type StampRow } from './values.ts';

/** A fact to review before issuing that does not prevent the certificate from being issued. */
export type LayoutWarning = { elementId: string; element: string } & (
  | MeasureWarning
  | { kind: 'empty'; variable: string }
);

export interface LayoutReport {
  warnings: LayoutWarning[];
  /** The errors that stamping this row would throw, at most five for each element. */
  errors: RowError[];
}

/**
 * Lays out a row's texts and images without making a certificate. Returns which texts were shrunk and to how many points,
 * which overflow their boxes, which variables print empty, and every error of the row; `stamp` throws only the first one.
 */
export async function layoutCheck(
  compiled: Pick<CompiledTemplate, 'plan'>,
  row: StampRow,
): Promise<LayoutReport> {
  const { design, fonts, images } = compiled.plan;
  const own = await imagesOfRow(row, design);
  const resources = {
    fonts,
    image(source: ImageElement['source']) {
      const image = source.kind === 'variable' ? own.get(source.name) : undefined;
      if (image instanceof AppError) throw image;
      return image ?? imageOf(images, source);
    },
  };
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

/** The row's own images, read in the same way as by `stamp`, or their errors. */
async function imagesOfRow(
  { images = {} }: StampRow,
  design: Design,
): Promise<Map<string, NamedImage | AppError>> {
  const read = new Map<string, NamedImage | AppError>();
  for (const [name, bytes] of Object.entries(images)) {
    try {
      const element = elementWith(design, { variable: name });
      const image = await writeImage(
        bytes,
        `{{${name}}}`,
        new PrefixWriter(),
        design.renderingVersion,
        element,
      );
      read.set(name, { name, ...image });
    } catch (error) {
      if (!isAppError(error)) throw error;
      read.set(name, error);
    }
  }
  return read;
}

function emptyVariables(
  texts: readonly string[],
  row: StampRow,
  design: Parameters<typeof printVariable>[2],
): string[] {
  return texts.flatMap(variablesIn).filter((name) => printVariable(name, row, design) === '');
}
