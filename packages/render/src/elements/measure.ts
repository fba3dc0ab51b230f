import type { DesignElement } from '@sello/contracts';
import { hasVariables, kindOf, type Measured, type PrintedText } from '@sello/design';
import { AppError } from '@sello/kit';
import type { Resources } from '../pdf/content.ts';

/** What measuring an element needs to know besides the element. */
export interface MeasureTools {
  resources: Pick<Resources, 'fonts' | 'image'>;
  /** A content with its variables printed. */
  print(content: string): PrintedText;
}

export interface MeasuredElement {
  /** The element with its variables filled. */
  element: DesignElement;
  /** Null when nothing of it prints. */
  measured: Measured<unknown> | null;
}

/**
 * Fills the variables of an element and lays it out. Whoever paints or measures gets the filled element alone. Throws
 * what `print` throws, and AppError `internal` when a variable is left: its declaration does not fill all its texts.
 */
export function measureElement(element: DesignElement, { resources, print }: MeasureTools): MeasuredElement {
  const kind = kindOf(element);
  const varies = kind.texts(element).some(hasVariables);
  let empty = varies;
  const filled = !varies
    ? element
    : kind.fill(element, (content) => {
        const printed = print(content);
        if (!printed.empty && hasVariables(content)) empty = false;
        return printed.text;
      });
  if (varies) {
    const left = kind.texts(filled).find(hasVariables);
    if (left !== undefined) {
      throw new AppError('internal', {
        cause: new Error(`${element.type} leaves unfilled: ${left.slice(0, 200)}`),
      });
    }
  }
  const context = { fonts: resources.fonts, image: (id: string) => resources.image(id), empty };
  return { element: filled, measured: kind.measure(filled, context) };
}

/** The row's errors for what keeps an element from printing. `field` is the content it is about, variables unprinted. */
export function problemErrors(element: DesignElement, measured: Measured<unknown>): AppError[] {
  return measured.problems.map(({ problem: { code, ...details }, text }) => {
    const field = kindOf(element).texts(element)[text] ?? '';
    const where = { element: element.name || element.id, field: field.slice(0, 200) };
    return new AppError(code, { details: { ...details, ...where } });
  });
}
