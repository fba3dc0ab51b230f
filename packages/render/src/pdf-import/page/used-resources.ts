import { nameObject } from '../../pdf/syntax.ts';
import { type PdfDict, PdfRef, type PdfValue } from '../read/values.ts';
import { cmykSpace } from './colors.ts';
import type { PageContext, ResourceSource } from './context.ts';
import type { PageFont } from './page-font.ts';

type Category = 'Font' | 'XObject' | 'ExtGState' | 'ColorSpace' | 'Pattern' | 'Shading';

/** The resources that a content stream really uses, written when they are first named. */
export class UsedResources implements ResourceSource {
  readonly #context: PageContext;
  /** The resource dictionary in the file. */
  readonly source: PdfDict | undefined;
  readonly #used = new Map<Category, Map<string, string | null>>();

  constructor(context: PageContext, source: PdfDict | undefined) {
    this.#context = context;
    this.source = source;
  }

  #entry(category: Category, name: string): PdfValue | undefined {
    return this.#context.file.dict(this.source?.get(category))?.get(name);
  }

  get colorSpaces(): PdfDict | undefined {
    return this.#context.file.dict(this.source?.get('ColorSpace'));
  }

  /** Whether there is such a resource that can be written. */
  async has(category: Exclude<Category, 'Font'>, name: string): Promise<boolean> {
    return (await this.written(category, name)) !== null;
  }

  /** How a resource is written; null when there is none. */
  async written(category: Exclude<Category, 'Font'>, name: string): Promise<string | null> {
    const used = this.#used.get(category) ?? new Map<string, string | null>();
    this.#used.set(category, used);
    const known = used.get(name);
    if (known !== undefined) return known;
    const source = this.#entry(category, name);
    const text =
      source === undefined ? null : await this.#context.writers[category](this.#context, source, this);
    used.set(name, text);
    return text;
  }

  /** A font by its name; null when there is none. */
  async font(name: string): Promise<PageFont | null> {
    const context = this.#context;
    const source = this.#entry('Font', name);
    const dict = context.file.dict(source);
    if (!dict) return null;
    const key = source instanceof PdfRef ? source.number : dict;
    const known = context.fonts.get(key);
    if (known !== undefined) return known;
    // While it is written, a Type 3 font that shows itself is unknown.
    context.fonts.set(key, null);
    const font = await context.nested(() => context.writers.font(context, dict, this));
    context.fonts.set(key, font);
    return font;
  }

  useFont(name: string, font: PageFont): void {
    const used = this.#used.get('Font') ?? new Map<string, string | null>();
    this.#used.set('Font', used.set(name, `${font.number} 0 R`));
  }

  /** An object that the file has in no resource dictionary, such as an inline image. Returns its name. */
  addXObject(number: number): string {
    const used = this.#used.get('XObject') ?? new Map<string, string | null>();
    const name = `Inline-${used.size}`;
    this.#used.set('XObject', used.set(name, `${number} 0 R`));
    return name;
  }

  /** DeviceCMYK stands for a profile from here on. */
  async useCmyk(): Promise<void> {
    if (await this.has('ColorSpace', 'DefaultCMYK')) return;
    this.#used.get('ColorSpace')?.set('DefaultCMYK', await cmykSpace(this.#context));
  }

  /** What the file says about its device colours. */
  async useDefaults(): Promise<void> {
    for (const name of ['DefaultGray', 'DefaultRGB']) await this.has('ColorSpace', name);
  }

  text(): string {
    const categories = [...this.#used].flatMap(([category, entries]) => {
      const written = [...entries].flatMap(([name, text]) =>
        text === null ? [] : `${nameObject(name)} ${text}`,
      );
      return written.length > 0 ? `/${category}<<${written.join('')}>>` : [];
    });
    return `<<${categories.join('')}>>`;
  }
}
