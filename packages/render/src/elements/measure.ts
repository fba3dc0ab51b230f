import type { DesignElement } from '@sello/contracts';
import {
  errorPlace,
  fillElement,
  hasVariables,
  isLeftOut,
  kindOf,
  type Measured,
  type PrintedText,
  type TextSetting,
} from '@sello/design';
import { AppError, isAppError } from '@sello/kit';
import type { Resources } from '../pdf/content.ts';

/** Dependencies of `measureElement`. */
export interface MeasureTools {
  resources: Pick<Resources, 'fonts' | 'image'>;
  setting: TextSetting;
  /** Whether the certificate is signed. */
  signed: boolean;
  /** Replaces the variables of a content with their values. */
  print(content: string): PrintedText;
}

export interface MeasuredElement {
  /** The element with its variables filled. */
  element: DesignElement;
  /** Null when there is nothing to print. */
  measured: Measured<unknown> | null;
}

/**
 * Fills the variables of an element and lays it out, so that painters only receive filled elements. Throws the errors of
 * `print` with the name of the element, and AppError `internal` when a variable remains because the element type does not fill all of its texts.
 */
export function measureElement(element: DesignElement, tools: MeasureTools): MeasuredElement {
  try {
    return measure(element, tools);
  } catch (error) {
    if (!isAppError(error) || error.code === 'internal' || error.details?.element !== undefined) throw error;
    const details = { ...error.details, ...errorPlace(element) };
    throw new AppError(error.code, { details, cause: error.cause });
  }
}

function measure(element: DesignElement, tools: MeasureTools): MeasuredElement {
  const { resources, setting, signed, print } = tools;
  const kind = kindOf(element);
  const filled = fillElement(element, print, setting.locale);
  const left = kind.texts(filled).find(hasVariables);
  if (left !== undefined) {
    throw new AppError('internal', {
      cause: new Error(`element type ${element.type} left a variable unfilled: ${left.slice(0, 200)}`),
    });
  }
  const hasImage = (name: string) => resources.image({ kind: 'variable', name }) !== null;
  if (isLeftOut(element, { print, hasImage })) return { element: filled, measured: null };
  const context = { fonts: resources.fonts, image: resources.image.bind(resources), setting, signed };
  return { element: filled, measured: kind.measure(filled, context) };
}

/** The problems of an element as errors of the row. `field` is the content, with its placeholders. */
export function problemErrors(element: DesignElement, measured: Measured<unknown>): AppError[] {
  return measured.problems.map(({ problem: { code, ...details }, text }) => {
    const field = kindOf(element).texts(element)[text] ?? '';
    const where = { ...errorPlace(element), field: field.slice(0, 200) };
    return new AppError(code, { details: { ...details, ...where } });
  });
}
