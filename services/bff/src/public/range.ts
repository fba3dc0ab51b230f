import rangeParser from 'range-parser';

/** Bytes `offset <= n < offset + length`. */
export interface Range {
  offset: number;
  length: number;
}

/**
 * Parses a Range header (RFC 9110, 14). `undefined`: ignore the header and send the whole file, also for invalid headers
 * and several ranges. `unsatisfiable`: answer 416.
 */
export function readRange(header: string | undefined, size: number): Range | 'unsatisfiable' | undefined {
  // An unknown range unit is ignored (14.2).
  const specifier = /^bytes=(.*)$/i.exec(header?.trim() ?? '')?.[1];
  if (specifier === undefined) return undefined;
  // A suffix range longer than the file means the whole file (14.1.2); range-parser would call it unsatisfiable.
  const isLonger = Number(/^-(\d+)$/.exec(specifier)?.[1] ?? 0) > size;
  const ranges = rangeParser(size, `bytes=${isLonger ? `-${size}` : specifier}`);
  if (ranges === -1) return 'unsatisfiable';
  const [range, ...others] = ranges === -2 ? [] : ranges;
  if (range === undefined || others.length > 0) return undefined;
  return { offset: range.start, length: range.end - range.start + 1 };
}
