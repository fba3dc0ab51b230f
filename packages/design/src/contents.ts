import { parseText, type TextPart } from './variables.ts';

// The contents of a design come back for every certificate.
const parsed = new Map<string, TextPart[]>();

/** The parts of a content, remembered. */
export function partsOf(content: string): readonly TextPart[] {
  let parts = parsed.get(content);
  if (!parts) {
    if (parsed.size > 10_000) parsed.clear();
    parts = parseText(content);
    parsed.set(content, parts);
  }
  return parts;
}

/** The variables of a content in their order, one used twice named twice. */
export function variablesIn(content: string): string[] {
  return partsOf(content).flatMap((part) => (part.kind === 'variable' ? [part.name] : []));
}

export function hasVariables(content: string): boolean {
  return content.includes('{{') && partsOf(content).some((part) => part.kind === 'variable');
}
