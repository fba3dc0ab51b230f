import type { ParagraphStyle, RunStyle } from '../state.ts';

/** The declarations of a `style` attribute, by property. */
export function declarationsOf(style: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const declaration of style.slice(0, 10_000).split(';')) {
    const colon = declaration.indexOf(':');
    if (colon < 0) continue;
    found.set(declaration.slice(0, colon).trim().toLowerCase(), declaration.slice(colon + 1).trim());
  }
  return found;
}

const named: Readonly<Record<string, string>> = {
  black: '#000000',
  silver: '#c0c0c0',
  gray: '#808080',
  grey: '#808080',
  white: '#ffffff',
  maroon: '#800000',
  red: '#ff0000',
  purple: '#800080',
  fuchsia: '#ff00ff',
  magenta: '#ff00ff',
  green: '#008000',
  lime: '#00ff00',
  olive: '#808000',
  yellow: '#ffff00',
  navy: '#000080',
  blue: '#0000ff',
  teal: '#008080',
  aqua: '#00ffff',
  cyan: '#00ffff',
  orange: '#ffa500',
  brown: '#a52a2a',
  gold: '#ffd700',
  pink: '#ffc0cb',
  darkred: '#8b0000',
  darkblue: '#00008b',
  darkgreen: '#006400',
};

const hex = (value: number): string =>
  Math.round(Math.min(Math.max(0, value), 255))
    .toString(16)
    .padStart(2, '0');

/** A CSS colour as `#rrggbb` with its opacity; null for one that is not known, such as `windowtext`. */
export function colorOf(value: string): { color: string; opacity: number } | null {
  const text = value.trim().toLowerCase();
  if (Object.hasOwn(named, text)) return { color: named[text] as string, opacity: 1 };
  const digits = /^#([0-9a-f]{3,8})$/.exec(text)?.[1];
  if (digits && digits.length !== 5 && digits.length !== 7) {
    const full = digits.length < 5 ? [...digits].map((digit) => digit + digit).join('') : digits;
    const opacity = full.length === 8 ? Number.parseInt(full.slice(6), 16) / 255 : 1;
    return { color: `#${full.slice(0, 6)}`, opacity };
  }
  const parts = /^rgba?\(([^()]{1,80})\)$/
    .exec(text)?.[1]
    ?.split(/[\s,/]+/)
    .filter((part) => part !== '');
  if (!parts || parts.length < 3 || parts.length > 4) return null;
  const numbers = parts.map((part, index) => {
    const number = Number.parseFloat(part);
    return part.endsWith('%') ? (number / 100) * (index < 3 ? 255 : 1) : number;
  });
  if (numbers.some((number) => !Number.isFinite(number))) return null;
  const [red = 0, green = 0, blue = 0, opacity = 1] = numbers;
  return { color: `#${hex(red)}${hex(green)}${hex(blue)}`, opacity: Math.min(Math.max(0, opacity), 1) };
}

const units: Readonly<Record<string, number>> = {
  pt: 1,
  px: 0.75,
  in: 72,
  cm: 72 / 2.54,
  mm: 72 / 25.4,
  pc: 12,
};
const keywords: Readonly<Record<string, number>> = {
  ...{ 'xx-small': 6.75, 'x-small': 7.5, small: 9.75, medium: 12 },
  ...{ large: 13.5, 'x-large': 18, 'xx-large': 24 },
};

/** A CSS font size in points; undefined for one that depends on others. */
function pointsOf(value: string): number | undefined {
  const text = value.trim().toLowerCase();
  if (Object.hasOwn(keywords, text)) return keywords[text];
  const match = /^(\d{1,6}(?:\.\d{1,6})?)(pt|px|in|cm|mm|pc)$/.exec(text);
  if (!match) return undefined;
  const points = Number(match[1]) * (units[match[2] as string] as number);
  return points >= 1 && points <= 2_000 ? Math.round(points * 100) / 100 : undefined;
}

/** The family of a font list that exists, as it is spelled there; undefined when none does. */
type KnownFamily = (family: string) => string | undefined;

/** The character properties that a `style` attribute sets. */
export function runStyleOf(css: ReadonlyMap<string, string>, family: KnownFamily): RunStyle {
  const style: RunStyle = {};
  const weight = css.get('font-weight')?.toLowerCase();
  if (weight !== undefined) {
    const number =
      weight === 'bold' || weight === 'bolder' ? 700 : weight === 'normal' ? 400 : Number(weight);
    if (Number.isInteger(number) && number >= 100 && number <= 900) style.fontWeight = number;
  }
  const slant = css.get('font-style')?.toLowerCase();
  if (slant !== undefined) style.italic = slant === 'italic' || slant.startsWith('oblique');
  const decoration = (css.get('text-decoration-line') ?? css.get('text-decoration'))?.toLowerCase();
  if (decoration !== undefined) {
    if (decoration.includes('underline')) style.underline = true;
    if (decoration.includes('line-through')) style.lineThrough = true;
    if (/\bnone\b/.test(decoration)) [style.underline, style.lineThrough] = [false, false];
  }
  const size = pointsOf(css.get('font-size') ?? '');
  if (size !== undefined) style.fontSize = size;
  const color = colorOf(css.get('color') ?? '');
  if (color) style.fill = color.color;
  for (const one of (css.get('font-family') ?? '').split(',').slice(0, 20)) {
    const found = family(one.trim().replace(/^["']|["']$/g, ''));
    if (found === undefined) continue;
    style.fontFamily = found;
    break;
  }
  const letterCase = { uppercase: 'upper', lowercase: 'lower', capitalize: 'title', none: 'none' } as const;
  const transform = css.get('text-transform')?.toLowerCase() ?? '';
  if (Object.hasOwn(letterCase, transform))
    style.letterCase = letterCase[transform as keyof typeof letterCase];
  return style;
}

const aligns = ['start', 'end', 'left', 'center', 'right', 'justify'] as const;

/** The paragraph properties that a block sets. */
export function blockStyleOf(
  css: ReadonlyMap<string, string>,
  attribute: (name: string) => string | null,
): ParagraphStyle {
  const style: ParagraphStyle = {};
  const align = (css.get('text-align') ?? attribute('align'))?.toLowerCase();
  const known = aligns.find((one) => one === align);
  if (known) style.align = known;
  const direction = (css.get('direction') ?? attribute('dir'))?.toLowerCase();
  if (direction === 'rtl' || direction === 'ltr') style.direction = direction;
  return style;
}
