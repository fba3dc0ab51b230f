import type { Design, DesignElement } from '@sello/contracts';
import { designLimits, designVersion } from '@sello/contracts';
import { kindOf, parseDesign, variablesIn } from '@sello/design';
import type { Copied } from './command.ts';
import { editedText, holdsText } from './editing.ts';
import { boxOf, boxOnPage } from './geometry.ts';
import { parseBounded } from './import/bounded-json.ts';
import { currentPage, type EditorState } from './state.ts';
import { cutOut, endsOf, isCaret, plainOf } from './text/runs.ts';
import { htmlOf } from './text/to-html.ts';
import { selected, withInner } from './tree.ts';

/** The type under which our elements are in the clipboard. */
export const clipboardType = 'application/x-sello-elements';
const mark = 'elements';

/** The selected elements as our own clipboard format: in coordinates of the page, with the variables that they use. */
function elementsJson(state: EditorState): { json: string; elements: DesignElement[] } {
  const elements = selected(state).map(({ element, placement }) => ({
    ...element,
    ...boxOnPage(placement, boxOf(element)),
  }));
  const all = elements.flatMap(withInner);
  const used = new Set(all.flatMap((element) => kindOf(element).texts(element).flatMap(variablesIn)));
  const variables = state.design.variables.filter(({ name }) => used.has(name));
  const { width, height } = currentPage(state);
  return {
    json: JSON.stringify({ sello: mark, version: designVersion, width, height, elements, variables }),
    elements: all,
  };
}

/** What a copy puts into the clipboard: the selected text while one is edited, otherwise the selected elements. */
export function copiedOf(state: EditorState): Copied {
  const edited = editedText(state);
  if (edited) {
    const { element, editing } = edited;
    if (isCaret(editing)) return { elements: null, text: '', html: '' };
    const paragraphs = cutOut(element.paragraphs, ...endsOf(editing));
    return { elements: null, text: plainOf(paragraphs), html: htmlOf(paragraphs, element) };
  }
  const { json, elements } = elementsJson(state);
  const texts = elements.filter(holdsText);
  return {
    elements: json,
    text: texts.map(({ paragraphs }) => plainOf(paragraphs)).join('\n'),
    html: texts.map((element) => htmlOf(element.paragraphs, element)).join(''),
  };
}

export interface Pasted {
  elements: DesignElement[];
  variables: Design['variables'];
  /** The size of the page that they were copied from, in points. */
  width: number;
  height: number;
}

/** Reads our clipboard format; null for anything else, and for elements that are not valid. */
export function pastedFrom(json: string): Pasted | null {
  const parsed = parseBounded(json, designLimits.json * 2);
  if (!parsed.ok || typeof parsed.value !== 'object' || parsed.value === null) return null;
  const { sello, version, width, height, elements, variables } = parsed.value as Record<string, unknown>;
  if (sello !== mark) return null;
  const read = parseDesign({ version, variables, pages: [{ id: 'clipboard', width, height, elements }] });
  const page = read.ok ? read.design.pages[0] : undefined;
  if (!read.ok || !page || page.elements.length === 0) return null;
  return {
    elements: page.elements,
    variables: read.design.variables,
    width: page.width,
    height: page.height,
  };
}
