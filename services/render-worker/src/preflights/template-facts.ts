import type { Design, PreflightTemplateFinding } from '@sello/contracts';
import { errorPlace, kindOf, printedContents, printedElements, variablesIn } from '@sello/design';

const verifiable = new Set(['certificate.id', 'certificate.verifyUrl']);

/** Variables that are equally long on every certificate. */
const isOfTemplate = (variable: string): boolean => /^(certificate|tenant)\./.test(variable);

/**
 * The texts that look the same on every certificate, by the id of their element. That one of them is set smaller is how the
 * template was drawn: said of every row, it would hide the names that are.
 */
export function unvaryingElements({ pages }: Pick<Design, 'pages'>): ReadonlySet<string> {
  const elements = pages.flatMap((page) => [...printedElements(page.elements)]);
  const unvarying = elements.filter((element) =>
    kindOf(element).texts(element).flatMap(variablesIn).every(isOfTemplate),
  );
  return new Set(unvarying.map(({ id }) => id));
}

/** What is to be said of a template, whoever its certificates are for. */
export function templateFindings(
  { _id, name, design }: { _id: string; name: string; design: Design },
  rows: number,
): PreflightTemplateFinding[] {
  const of = { templateId: _id, name, rows };
  const prints = [...printedContents(design)].flatMap(variablesIn);
  // A picture or a named drawing that nobody can read aloud; a drawing without a name is an ornament.
  const silent = design.pages
    .flatMap((page) => [...printedElements(page.elements)])
    .filter(
      (element) =>
        'alt' in element &&
        element.alt === '' &&
        ('source' in element || ('d' in element && element.name !== '')),
    )
    .map((element) => errorPlace(element).element);
  return [
    ...(prints.some((variable) => verifiable.has(variable))
      ? []
      : [{ ...of, kind: 'not_verifiable' as const, elements: [] }]),
    ...(silent.length > 0 ? [{ ...of, kind: 'no_description' as const, elements: silent }] : []),
  ];
}
