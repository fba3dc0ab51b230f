import type { Design } from '@sello/contracts';
import { type PrintedValues, parseText, printVariable, type TextPart } from '@sello/design';
import { AppError } from '@sello/kit';

/** What one certificate prints; see `PrintedValues` of design for the form of each field. */
export type StampRow = PrintedValues;

const parsed = new Map<string, TextPart[]>();

function partsOf(content: string): TextPart[] {
  let parts = parsed.get(content);
  if (!parts) {
    if (parsed.size > 10_000) parsed.clear();
    parts = parseText(content);
    parsed.set(content, parts);
  }
  return parts;
}

export function hasVariables(content: string): boolean {
  return partsOf(content).some((part) => part.kind === 'variable');
}

/** Prints contents for one row. Throws AppError `variable_unknown` for a name that nobody fills. */
export function printerFor(design: Design, row: StampRow) {
  return (content: string): { text: string; empty: boolean } => {
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
    return { text, empty: empty && !filled };
  };
}

/** Static contents stand as they are. */
export function printStatic(content: string): { text: string; empty: boolean } {
  return { text: content, empty: false };
}
