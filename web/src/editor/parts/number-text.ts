/** A number as a field shows it in a locale: without grouping, with at most `digits` decimals. */
export function numberText(value: number, tag: string, digits: number): string {
  return new Intl.NumberFormat(tag, { maximumFractionDigits: digits, useGrouping: false }).format(
    // No field shows −0.
    Number(value.toFixed(digits)) + 0,
  );
}

/**
 * A number as a person types it, with a comma or a point before its decimals, and with or without its unit; null when it
 * is none.
 */
export function readNumber(text: string): number | null {
  const plain = text
    .trim()
    .replace(/[\s\u00a0\u202f']/g, '')
    .replace('\u2212', '-')
    .replace(/(?:pt|px|mm|°|%)$/i, '');
  // Of two kinds of marks the last one stands before the decimals.
  const last = Math.max(plain.lastIndexOf(','), plain.lastIndexOf('.'));
  const whole = (last < 0 ? plain : plain.slice(0, last)).replace(/[.,]/g, '');
  const normal = last < 0 ? whole : `${whole}.${plain.slice(last + 1)}`;
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(normal)) return null;
  return Number(normal);
}
