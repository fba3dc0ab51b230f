import type { TextTree } from './plurals.ts';

/** The texts of a file at the place where they are read: the second part of a name with a dot lies within the first. */
export const mounted = (file: string, texts: TextTree): TextTree =>
  file.split('.').reduceRight((tree, name) => ({ [name]: tree }), texts);
