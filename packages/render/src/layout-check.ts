import type { Design, DesignElement, ImageElement, RowError } from '@sello/contracts';
import {
  kindOf,
  type MeasureWarning,
  printedContentsOf,
  printedElements,
  printVariable,
  variablesIn,
  variablesOf,
} from '@sello/design';
import { AppError, isAppError, toRowError } from '@sello/kit';
import type { CompiledTemplate } from './compile.ts';
import { type MeasureTools, measureElement, problemErrors } from './elements/measure.ts';
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

/** An element of a template with what is the same for every row. */
interface CheckedElement {
  element: DesignElement;
  texts: readonly string[];
  where: { elementId: string; element: string };
  /** Those of its texts and of what lies in it, in their order. */
  variables: readonly string[];
  /** Reports by the values that its variables print. */
  reports: Map<string, LayoutReport>;
}

// Rows share dates, courses and grades: most texts of a row were laid out for another one before.
const checkedElements = new WeakMap<CompiledTemplate['plan'], readonly CheckedElement[]>();
const keptReports = 500;
const keptValueLength = 1_000;

/**
 * Lays out a row's texts and images without making a certificate. Returns which texts were shrunk and to how many points,
 * which overflow their boxes, which variables print empty, and every error of the row; `stamp` throws only the first one.
 */
export async function layoutCheck(
  { plan }: Pick<CompiledTemplate, 'plan'>,
  row: StampRow,
): Promise<LayoutReport> {
  const { design, fonts, images } = plan;
  const own = row.images && (await imagesOfRow(row, design));
  let usesOwnImage = false;
  const tools = {
    resources: {
      fonts,
      image(source: ImageElement['source']) {
        if (source.kind === 'variable') usesOwnImage = true;
        const image = source.kind === 'variable' ? own?.get(source.name) : undefined;
        if (image instanceof AppError) throw image;
        return image ?? imageOf(images, source);
      },
    },
    setting: design,
    signed: row.signature !== undefined,
    print: printerFor(design, row),
  };
  const values = new Map<string, ReturnType<typeof printVariable>>();
  const printed = (name: string) => {
    let value = values.get(name);
    if (value === undefined) {
      value = printVariable(name, row, design);
      values.set(name, value);
    }
    return value;
  };
  const warnings: LayoutWarning[] = [];
  const errors: RowError[] = [];
  for (const checked of elementsOf(plan)) {
    const key = keyOf(checked, printed, tools.signed);
    let report = key === undefined ? undefined : checked.reports.get(key);
    if (report === undefined) {
      usesOwnImage = false;
      report = checkElement(checked, tools, printed);
      if (key !== undefined && !usesOwnImage) {
        if (checked.reports.size >= keptReports) checked.reports.clear();
        checked.reports.set(key, report);
      }
    }
    if (report.warnings.length > 0) warnings.push(...report.warnings);
    if (report.errors.length > 0) errors.push(...report.errors);
  }
  return { warnings, errors };
}

function elementsOf(plan: CompiledTemplate['plan']): readonly CheckedElement[] {
  const known = checkedElements.get(plan);
  if (known) return known;
  const elements = plan.design.pages
    .flatMap((page) => [...printedElements(page.elements)])
    .map((element): CheckedElement => {
      const texts = kindOf(element).texts(element);
      const where = { elementId: element.id, element: element.name || (texts[0] ?? '').slice(0, 80) };
      const variables = variablesOf([...texts, ...printedContentsOf([element])]);
      return { element, texts, where, variables, reports: new Map() };
    })
    .filter(({ texts }) => texts.length > 0);
  checkedElements.set(plan, elements);
  return elements;
}

/** The values that an element prints, each with its length; `undefined` for unknown ones and for long texts. */
function keyOf(
  { variables }: CheckedElement,
  printed: (name: string) => ReturnType<typeof printVariable>,
  signed: boolean,
): string | undefined {
  let key = signed ? 'signed' : '';
  for (const name of variables) {
    const value = printed(name);
    if (typeof value !== 'string') return undefined;
    key += `/${value.length}:${value}`;
  }
  return key.length <= keptValueLength ? key : undefined;
}

function checkElement(
  { element, texts, where }: CheckedElement,
  tools: MeasureTools,
  printed: (name: string) => ReturnType<typeof printVariable>,
): LayoutReport {
  const kind = kindOf(element);
  try {
    const { element: filled, measured } = measureElement(element, tools);
    const warnings: LayoutWarning[] = texts
      .flatMap(variablesIn)
      .filter((name) => printed(name) === '')
      .map((variable) => ({ ...where, kind: 'empty', variable }));
    if (!measured) return { warnings, errors: [] };
    for (const warning of kind.warnings(filled, measured.layout)) warnings.push({ ...where, ...warning });
    return { warnings, errors: problemErrors(element, measured).slice(0, 5).map(toRowError) };
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { warnings: [], errors: [toRowError(error)] };
  }
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
      const image = await writeImage(bytes, `{{${name}}}`, new PrefixWriter(), element);
      read.set(name, { name, ...image });
    } catch (error) {
      if (!isAppError(error)) throw error;
      read.set(name, error);
    }
  }
  return read;
}
