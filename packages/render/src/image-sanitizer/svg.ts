import { UnreadableImage } from '../pdf/images/image.ts';
import { type Markup, parseMarkup } from '../pdf/images/svg/markup.ts';
import { writeSvg } from '../pdf/images/svg.ts';
import type { SanitizedImage } from './sanitized-image.ts';

/** The elements that the renderer paints or refers to. */
const elements = new Set([
  ...['svg', 'g', 'a', 'switch', 'use', 'symbol', 'defs', 'style', 'clipPath'],
  ...['linearGradient', 'radialGradient', 'stop'],
  ...['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon'],
]);

/** An SVG with only what the renderer draws: the renderer must accept the file, and the parsed elements are written. */
export function sanitizeSvg(bytes: Buffer): SanitizedImage {
  draw(bytes);
  const root = parseMarkup(bytes.toString('utf8'));
  const clean = Buffer.from(`${markupOf(root, true)}\n`, 'utf8');
  const { width, height } = draw(clean);
  return { mediaType: 'image/svg+xml', bytes: clean, width, height };
}

/** Throws UnreadableImage for a file that the renderer rejects. */
function draw(bytes: Buffer): { width: number; height: number } {
  let next = 1;
  return writeSvg(bytes, {
    get next() {
      return next;
    },
    add: () => next++,
  });
}

function markupOf({ name, attributes, children, text }: Markup, isRoot = false): string {
  const kept = [...attributes].filter(([key, value]) => isHarmless(key, value));
  const own = kept.map(([key, value]) => ` ${key === 'xlink:href' ? 'href' : key}="${escaped(value)}"`);
  const namespace = isRoot ? ' xmlns="http://www.w3.org/2000/svg"' : '';
  const inside =
    name === 'style'
      ? escaped(text)
      : children
          .filter((child) => elements.has(child.name))
          .map((child) => markupOf(child))
          .join('');
  return `<${name}${namespace}${own.join('')}>${inside}</${name}>`;
}

/** Whether an attribute is no event handler and refers only to the file itself. */
function isHarmless(name: string, value: string): boolean {
  if (name === 'href' || name === 'xlink:href') return value.startsWith('#');
  if (!/^[a-z][\w.-]*$/i.test(name) || /^on|^xmlns$/i.test(name)) return false;
  if (/javascript:|url\(\s*['"]?(?!\s*['"]?#)/i.test(value)) {
    throw new UnreadableImage('svg_external', { name });
  }
  return true;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
