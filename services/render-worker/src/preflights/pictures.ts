import type { Design, DesignElement, PreflightRisk } from '@sello/contracts';
import { kindOf } from '@sello/design';
import { isRowError } from '@sello/kit';
import type { PictureThread, RenderThread, StampRow } from '@sello/render';
import { markOf } from './mark.ts';
import type { CheckedTemplate } from './slice.ts';

/** Elements that are left out of a picture because they cannot be laid out, at most. */
const maxLeftOut = 8;

export interface DrawnRow {
  png: Uint8Array | undefined;
  mark: PreflightRisk['mark'];
}

/**
 * Draws the page that an element is on, as the row would print it; what cannot be laid out is left out. Without an element
 * it is the first page. Without a picture if nothing of the row can be drawn.
 */
export async function drawRow(
  { record, heavy }: CheckedTemplate,
  row: StampRow,
  elementId: string | undefined,
  {
    thread,
    pictures,
    compiled,
  }: {
    thread: RenderThread;
    pictures: PictureThread;
    /** What is compiled of the templates of one preflight, by the ids of the designs. */
    compiled: Map<string, ReturnType<RenderThread['compile']>>;
  },
): Promise<DrawnRow> {
  const page =
    record.design.pages.find(({ elements }) => elements.some((element) => isIn(element, elementId))) ??
    record.design.pages[0];
  if (page === undefined) return { png: undefined, mark: undefined };
  const mark = markOf(page, elementId);
  const leftOut = new Set<string>();
  while (leftOut.size <= maxLeftOut) {
    const design: Design = {
      ...record.design,
      pages: [{ ...page, elements: without(page.elements, leftOut) }],
    };
    const isWhole = leftOut.size === 0 && record.design.pages.length === 1;
    const template = isWhole
      ? heavy
      : { ...heavy, id: `${heavy.id}/${page.id}/${[...leftOut].join('/')}`, design };
    try {
      const compiling = compiled.get(template.id) ?? thread.compile(template);
      compiled.set(template.id, compiling);
      const { prefix } = await compiling;
      const { tail } = await thread.stamp(template, row);
      const { png } = await pictures.draw(heavy.owner, Buffer.concat([prefix, tail]));
      return { png, mark };
    } catch (error) {
      const failing = isRowError(error) ? error.details?.elementId : undefined;
      // No element is to blame: the row has no picture. A picture that could not be drawn is no reason to fail.
      if (typeof failing !== 'string' || leftOut.has(failing)) return { png: undefined, mark };
      leftOut.add(failing);
    }
  }
  return { png: undefined, mark };
}

const isIn = (element: DesignElement, elementId: string | undefined): boolean =>
  element.id === elementId ||
  kindOf(element)
    .children(element)
    .some((child) => isIn(child, elementId));

const without = (elements: readonly DesignElement[], ids: ReadonlySet<string>): DesignElement[] =>
  elements
    .filter(({ id }) => !ids.has(id))
    .map((element) =>
      'elements' in element ? { ...element, elements: without(element.elements, ids) } : element,
    );
