import type { Design } from '@sello/contracts';
import { hasVariables } from '@sello/design';
import { shortTextString } from '../syntax.ts';
import type { StructureOutline } from './plan.ts';

/**
 * The outline of a document of several pages (ISO 32000-1, 12.3.3), with one bookmark per page: its highest heading that
 * is the same on every certificate, or its number. The first object is the outline itself; `first` is its number.
 */
export function bookmarkObjects(
  outline: StructureOutline,
  pages: readonly number[],
  first: number,
): string[] {
  if (pages.length < 2) return [];
  const last = first + pages.length;
  return [
    `<</Type/Outlines/First ${first + 1} 0 R/Last ${last} 0 R/Count ${pages.length}>>`,
    ...pages.map((page, index) => {
      const number = first + 1 + index;
      const before = index === 0 ? '' : `/Prev ${number - 1} 0 R`;
      const after = number === last ? '' : `/Next ${number + 1} 0 R`;
      const title = shortTextString(titleOf(index, outline) ?? outline.texts.page(index + 1));
      return `<</Title${title}/Parent ${first} 0 R${before}${after}/Dest[${page} 0 R/Fit]>>`;
    }),
  ];
}

export function bookmarkCount(design: Design): number {
  return design.pages.length < 2 ? 0 : design.pages.length + 1;
}

function titleOf(page: number, { read, roles }: StructureOutline): string | undefined {
  const headings = read.flatMap(({ page: own, id, passage }) => {
    if (own !== page || !passage) return [];
    const role = roles.get(id);
    const text = passage.text.replace(/\s+/g, ' ').trim();
    return role?.startsWith('H') && text !== '' && !hasVariables(text) ? [{ role, text }] : [];
  });
  // Sorting is stable: headings of the same level stay in reading order.
  headings.sort((a, b) => (a.role < b.role ? -1 : a.role > b.role ? 1 : 0));
  return headings[0]?.text;
}
