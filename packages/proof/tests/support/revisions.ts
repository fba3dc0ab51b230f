// Incremental updates (ISO 32000-1, 7.5.6), by which a forger adds or replaces objects of a signed file.

export interface Revision {
  /** Objects by number, which are added or replaced. */
  objects: Record<number, string>;
  root?: number;
  size?: number;
}

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

function lastStartXref(pdf: Uint8Array): number {
  return Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(latin1(pdf))?.[1] ?? 0);
}

export function trailerOf(pdf: Uint8Array): { root: number; size: number } {
  const text = latin1(pdf);
  const root = Number([...text.matchAll(/\/Root (\d+) 0 R/g)].at(-1)?.[1] ?? 0);
  const size = Number([...text.matchAll(/\/Size (\d+)/g)].at(-1)?.[1] ?? 0);
  return { root, size };
}

/** The text of an object of an uncompressed file, without `obj` and `endobj`. */
export function objectText(pdf: Uint8Array, number: number): string {
  const all = [
    ...latin1(pdf).matchAll(new RegExp(`(?:^|[\\r\\n])${number} 0 obj\\s([\\s\\S]*?)endobj`, 'g')),
  ];
  return all.at(-1)?.[1]?.trim() ?? '';
}

/** Number of the first object whose text matches. */
export function findObject(pdf: Uint8Array, pattern: RegExp): number {
  for (const match of latin1(pdf).matchAll(/(?:^|[\r\n])(\d+) 0 obj\s([\s\S]*?)endobj/g)) {
    if (pattern.test(match[2] ?? '')) return Number(match[1]);
  }
  throw new Error(`No object matches ${pattern}`);
}

/** Appends a well-formed revision: objects, cross-reference table, trailer with Prev. */
export function appendRevision(pdf: Uint8Array, { objects, ...rest }: Revision): Uint8Array {
  const trailer = { ...trailerOf(pdf), ...rest };
  const parts = [Buffer.from(pdf), Buffer.from('\n')];
  let offset = pdf.length + 1;
  const table: string[] = [];
  for (const [number, text] of Object.entries(objects)) {
    const object = Buffer.from(`${number} 0 obj\n${text}\nendobj\n`, 'latin1');
    table.push(`${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`);
    parts.push(object);
    offset += object.length;
  }
  const size = Math.max(trailer.size, ...Object.keys(objects).map((number) => Number(number) + 1));
  const end = `xref\n${table.join('')}trailer\n<</Size ${size} /Root ${trailer.root} 0 R /Prev ${lastStartXref(pdf)}>>\nstartxref\n${offset}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(end, 'latin1')]);
}
