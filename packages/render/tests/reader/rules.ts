import { type PageContent, readFont } from './content.ts';
import type { PdfDocument } from './document.ts';
import { allNodes, type ReadNode, type ReadStructure } from './structure.ts';
import { type Dictionary, isDictionary, isStream, Name, Reference, type Value } from './values.ts';

/** A file under test, with the data that several rules use. */
export interface Subject {
  document: PdfDocument;
  structure: ReadStructure;
  nodes: ReadNode[];
  /** The metadata as text. */
  xmp: string;
}

/** A requirement of a standard; `faults` returns its violations. */
export interface Rule {
  clause: string;
  demands: string;
  faults(subject: Subject): Iterable<string>;
}

export function subjectOf(document: PdfDocument, structure: ReadStructure): Subject {
  const metadata = document.catalog.get('Metadata');
  return {
    document,
    structure,
    nodes: [...allNodes(structure.root)],
    xmp: metadata === undefined ? '' : document.content(metadata).toString('utf8'),
  };
}

export function rule(clause: string, demands: string, faults: Rule['faults']): Rule {
  return { clause, demands, faults };
}

/** Every dictionary of the file, including nested and stream dictionaries, with the number of its object. */
export function* dictionaries(document: PdfDocument): Generator<{ number: number; entries: Dictionary }> {
  function* within(
    number: number,
    value: Value | undefined,
  ): Generator<{ number: number; entries: Dictionary }> {
    if (isStream(value)) yield* within(number, value.entries);
    else if (Array.isArray(value)) for (const one of value) yield* within(number, one);
    else if (isDictionary(value)) {
      yield { number, entries: value };
      for (const one of value.values()) yield* within(number, one);
    }
  }
  for (const { number, value } of document.objects()) yield* within(number, value);
}

export function* streams(document: PdfDocument): Generator<{ number: number; entries: Dictionary }> {
  for (const { number, value } of document.objects()) {
    if (isStream(value)) yield { number, entries: value.entries };
  }
}

export function typed(document: PdfDocument, type: string): Dictionary[] {
  return [...dictionaries(document)]
    .filter(({ entries }) => document.name(entries.get('Type')) === type)
    .map(({ entries }) => entries);
}

/** The composite fonts that pages show text with. */
export function shownFonts({ document, structure }: Subject) {
  const numbers = new Set(structure.pages.flatMap((page: PageContent) => [...page.fonts]));
  return [...numbers].map((number) => {
    const entries = document.dictionary(new Reference(number));
    const [descendant] = document.array(entries.get('DescendantFonts'));
    const cid = document.dictionary(descendant);
    return {
      number,
      entries,
      cid,
      descriptor: document.dictionary(cid.get('FontDescriptor')),
      font: readFont(document, number),
    };
  });
}

export function namesOf(value: Value | undefined): string[] {
  if (value instanceof Name) return [value.name];
  return Array.isArray(value) ? value.flatMap(namesOf) : [];
}
