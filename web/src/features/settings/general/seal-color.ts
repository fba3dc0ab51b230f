/** That of the designs which print a seal. */
export const usualSealColor = '#c2401c';
/** Below this the edge of a thing is hard to see (WCAG 2.2, 1.4.11). */
export const leastContrast = 3;

/** A colour as a person types it: six or three digits, with or without #. Null when it is none. */
export function readColor(text: string): string | null {
  const digits = text.trim().replace(/^#/, '').toLowerCase();
  if (/^[0-9a-f]{6}$/.test(digits)) return `#${digits}`;
  return /^[0-9a-f]{3}$/.test(digits) ? `#${digits.replace(/./g, '$&$&')}` : null;
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of a colour (`#rrggbb`) on the paper of certificates (WCAG 2.2). */
export const contrastOnPaper = (color: string): number =>
  (luminance('#fffefa') + 0.05) / (luminance(color) + 0.05);
