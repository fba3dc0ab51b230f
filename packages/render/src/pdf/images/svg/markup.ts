import { UnreadableImage } from '../image.ts';

/** An element of SVG; names have no namespace prefix. */
export interface Markup {
  name: string;
  attributes: ReadonlyMap<string, string>;
  children: Markup[];
  /** The text content; only of `style` elements. */
  text: string;
}

const mostElements = 50_000;
const deepest = 64;
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const part =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<!([A-Za-z]*)|<\/([^\s>]+)\s*>|<([^\s/>]+)((?:\s+[^\s=/>]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>|([^<]+)/y;
const attribute = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/**
 * Parses well-formed XML without document types and entities, which may refer to other files. Elements of other
 * namespaces are skipped, because editors store their own data in a file. Throws UnreadableImage.
 */
export function parseMarkup(source: string): Markup {
  const root: Markup = { name: '', attributes: new Map(), children: [], text: '' };
  const open = [root];
  let count = 0;
  const text = source.replace(/^\ufeff/, '');
  for (part.lastIndex = 0; part.lastIndex < text.length; ) {
    const at = part.lastIndex;
    const match = part.exec(text);
    if (!match) throw new UnreadableImage('svg_markup', { at });
    const [, data, declaration, closed, opened, attributes = '', empty, words] = match;
    const parent = open.at(-1) as Markup;
    if (declaration !== undefined) {
      // The SVG document type that editors write declares no entities.
      const end = /^<!DOCTYPE\s+svg[^[>]*>/i.exec(text.slice(at));
      if (!end) throw new UnreadableImage('svg_entities');
      part.lastIndex = at + end[0].length;
    } else if (closed !== undefined) {
      if (open.length === 1 || parent.name !== plainName(closed))
        throw new UnreadableImage('svg_unopened', { name: closed.slice(0, 40) });
      open.pop();
    } else if (opened !== undefined) {
      count += 1;
      if (count > mostElements) throw new UnreadableImage('svg_elements', { max: mostElements });
      if (open.length > deepest) throw new UnreadableImage('nested_deeply');
      const element: Markup = {
        name: plainName(opened),
        attributes: readAttributes(attributes),
        children: [],
        text: '',
      };
      if (!isForeign(opened)) parent.children.push(element);
      if (!empty) open.push(element);
    } else if (parent.name === 'style') {
      parent.text += data ?? decode(words ?? '');
    }
  }
  if (open.length > 1) throw new UnreadableImage('svg_unclosed', { name: (open.at(-1) as Markup).name });
  const svg = root.children.find(({ name }) => name === 'svg');
  if (!svg) throw new UnreadableImage('svg_root');
  return svg;
}

function plainName(name: string): string {
  return name.startsWith('svg:') ? name.slice(4) : name;
}

function isForeign(name: string): boolean {
  return name.includes(':') && !name.startsWith('svg:');
}

function readAttributes(source: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name, double, single] of source.matchAll(attribute)) {
    attributes.set(name as string, decode(double ?? single ?? ''));
  }
  return attributes;
}

function decode(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (name) {
      const character = entities[name];
      if (character === undefined) throw new UnreadableImage('svg_entity', { name: whole.slice(0, 40) });
      return character;
    }
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}
