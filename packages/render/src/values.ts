import type { Design } from '@sello/contracts';
import { type PrintedText, type PrintedValues, printerOf, variablesIn } from '@sello/design';
import { AppError } from '@sello/kit';

/** The values of one certificate; `PrintedValues` documents the format of each field. */
export type StampRow = PrintedValues;

/**
 * Returns a function that replaces the variables of a content with the values of a row. It throws AppError
 * `variable_unknown` {variable} for a variable without a value, and for a value that itself contains `{{variable}}`: a
 * placeholder must never appear on a certificate.
 */
export function printerFor(design: Design, row: StampRow): (content: string) => PrintedText {
  const print = printerOf(design, row, (variable) => {
    throw new AppError('variable_unknown', { details: { variable } });
  });
  return (content) => {
    const printed = print(content);
    if (printed.text.includes('{{')) {
      const [variable] = variablesIn(printed.text);
      if (variable !== undefined) throw new AppError('variable_unknown', { details: { variable } });
    }
    return printed;
  };
}

/** The `print` function of static layers, which contain no variables: always throws AppError `internal`. */
export function printStatic(content: string): PrintedText {
  throw new AppError('internal', {
    cause: new Error(`a variable in a static layer: ${content.slice(0, 200)}`),
  });
}
