import { parseText, type TextPart } from './variables.ts';

// The same contents are parsed for every certificate, so the result is cached.
const parsed = new Map<string, TextPart[]>();

/** `parseText`, cached. */
export function partsOf(content: string): readonly TextPart[] {
  let parts = parsed.get(content);
  if (!parts) {
    if (parsed.size > 10_000) parsed.clear();
    parts = parseText(content);
    parsed.set(content, parts);
  }
  return parts;
}

/** The variables of a content in order, with duplicates. */
export function variablesIn(content: string): string[] {
  return partsOf(content).flatMap((part) => (part.kind === 'variable' ? [part.name] : []));
}

export function hasVariables(content: string): boolean {
  return content.includes('{{') && partsOf(content).some((part) => part.kind === 'variable');
}
