import type { Design, DesignElement } from '@sello/contracts';
import {
  fillElement,
  isLeftOut,
  kindOf,
  type MeasureContext,
  type PrintedValues,
  printerOf,
  type TextProblem,
} from '@sello/design';
import type { EditorFonts } from '../fonts/fonts.ts';
import { indexOf, isHidden, unknownVariables, variableUses } from '../model/index.ts';

/** A place in the design that a warning is about. */
export interface WarnedElement {
  pageId: string;
  elementId: string;
  element: DesignElement;
}

/** Something to look at before certificates are issued: `bad` keeps some of them from being issued. */
export interface Warning {
  kind:
    | 'verify'
    | 'alt'
    | 'unknown'
    | 'column'
    | 'image'
    | 'letters'
    | 'font'
    | 'glyph'
    | 'pack'
    | 'script'
    | 'barcode'
    | 'complex'
    | 'fit'
    | 'shrunk'
    | 'overflows';
  tone: 'bad' | 'warn';
  /** What it is about, such as a variable, a character or a family; warnings of one kind and subject are one. */
  subject: string;
  elements: readonly WarnedElement[];
}

type Found = Pick<Warning, 'kind' | 'tone' | 'subject'>;

const bad = (kind: Warning['kind'], subject = ''): Found => ({ kind, tone: 'bad', subject });
const warn = (kind: Warning['kind'], subject = ''): Found => ({ kind, tone: 'warn', subject });

/** A text that may shrink is meant to: only one of less than this share of its size is worth a look. */
const muchSmaller = 0.75;

function ofProblem(problem: TextProblem): Found {
  switch (problem.code) {
    case 'glyph_missing':
      return problem.pack === undefined ? bad('glyph', problem.character) : bad('pack', problem.pack);
    case 'script_unsupported':
      return bad('script', problem.character);
    case 'barcode_character':
      return bad('barcode', problem.character);
    case 'text_too_complex':
      return bad('complex', problem.character);
    case 'text_does_not_fit':
      return bad('fit');
  }
}

export interface CheckOptions {
  /** What the texts are filled with: samples, or a student. */
  values: PrintedValues;
  fonts: EditorFonts;
  /** The names of the students' custom columns; null when they are not known. */
  columns: ReadonlySet<string> | null;
}

/** What laying one element out says of it. Throws `Pending` while a font is being fetched. */
function checkElement(
  element: DesignElement,
  design: Design,
  { values, fonts }: CheckOptions,
): readonly Found[] {
  const kind = kindOf(element);
  const families = kind
    .fonts(element)
    .filter(({ family, weight, italic }) => fonts.chain(family, weight, italic) === null);
  if (families.length > 0) return families.map(({ family }) => bad('font', family));
  const print = printerOf(design, values);
  if (isLeftOut(element, { print, hasImage: () => true })) return [];
  const context: MeasureContext = {
    fonts,
    setting: { locale: design.locale, words: fonts.words },
    image: () => null,
    signed: true,
  };
  const filled = fillElement(element, print, design.locale);
  const measured = kind.measure(filled, context);
  if (!measured) return [];
  const problems = measured.problems.map(({ problem }) => ofProblem(problem));
  if (problems.length > 0) return problems;
  return kind.warnings(filled, measured.layout).flatMap((warning): Found[] => {
    if (warning.kind === 'overflows') return [warn('overflows')];
    const { fontSize, from } = warning;
    return fontSize < from * muchSmaller ? [warn('shrunk', fontSize.toFixed(1))] : [];
  });
}

/** What is known of a design besides what it says itself. */
export interface KnownFacts extends Pick<CheckOptions, 'columns'> {
  /** The assets that are imported pages with letters missing. */
  lostLetters: ReadonlySet<string>;
}

/** One for each page of the template that shows an imported page with letters missing. */
function checkLetters({ pages }: Design, lostLetters: KnownFacts['lostLetters']): Warning[] {
  return pages.flatMap((page, index) => {
    const elements = [...indexOf(page.elements).values()].flatMap((place) =>
      !isHidden(place) &&
      kindOf(place.element)
        .assets(place.element)
        .some((id) => lostLetters.has(id))
        ? { pageId: page.id, elementId: place.element.id, element: place.element }
        : [],
    );
    const isOnPaper = page.background.assetId !== null && lostLetters.has(page.background.assetId);
    return isOnPaper || elements.length > 0 ? { ...warn('letters', String(index + 1)), elements } : [];
  });
}

/** What stands in the design itself, whoever a certificate is for. */
function checkContent(design: Design, { columns, lostLetters }: KnownFacts): Warning[] {
  const uses = variableUses(design);
  const elements = new Map(
    design.pages.flatMap((page) =>
      [...indexOf(page.elements)].map(([id, { element }]) => [
        id,
        { pageId: page.id, elementId: id, element },
      ]),
    ),
  );
  const isVerifiable = uses.has('certificate.verifyUrl') || uses.has('certificate.id');
  const unknown = unknownVariables(design, columns).map(
    ({ name, reason, uses: of }): Warning => ({
      ...bad(reason, name),
      elements: of.flatMap(({ elementId }) => elements.get(elementId) ?? []),
    }),
  );
  // An image or a drawing, which nobody can read aloud. A drawing without a name is an ornament.
  const silent = [...elements.values()].filter(
    ({ element }) =>
      'alt' in element &&
      element.alt === '' &&
      !element.hidden &&
      ('source' in element || ('d' in element && element.name !== '')),
  );
  return [
    ...(isVerifiable ? [] : [{ ...warn('verify'), elements: [] }]),
    ...unknown,
    ...checkLetters(design, lostLetters),
    ...(silent.length > 0 ? [{ ...warn('alt'), elements: silent }] : []),
  ];
}

/** What to do for each element that is printed: `checkElement`, with what it finds by kind and subject. */
export function elementChecks(
  design: Design,
  options: CheckOptions,
): (() => { at: WarnedElement; found: readonly Found[] })[] {
  return design.pages.flatMap((page) =>
    [...indexOf(page.elements).values()].flatMap((place) => {
      const { element } = place;
      if (isHidden(place) || 'elements' in element) return [];
      const at = { pageId: page.id, elementId: element.id, element };
      return [() => ({ at, found: checkElement(element, design, options) })];
    }),
  );
}

/** All warnings of a design: what keeps certificates from being issued first. */
export function warningsOf(
  design: Design,
  checked: readonly { at: WarnedElement; found: readonly Found[] }[],
  known: KnownFacts,
): Warning[] {
  const grouped = new Map<string, Warning & { elements: WarnedElement[] }>();
  for (const { at, found } of checked) {
    for (const one of found) {
      const key = `${one.kind} ${one.subject}`;
      const group = grouped.get(key) ?? { ...one, elements: [] };
      grouped.set(key, group);
      if (group.elements.at(-1)?.elementId !== at.elementId) group.elements.push(at);
    }
  }
  const all = [...checkContent(design, known), ...grouped.values()];
  return all.sort((a, b) => Number(a.tone === 'warn') - Number(b.tone === 'warn'));
}
