import type { Design } from '@sello/contracts';
import { type PrintedText, type PrintedValues, partsOf, printVariable, variablesIn } from '@sello/design';
import { AppError } from '@sello/kit';

/** What one certificate prints; see `PrintedValues` of design for the form of each field. */
export type StampRow = PrintedValues;

/**
 * Prints contents for one row. Throws AppError `variable_unknown` for a name that nobody fills, be it the template's or
 * one that stands in a value: what was a variable to somebody is never printed as it stands.
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

/** What is static holds no variable: there is no row to fill it from. */
export function printStatic(content: string): PrintedText {
  throw new AppError('internal', {
    cause: new Error(`a variable in a static layer: ${content.slice(0, 200)}`),
  });
}
