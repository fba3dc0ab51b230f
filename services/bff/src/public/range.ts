import rangeParser from 'range-parser';

/** Bytes `offset <= n < offset + length`. */
export interface Range {
  offset: number;
  length: number;
}

/**
 * Reads a Range header (RFC 9110, 14). `undefined`: answer the whole file, which is right for what is not understood
 * and for several ranges at once. `unsatisfiable`: 416.
 */
export function readRange(header: string | undefined, size: number): Range | 'unsatisfiable' | undefined {
  // Another unit is ignored, wherever its range may lie (14.2).
  const specifier = /^bytes=(.*)$/i.exec(header?.trim() ?? '')?.[1];
  if (specifier === undefined) return undefined;
  // The last 5,000 bytes of a smaller file are all of it (14.1.2); the library calls them unsatisfiable.
  const isLonger = Number(/^-(\d+)$/.exec(specifier)?.[1] ?? 0) > size;
  const ranges = rangeParser(size, `bytes=${isLonger ? `-${size}` : specifier}`);
  if (ranges === -1) return 'unsatisfiable';
  const [range, ...others] = ranges === -2 ? [] : ranges;
  if (range === undefined || others.length > 0) return undefined;
  return { offset: range.start, length: range.end - range.start + 1 };
}
