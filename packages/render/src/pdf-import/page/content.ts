// Content streams (ISO 32000-1, 7.8), read operator by operator and written anew.
import { nameObject } from '../../pdf/syntax.ts';
import { tooComplex } from '../read/budget.ts';
import { Keyword, Lexer } from '../read/lexer.ts';
import { PdfName, type PdfValue } from '../read/values.ts';
import type { PageContext } from './context.ts';
import { writeXImage } from './images.ts';
import { takeInlineImage } from './inline-image.ts';
import {
  colorOperators,
  numericOperators,
  paintingOperators,
  renderingIntents,
  showOperators,
  textOperators,
} from './operators.ts';
import type { PageFont } from './page-font.ts';
import { numberList, numberText, stringText } from './syntax.ts';
import type { UsedResources } from './used-resources.ts';

interface State {
  font: PageFont | null;
  fontName: string;
  size: number;
  /** Whether the font was written since it was chosen. */
  isFontWritten: boolean;
  /** Rendering mode of text (9.3.6). */
  mode: number;
}

/** PDF/A allows so many (ISO 19005-2, 6.1.13). */
const maxArchivableDepth = 28;
const maxStates = 512;
const maxOperands = 64;
/** Forms that show forms multiply. */
const maxCost = 5_000_000;
/** Text that is neither filled nor stroked nor a clip. */
const invisible = 3;

/** Writes a content stream; `resources` collects what it uses. Throws PdfFault. */
export interface WrittenContent {
  content: Buffer;
  /** How many operators a viewer executes for it, with those of all forms that it shows. */
  cost: number;
}

export function writeContent(
  context: PageContext,
  content: Buffer,
  resources: UsedResources,
): Promise<WrittenContent> {
  return new ContentWriter(context, content, resources).write();
}

class ContentWriter {
  readonly #context: PageContext;
  readonly #lexer: Lexer;
  readonly #resources: UsedResources;
  readonly #parts: Buffer[] = [];
  #lines: string[] = [];
  #operands: PdfValue[] = [];
  #state: State = { font: null, fontName: '', size: 0, isFontWritten: false, mode: 0 };
  readonly #states: State[] = [];
  #isInText = false;
  /** Whether each open section of marked content hides what is in it. */
  readonly #sections: boolean[] = [];
  #hidden = 0;
  #cost = 0;

  constructor(context: PageContext, content: Buffer, resources: UsedResources) {
    this.#context = context;
    this.#lexer = new Lexer(content, context.file.budget);
    this.#resources = resources;
  }

