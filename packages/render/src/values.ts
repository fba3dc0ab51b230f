import type { Design } from '@sello/contracts';
import { type PrintedText, type PrintedValues, partsOf, printVariable, variablesIn } from '@sello/design';
import { AppError } from '@sello/kit';

/** The values of one certificate; `PrintedValues` documents the format of each field. */
export type StampRow = PrintedValues;

/**
 * Returns a function that replaces the variables of a content with the values of a row. It throws AppError
 * `variable_unknown` {variable} for a variable without a value, and for a value that itself contains `{{variable}}`: a
 * placeholder must never appear on a certificate.
 */
export function printerFor(design: Design, row: StampRow) {
  return (content: string): PrintedText => {
    let text = '';
    let empty = false;
    let filled = false;
    for (const part of partsOf(content)) {
      if (part.kind === 'text') {
        text += part.text;
        continue;
      }
      const printed = printVariable(part.name, row, design);
      if (typeof printed !== 'string') {
        throw new AppError('variable_unknown', { details: { variable: printed.unknown } });
      }
      if (printed === '') empty = true;
      else filled = true;
      text += printed;
    }
    if (text.includes('{{')) {
      const [variable] = variablesIn(text);
      if (variable !== undefined) throw new AppError('variable_unknown', { details: { variable } });
    }
    return { text, empty: empty && !filled };
  };
}

/** The `print` function of static layers, which contain no variables: always throws AppError `internal`. */
export function printStatic(content: string): PrintedText {
  throw new AppError('internal', {
    cause: new Error(`a variable in a static layer: ${content.slice(0, 200)}`),
  });
}
