import { UnreadableImage } from '../image.ts';
import type { Markup } from './markup.ts';

/** Properties that elements inherit from their parent (SVG 2, 6.5). */
const inherited = [
  ...['color', 'fill', 'fill-opacity', 'fill-rule', 'clip-rule', 'visibility'],
  ...['stroke', 'stroke-opacity', 'stroke-width', 'stroke-linecap', 'stroke-linejoin', 'stroke-miterlimit'],
  ...['stroke-dasharray', 'stroke-dashoffset'],
];
const own = [
  'opacity',
  'clip-path',
  'display',
  'stop-color',
  'stop-opacity',
  'filter',
  'mask',
  'mix-blend-mode',
];
const known = new Set([...inherited, ...own]);

export type Style = ReadonlyMap<string, string>;

interface Sheet {
  selector: string;
  style: Style;
}

/** The rules of the style sheets in a file. Throws UnreadableImage for selectors other than a class, an id or a name. */
export function readSheets(root: Markup): Sheet[] {
  const sheets: Sheet[] = [];
  const walk = (element: Markup) => {
    if (element.name === 'style') sheets.push(...rulesOf(element.text));
    for (const child of element.children) walk(child);
  };
  walk(root);
  return sheets;
}

function rulesOf(text: string): Sheet[] {
  const plain = text.replace(/\/\*[\s\S]*?\*\//g, '');
  if (/@|url\(\s*['"]?(?!\s*['"]?#)/i.test(plain)) throw new UnreadableImage('svg_style_external');
  return plain.split('}').flatMap((rule) => {
    const [selectors = '', body] = rule.split('{');
    if (body === undefined) return [];
    return selectors.split(',').map((one) => {
      const selector = one.trim();
      if (!/^[.#]?[\w-]+$/.test(selector)) {
        throw new UnreadableImage('svg_selector', { name: selector.slice(0, 40) });
      }
      return { selector, style: declarations(body) };
    });
  });
}

function declarations(body: string): Style {
  const style = new Map<string, string>();
  for (const part of body.split(';')) {
    const colon = part.indexOf(':');
    const name = part.slice(0, colon).trim();
    if (colon > 0 && known.has(name))
      style.set(
        name,
        part
          .slice(colon + 1)
          .replace('!important', '')
          .trim(),
      );
  }
  return style;
}

/** The style of an element: inherited properties, overridden by attributes, then style sheets, then its `style`. */
export function styleOf(element: Markup, parent: Style, sheets: readonly Sheet[]): Style {
  const style = new Map<string, string>();
  for (const name of inherited) {
    const value = parent.get(name);
    if (value !== undefined) style.set(name, value);
  }
  const set = (name: string, value: string) => {
    if (value !== 'inherit') style.set(name, value);
  };
  for (const name of known) {
    const value = element.attributes.get(name);
    if (value !== undefined) set(name, value.trim());
  }
  const classes = (element.attributes.get('class') ?? '').split(/\s+/).map((name) => `.${name}`);
  const selectors = new Set([element.name, `#${element.attributes.get('id') ?? ''}`, ...classes]);
  for (const { selector, style: rules } of sheets) {
    if (selectors.has(selector)) for (const [name, value] of rules) set(name, value);
  }
  for (const [name, value] of declarations(element.attributes.get('style') ?? '')) set(name, value);
  return style;
}