  async write(): Promise<WrittenContent> {
    await this.#resources.useDefaults();
    const { budget } = this.#context.file;
    budget.spendScanned(this.#lexer.bytes.length);
    while (!this.#lexer.isAtEnd) {
      budget.beginObject();
      const token = this.#lexer.next();
      if (!(token instanceof Keyword)) {
        // Operands that no operator takes are not collected without end.
        if (this.#operands.length < maxOperands) this.#operands.push(token);
        continue;
      }
      await this.#operator(token.text);
      this.#operands = [];
    }
    if (this.#isInText) this.#line('ET');
    for (const _ of this.#states) this.#line('Q');
    this.#flush();
    return { content: Buffer.concat(this.#parts), cost: this.#cost };
  }

  #spend(cost: number): void {
    this.#cost += cost;
    if (this.#cost > maxCost) throw tooComplex('pdf_complex');
  }

  #line(text: string): void {
    this.#spend(1);
    this.#lines.push(text);
    if (this.#lines.length >= 4_096) this.#flush();
  }

  #flush(): void {
    if (this.#lines.length > 0) this.#parts.push(Buffer.from(`${this.#lines.join('\n')}\n`, 'latin1'));
    this.#lines = [];
  }

  get #isHidden(): boolean {
    return this.#hidden > 0;
  }

  /** The last operands, if they are numbers. */
  #numbers(count: number): number[] | null {
    const last = count === 0 ? [] : this.#operands.slice(-count);
    return last.length === count && last.every((item) => typeof item === 'number')
      ? (last as number[])
      : null;
  }

  #name(): string | undefined {
    const last = this.#operands.at(-1);
    return last instanceof PdfName ? last.text : undefined;
  }

  async #operator(operator: string): Promise<void> {
    const count = numericOperators[operator];
    if (count !== undefined) return this.#numeric(operator, count);
    if (paintingOperators.has(operator)) return this.#line(this.#isHidden ? 'n' : operator);
    if (showOperators.has(operator)) return this.#show(operator);
    if (colorOperators.has(operator)) return this.#color(operator);
    switch (operator) {
      case 'q':
        return this.#save();
      case 'Q':
        return this.#restore();
      case 'BT':
        if (!this.#isInText) this.#line('BT');
        this.#isInText = true;
        return;
      case 'ET':
        if (this.#isInText) this.#line('ET');
        this.#isInText = false;
        return;
      case 'Tf':
        return this.#chooseFont();
      case 'Tr':
        return this.#chooseMode();
      case 'd':
        return this.#dash();
      case 'ri':
        if (renderingIntents.has(this.#name() ?? '')) this.#line(`/${this.#name()} ri`);
        return;
      case 'cs':
      case 'CS':
        return this.#colorSpace(operator);
      case 'gs':
      case 'sh':
      case 'Do':
        return this.#named(operator);
      case 'BI':
        return this.#inlineImage();
      case 'BMC':
        this.#sections.push(false);
        return;
      case 'BDC':
        return this.#beginSection();
      case 'EMC':
        if (this.#sections.pop()) this.#hidden -= 1;
    }
  }

  async #numeric(operator: string, count: number): Promise<void> {
    const numbers = this.#numbers(count);
    if (!numbers || (textOperators.has(operator) && !this.#isInText)) return;
    if (operator === 'k' || operator === 'K') await this.#resources.useCmyk();
    this.#line(count === 0 ? operator : `${numbers.map(numberText).join(' ')} ${operator}`);
  }

  #save(): void {
    if (this.#states.length >= maxStates) throw tooComplex('nested_deeply');
    this.#states.push({ ...this.#state });
    // Not allowed within text, though viewers accept it.
    if (this.#states.length > maxArchivableDepth || this.#isInText) this.#context.lower('none');
    this.#line('q');
  }

  #restore(): void {
    const state = this.#states.pop();
    if (!state) return;
    if (this.#isInText) this.#context.lower('none');
    this.#state = state;
    this.#line('Q');
  }

  async #chooseFont(): Promise<void> {
    const [name, size] = this.#operands.slice(-2);
    if (!(name instanceof PdfName) || typeof size !== 'number') return;
    const font = await this.#resources.font(name.text);
    this.#state = { ...this.#state, font, fontName: name.text, size, isFontWritten: false };
  }

  #chooseMode(): void {
    const [mode] = this.#numbers(1) ?? [];
    if (mode === undefined || !Number.isInteger(mode) || mode < 0 || mode > 7) return;
    this.#state.mode = mode;
    this.#line(`${mode} Tr`);
  }

  #dash(): void {
    const [dashes, phase] = this.#operands.slice(-2);
    if (!Array.isArray(dashes) || typeof phase !== 'number') return;
    const lengths = dashes.filter((length) => typeof length === 'number' && length >= 0);
    const isSolid = lengths.every((length) => length === 0) || lengths.length !== dashes.length;
    this.#line(`${isSolid ? '[]' : numberList(lengths as number[])} ${numberText(phase)} d`);
  }

  async #colorSpace(operator: string): Promise<void> {
    const name = this.#name();
    if (name === undefined) return;
    if (name === 'DeviceCMYK') await this.#resources.useCmyk();
    const isDevice = ['DeviceGray', 'DeviceRGB', 'DeviceCMYK', 'Pattern'].includes(name);
    if (isDevice || (await this.#resources.has('ColorSpace', name)))
      this.#line(`${nameObject(name)} ${operator}`);
  }

  async #color(operator: string): Promise<void> {
    const pattern = this.#name();
    const numbers = this.#operands.filter((item) => typeof item === 'number').map(numberText);
    if (pattern === undefined) {
      if (numbers.length > 0) this.#line(`${numbers.join(' ')} ${operator}`);
    } else if (await this.#resources.has('Pattern', pattern)) {
      this.#line([...numbers, nameObject(pattern), operator].join(' '));
    }
  }

  async #named(operator: 'gs' | 'sh' | 'Do'): Promise<void> {
    const name = this.#name();
    if (name === undefined || (this.#isHidden && operator !== 'gs')) return;
    const category = operator === 'gs' ? 'ExtGState' : operator === 'sh' ? 'Shading' : 'XObject';
    const written = await this.#resources.written(category, name);
    if (written === null) return;
    if (operator === 'Do') this.#spend(this.#context.costs.get(Number.parseInt(written, 10)) ?? 0);
    this.#line(`${nameObject(name)} ${operator}`);
  }

  async #inlineImage(): Promise<void> {
    const stream = takeInlineImage(this.#lexer, this.#context.file);
    if (!stream || this.#isHidden) return;
    this.#context.countInlineImage();
    const number = await writeXImage(this.#context, stream, this.#resources.colorSpaces);
    if (number !== null) this.#line(`/${this.#resources.addXObject(number)} Do`);
  }

  #beginSection(): void {
    const [tag, properties] = this.#operands.slice(-2);
    const { file, layers } = this.#context;
    let isHidden = false;
    if (tag instanceof PdfName && tag.text === 'OC' && properties instanceof PdfName) {
      const named = file.dict(this.#resources.source?.get('Properties'))?.get(properties.text);
      isHidden = !layers.isShown(named);
    }
    this.#sections.push(isHidden);
    if (isHidden) this.#hidden += 1;
  }

  #show(operator: string): void {
    const strings = this.#operands.at(-1);
    const isArray = Array.isArray(strings);
    if (!this.#isInText || (!isArray && !Buffer.isBuffer(strings))) return;
    const spacing = operator === '"' ? this.#operands.slice(-3, -1) : [];
    const [words, characters] = spacing;
    if (typeof words === 'number' && typeof characters === 'number') {
      this.#line(`${numberText(words)} Tw ${numberText(characters)} Tc`);
    }
    if (operator === "'" || operator === '"') this.#line('T*');
    const { font, fontName, size, mode } = this.#state;
    if (this.#isHidden || !font) return;
    if (mode === invisible) {
      this.#context.leaveOutInvisible();
      return;
    }
    if (font.number === null) {
      this.#context.missingFonts.add(font.name);
      return;
    }
    if (!this.#state.isFontWritten) {
      this.#resources.useFont(fontName, font);
      this.#line(`${nameObject(fontName)} ${numberText(size)} Tf`);
      this.#state.isFontWritten = true;
    }
    const items = isArray ? strings : [strings as Buffer];
    const written = items.flatMap((item) => {
      if (typeof item === 'number') return numberText(item);
      if (!Buffer.isBuffer(item)) return [];
      useCodes(font, item);
      return stringText(item);
    });
    this.#line(isArray ? `[${written.join(' ')}] TJ` : `${written[0]} Tj`);
  }
}

function useCodes({ codeBytes, used }: PageFont, string: Buffer): void {
  if (codeBytes === 1) for (const code of string) used.add(code);
  if (codeBytes === 2) for (let at = 0; at + 1 < string.length; at += 2) used.add(string.readUInt16BE(at));
}
