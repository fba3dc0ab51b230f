import { PdfDocument } from './document.ts';
import { type Rule, subjectOf } from './rules.ts';
import { accessRules } from './rules-access.ts';
import { archiveRules } from './rules-archive.ts';
import { type ReadStructure, readStructure } from './structure.ts';

export function readFile(pdf: Uint8Array): { document: PdfDocument; structure: ReadStructure } {
  const document = new PdfDocument(Buffer.from(pdf));
  return { document, structure: readStructure(document) };
}

/** The violations of PDF/A-2a and PDF/UA-1 in a file, each with the clause. */
export function faultsOf(
  pdf: Uint8Array,
  rules: readonly Rule[] = [...archiveRules, ...accessRules],
): string[] {
  const { document, structure } = readFile(pdf);
  const subject = subjectOf(document, structure);
  return rules.flatMap(({ clause, demands, faults }) =>
    [...faults(subject)].map((fault) => `${clause} (${demands}): ${fault}`),
  );
}
