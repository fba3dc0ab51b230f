import { designLimits } from '@sello/contracts';
import type { PdfFile } from './read/file.ts';
import { PdfDict, PdfRef, type PdfValue } from './read/values.ts';

const inheritable = ['Resources', 'MediaBox', 'CropBox', 'Rotate'];

export interface PageTree {
  /** The first pages, with what they inherit. */
  pages: PdfDict[];
  /** Number of all pages. */
  count: number;
  /** Number of pages, or of branches of the tree, that the file does not hold. */
  lost: number;
}

/** Walks the page tree (ISO 32000-1, 7.7.3), which may be damaged: a node is visited once. */
export function pageTree(file: PdfFile): PageTree {
  const pages: PdfDict[] = [];
  const seen = new Set<number>();
  let [count, lost] = [0, 0];
  // A stack of lists, because trees may be deep, too.
  const open: { kids: PdfValue[]; at: number; inherited: ReadonlyMap<string, PdfValue> }[] = [
    { kids: [file.catalog.get('Pages') ?? null], at: 0, inherited: new Map() },
  ];
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    const kid = level.kids[level.at++];
    if (kid === undefined) {
      open.pop();
      continue;
    }
    if (kid instanceof PdfRef) {
      if (seen.has(kid.number)) continue;
      seen.add(kid.number);
    }
    file.budget.spendObject();
    const node = file.resolve(kid);
    if (!(node instanceof PdfDict)) {
      lost += 1;
      continue;
    }
    const inherited = new Map(level.inherited);
    for (const key of inheritable) {
      const own = node.get(key);
      if (own !== undefined) inherited.set(key, own);
    }
    const kids = file.resolve(node.get('Kids'));
    if (Array.isArray(kids)) {
      open.push({ kids, at: 0, inherited });
      continue;
    }
    count += 1;
    if (pages.length >= designLimits.pages) continue;
    const page = new PdfDict();
    for (const [key, value] of [...inherited, ...node.entries]) page.entries.set(key, value);
    pages.push(page);
  }
  return { pages, count, lost };
}
