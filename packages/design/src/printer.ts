import type { Design } from '@sello/contracts';
import { partsOf } from './contents.ts';
import type { PrintedText } from './elements/element-kind.ts';
import { type PrintedValues, printVariable } from './variables.ts';

/**
 * Returns a function that replaces the variables of a content by their values. `unknown` says what stands for a variable
 * without a value, or throws; by default it is the variable itself.
 */
export function printerOf(
  design: Design,
  values: PrintedValues,
  unknown: (name: string) => string = (name) => `{{${name}}}`,
): (content: string) => PrintedText {
  return (content) => {
    let [text, empty, filled] = ['', false, false];
    const ranges: [number, number][] = [];
    for (const part of partsOf(content)) {
      if (part.kind === 'text') {
        text += part.text;
        continue;
      }
      const found = printVariable(part.name, values, design);
      const printed = typeof found === 'string' ? found : unknown(found.unknown);
      if (printed === '') empty = true;
      else filled = true;
      if (printed !== '') ranges.push([text.length, text.length + printed.length]);
      text += printed;
    }
    return { text, values: ranges, empty: empty && !filled };
  };
}
