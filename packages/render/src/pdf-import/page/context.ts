import type { PrefixWriter } from '../../pdf/prefix.ts';
import { tooComplex } from '../read/budget.ts';
import type { PdfFile } from '../read/file.ts';
import { type PdfDict, PdfRef, type PdfValue } from '../read/values.ts';
import type { Layers } from './layers.ts';
import type { Notes } from './notes.ts';
import type { PageFont } from './page-font.ts';

/**
 * What certificates with the page conform to: PDF/A-2a, PDF/A-2b when some texts have no characters, or no archive
 * standard at all.
 */
export type ArchiveLevel = 'A' | 'B' | 'none';

/** The resources that a content stream names in the file. */
export interface ResourceSource {
  source: PdfDict | undefined;
  colorSpaces: PdfDict | undefined;
}

type Write = (context: PageContext, source: PdfValue, named: ResourceSource) => Promise<string | null>;

/** Writes the resources of each category anew; null for one that is left out. */
export interface ResourceWriters {
  XObject: Write;
  ExtGState: Write;
  ColorSpace: Write;
  Pattern: Write;
  Shading: Write;
  font(context: PageContext, dict: PdfDict, named: ResourceSource): Promise<PageFont | null>;
}

const maxInlineImages = 10_000;
/** How deep forms, patterns and the glyphs of Type 3 fonts may be in each other. */
const maxNesting = 24;

/** The state of writing one page anew. */
export class PageContext {
  readonly file: PdfFile;
  readonly out: PrefixWriter;
  readonly layers: Layers;
  readonly notes: Notes;
  /** Number of the page in the file, from 1. */
  readonly page: number;
  readonly writers: ResourceWriters;
  readonly #cmykProfile: () => Buffer;
  level: ArchiveLevel = 'A';
  isTransparent = false;
  /** Whether the content is blended with what is below it, other than by its opacity. */
  isBlended = false;
  /** Names of fonts with visible text that are not in the file. */
  readonly missingFonts = new Set<string>();
  /** The fonts of the page, by the number of their object or, without one, by their dictionary. */
  readonly fonts = new Map<number | PdfDict, PageFont | null>();
  /** How many operators a viewer executes for an object that was written, by its number. */
  readonly costs = new Map<number, number>();
  #inlineImages = 0;
  #hasInvisible = false;
  readonly #written = new Map<string, Promise<number | string | null>>();
  #nesting = 0;

  constructor(given: {
    file: PdfFile;
    out: PrefixWriter;
    layers: Layers;
    notes: Notes;
    page: number;
    writers: ResourceWriters;
    cmykProfile: () => Buffer;
  }) {
    ({ file: this.file, out: this.out, layers: this.layers, notes: this.notes, page: this.page } = given);
    this.writers = given.writers;
    this.#cmykProfile = given.cmykProfile;
  }

  /** The page conforms to no more than `level`. */
  lower(level: 'B' | 'none'): void {
    if (this.level !== 'none') this.level = level;
  }

  /** Throws PdfFault for a page of too many inline images, which become objects. */
  countInlineImage(): void {
    this.#inlineImages += 1;
    if (this.#inlineImages > maxInlineImages) throw tooComplex('pdf_images');
  }

  /** A text that nobody sees was left out; noted once for each page. */
  leaveOutInvisible(): void {
    if (!this.#hasInvisible) this.notes.add('invisible_texts', { page: this.page });
    this.#hasInvisible = true;
  }

  /** The profile that stands for DeviceCMYK. */
  get cmykProfile(): Buffer {
    return this.#cmykProfile();
  }

  /**
   * Writes an object of the file once. A reference to an object that is being written, from within itself, is null: the
   * object is left out there.
   */
  async once(
    kind: string,
    source: PdfValue | undefined,
    write: () => Promise<number | string | null>,
  ): Promise<number | string | null> {
    if (!(source instanceof PdfRef)) return this.nested(write);
    const key = `${kind} ${source.number}`;
    const known = this.#written.get(key);
    if (known !== undefined) return known;
    this.#written.set(key, Promise.resolve(null));
    const result = await this.nested(write);
    this.#written.set(key, Promise.resolve(result));
    return result;
  }

  async nested<Result>(write: () => Promise<Result>): Promise<Result> {
    if (this.#nesting >= maxNesting) throw tooComplex('nested_deeply');
    this.#nesting += 1;
    try {
      return await write();
    } finally {
      this.#nesting -= 1;
    }
  }
}
