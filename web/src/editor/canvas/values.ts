import type { Design } from '@sello/contracts';
import { type PrintedText, type PrintedValues, partsOf, printVariable } from '@sello/design';

/**
 * Replaces the variables of a content by their values. Where the renderer fails the row, because a variable has no value,
 * the screen shows its name.
 */
export function printerOf(design: Design, values: PrintedValues): (content: string) => PrintedText {
  return (content) => {
    let [text, empty, filled] = ['', false, false];
    for (const part of partsOf(content)) {
      if (part.kind === 'text') {
        text += part.text;
        continue;
      }
      const printed = printVariable(part.name, values, design);
      if (printed === '') empty = true;
      else filled = true;
      text += typeof printed === 'string' ? printed : `{{${part.name}}}`;
    }
    return { text, empty: empty && !filled };
  };
}
