import type { PdfImportNote } from '@sello/contracts';

type Kind = PdfImportNote['kind'];
const maxNames = 20;

/** Collects what an import leaves out. */
export class Notes {
  readonly #found = new Map<Kind, { count: number; pages: Set<number>; names: Set<string> }>();

  /** `page` from 1; a note about pages counts pages. */
  add(
    kind: Kind,
    { count = 1, page, names = [] }: { count?: number; page?: number; names?: Iterable<string> } = {},
  ) {
    if (count < 1) return;
    const note = this.#found.get(kind) ?? { count: 0, pages: new Set(), names: new Set() };
    note.count += count;
    if (page !== undefined) note.pages.add(page);
    for (const name of names) if (note.names.size < maxNames) note.names.add(name);
    this.#found.set(kind, note);
  }

  list(): PdfImportNote[] {
    return [...this.#found].map(([kind, { count, pages, names }]) => ({
      kind,
      count,
      ...(pages.size > 0 && { pages: [...pages].sort((a, b) => a - b) }),
      ...(names.size > 0 && { names: [...names] }),
    }));
  }
}
