import type { Design, DesignElement } from '@sello/contracts';
import type { TFunction } from 'i18next';
import { ApiError } from '../../api/index.ts';
import { causeOf } from '../../errors/describe.ts';
import type { Formatters } from '../../i18n/format.ts';
import { indexOf, ownNameOf, typeLabel } from '../model/index.ts';
import type { EditorSession } from './session.ts';

interface Texts {
  t: TFunction;
  format: Formatters;
}

/** The name of an element as lists of several pages have it, such as "Seal (page 2)". */
export function placedName(
  element: DesignElement,
  pageId: string,
  { pages }: Pick<Design, 'pages'>,
  { t, format }: Texts,
): string {
  const name = ownNameOf(element) ?? t(typeLabel(element.type));
  if (pages.length < 2) return name;
  const page = pages.findIndex(({ id }) => id === pageId);
  return t('editorContent.warnings.onPage', { name, number: format.count(page + 1) });
}

/** A place in the design; no element: the page itself. */
interface Place {
  pageId: string;
  element: DesignElement | null;
}

/** The place that the details of an error name: by an id, or by the name of an element or its words. */
function placeOf({ pages }: Design, details: Readonly<Record<string, unknown>>): Place | null {
  const { elementId, pageId, element: named } = details;
  if (typeof pageId === 'string')
    return pages.some(({ id }) => id === pageId) ? { pageId, element: null } : null;
  const places = pages.flatMap((page) =>
    [...indexOf(page.elements).values()].map(({ element }) => ({ pageId: page.id, element })),
  );
  const isMeant =
    typeof elementId === 'string'
      ? (element: DesignElement) => element.id === elementId
      : (element: DesignElement) => element.id === named || ownNameOf(element) === named;
  return places.find(({ element }) => isMeant(element)) ?? null;
}

/** What a failed call says of the design. */
export interface Fault {
  text: string;
  /** Shows the page that it is about and selects the element; null when it names none that is here. */
  show: (() => void) | null;
}

/** Describes the error of a call that was made with the design; what it names is called as in the lists of the editor. */
export function faultOf(error: unknown, session: EditorSession, texts: Texts): Fault {
  const { design } = session.state;
  const details = error instanceof ApiError ? error.details : undefined;
  const place = details ? placeOf(design, details) : null;
  if (!(error instanceof ApiError) || !place) return { text: causeOf(error, texts.t), show: null };
  const { pageId, element: found } = place;
  const element = found
    ? placedName(found, pageId, design, texts)
    : texts.t('editorScreen.page', {
        number: texts.format.count(design.pages.findIndex(({ id }) => id === pageId) + 1),
      });
  const named = new ApiError(error.message, { ...error, details: { ...details, element } });
  return {
    text: causeOf(named, texts.t),
    show() {
      if (session.state.pageId !== pageId) session.run('page.show', { pageId });
      session.run('select', { ids: found ? [found.id] : [] });
    },
  };
}
