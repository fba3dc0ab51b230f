import type { TextParagraph } from '@sello/contracts';
import { designLimits } from '@sello/contracts';
import type { ParagraphStyle, RunStyle } from '../state.ts';
import { blockStyleOf, declarationsOf, runStyleOf } from './css.ts';
import { mergeRuns } from './runs.ts';

/** What is read of a parsed page: the part of the DOM's `Node` and `Element` that it needs. */
export interface HtmlNode {
  /** 1 = an element, 3 = a text; anything else is skipped. */
  readonly nodeType: number;
  /** Of an element. Upper or lower case. */
  readonly nodeName: string;
  /** Of a text. */
  readonly nodeValue: string | null;
  readonly childNodes: ArrayLike<HtmlNode>;
  getAttribute?(name: string): string | null;
}

/** Pages nested deeper, or of more nodes, are read up to there. */
const deepest = 200;
const mostNodes = 50_000;

const skipped = new Set([
  ...['head', 'style', 'script', 'title', 'meta', 'link', 'template', 'noscript', 'object', 'svg', 'xml'],
  ...['select', 'textarea', 'iframe'],
]);
const blocks = new Set([
  ...['p', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'li', 'ul', 'ol', 'dl', 'dt', 'dd', 'table', 'tr'],
  ...['blockquote', 'pre', 'section', 'article', 'header', 'footer', 'address', 'hr', 'figure', 'center'],
]);

/** What an element means by its name alone. */
const tagStyles: Readonly<Record<string, RunStyle>> = {
  b: { fontWeight: 700 },
  strong: { fontWeight: 700 },
  i: { italic: true },
  em: { italic: true },
  cite: { italic: true },
  u: { underline: true },
  ins: { underline: true },
  s: { lineThrough: true },
  strike: { lineThrough: true },
  del: { lineThrough: true },
  ...Object.fromEntries(
    ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'th'].map((name) => [name, { fontWeight: 700 }]),
  ),
};

interface Inherited {
  run: RunStyle;
  block: ParagraphStyle;
  keepsSpace: boolean;
}

/** Builds paragraphs, collapsing white space as CSS does. */
class Writer {
  readonly paragraphs: TextParagraph[] = [];
  #open: TextParagraph | null = null;
  #length = 0;
  #space = false;

  get isFull(): boolean {
    return this.#length > designLimits.textLength || this.paragraphs.length > designLimits.paragraphs;
  }

  text(text: string, { run, block, keepsSpace }: Inherited): void {
    let rest = text.replace(/\r\n?/g, '\n');
    // A no-break space stays one: Word and Google Docs write it where a space shall be seen.
    if (!keepsSpace) rest = rest.replace(/[ \t\n\f]+/g, ' ');
    if (rest === '' || (rest === ' ' && !keepsSpace && (!this.#open || this.#space))) return;
    this.#open ??= { ...block, runs: [] };
    if (!keepsSpace && rest.startsWith(' ') && (this.#space || this.#open.runs.length === 0))
      rest = rest.slice(1);
    this.#write(rest, run);
    this.#space = !keepsSpace && rest.endsWith(' ');
  }

  lineBreak({ run, block }: Inherited): void {
    this.#open ??= { ...block, runs: [] };
    this.#write('\n', run);
    this.#space = true;
  }

  /** Ends the paragraph that is open. */
  end(): void {
    const open = this.#open;
    this.#open = null;
    this.#space = false;
    if (!open) return;
    const runs = mergeRuns(trimmed(open.runs));
    this.paragraphs.push({ ...open, runs });
  }

  #write(text: string, style: RunStyle): void {
    const room = designLimits.textLength + 1 - this.#length;
    const part = text.slice(0, Math.max(0, room));
    this.#length += part.length;
    if (part !== '') this.#open?.runs.push({ ...style, text: part });
  }
}

/** Runs without the space, or the line break, that ends a block. */
function trimmed(runs: TextParagraph['runs']): TextParagraph['runs'] {
  const last = runs.at(-1);
  if (!last || !/[ \n]$/.test(last.text)) return runs;
  return [...runs.slice(0, -1), { ...last, text: last.text.slice(0, -1) }];
}

const nothing: ReadonlyMap<string, string> = new Map();

/**
 * The text of a page that was copied from Word, Google Docs or a site, as paragraphs of runs: weight, slant, underline,
 * strike, colour, size, case, alignment, direction, and the family where `knownFamily` answers one. Null: no text.
 */
export function paragraphsFromHtml(
  root: HtmlNode,
  knownFamily: (family: string) => string | undefined,
): TextParagraph[] | null {
  const writer = new Writer();
  let nodes = 0;
  const visit = (node: HtmlNode, inherited: Inherited, depth: number): void => {
    nodes += 1;
    if (nodes > mostNodes || depth > deepest || writer.isFull) return;
    if (node.nodeType === 3) writer.text(node.nodeValue ?? '', inherited);
    if (node.nodeType !== 1 && node.nodeType !== 9 && node.nodeType !== 11) return;
    const name = node.nodeName.toLowerCase();
    if (skipped.has(name)) return;
    if (name === 'br') {
      writer.lineBreak(inherited);
      return;
    }
    const attribute = (of: string): string | null => node.getAttribute?.(of) ?? null;
    const written = attribute('style');
    const css = written ? declarationsOf(written) : nothing;
    if (css.get('display') === 'none' || css.get('mso-hide') === 'all') return;
    const isBlock = blocks.has(name);
    const space = css.get('white-space');
    const own: Inherited = {
      run: {
        ...inherited.run,
        ...(Object.hasOwn(tagStyles, name) ? tagStyles[name] : {}),
        ...(name === 'font' ? fontStyle(attribute) : {}),
        ...runStyleOf(css, knownFamily),
      },
      block: isBlock ? { ...inherited.block, ...blockStyleOf(css, attribute) } : inherited.block,
      keepsSpace: space === undefined ? inherited.keepsSpace || name === 'pre' : space.startsWith('pre'),
    };
    if (isBlock) writer.end();
    if (name === 'li') writer.text('•\u00a0', own);
    if (name === 'center') own.block = { ...own.block, align: 'center' };
    for (let index = 0; index < node.childNodes.length; index += 1) {
      visit(node.childNodes[index] as HtmlNode, own, depth + 1);
    }
    if (name === 'td' || name === 'th') writer.text(' ', { ...own, keepsSpace: true });
    if (isBlock) writer.end();
  };
  visit(root, { run: {}, block: {}, keepsSpace: false }, 0);
  writer.end();
  return writer.paragraphs.length > 0 ? writer.paragraphs : null;

  function fontStyle(attribute: (of: string) => string | null): RunStyle {
    const css = new Map<string, string>();
    const [color, face] = [attribute('color'), attribute('face')];
    if (color) css.set('color', color);
    if (face) css.set('font-family', face);
    return runStyleOf(css, knownFamily);
  }
}
