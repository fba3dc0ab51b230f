import type { DesignElement } from '@sello/contracts';
import {
  hasVariables,
  kindOf,
  type Measured,
  type PrintedText,
  printedContentsOf,
  type TextSetting,
} from '@sello/design';
import { AppError } from '@sello/kit';
import type { Resources } from '../pdf/content.ts';

/** What measuring an element needs to know besides the element. */
export interface MeasureTools {
  resources: Pick<Resources, 'fonts' | 'image'>;
  setting: TextSetting;
  /** Whether the certificate is signed. */
  signed: boolean;
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
export function measureElement(element: DesignElement, tools: MeasureTools): MeasuredElement {
  const { resources, setting, signed, print } = tools;
  const kind = kindOf(element);
  const varies = kind.texts(element).some(hasVariables);
  const filled = !varies
    ? element
    : kind.fill(element, (content) => (hasVariables(content) ? print(content).text : content));
  if (varies) {
    const left = kind.texts(filled).find(hasVariables);
    if (left !== undefined) {
      throw new AppError('internal', {
        cause: new Error(`${element.type} leaves unfilled: ${left.slice(0, 200)}`),
      });
    }
  }
  if (element.hideWhenEmpty && printsEmpty(element, print)) return { element: filled, measured: null };
  const context = { fonts: resources.fonts, image: resources.image.bind(resources), setting, signed };
  return { element: filled, measured: kind.measure(filled, context) };
}

/** Whether it holds variables, itself or in what lies in it, and every one of them prints empty. */
function printsEmpty(element: DesignElement, print: MeasureTools['print']): boolean {
  const contents = [...printedContentsOf([element])].filter(hasVariables);
  return contents.length > 0 && contents.every((content) => print(content).empty);
}

/** The row's errors for what keeps an element from printing. `field` is the content it is about, variables unprinted. */
export function problemErrors(element: DesignElement, measured: Measured<unknown>): AppError[] {
  return measured.problems.map(({ problem: { code, ...details }, text }) => {
    const field = kindOf(element).texts(element)[text] ?? '';
    const where = { element: element.name || element.id, field: field.slice(0, 200) };
    return new AppError(code, { details: { ...details, ...where } });
  });
}
