// The operators of content streams that are kept (ISO 32000-1, annex A). All others are left out: marked content, which
// holds layers and the structure of another document, compatibility sections, and what is unknown.

/** Operators with so many numbers as operands, which are written as they are. */
export const numericOperators: Readonly<Record<string, number>> = {
  ...{ w: 1, J: 1, j: 1, M: 1, i: 1, cm: 6 },
  ...{ m: 2, l: 2, c: 6, v: 4, y: 4, h: 0, re: 4, W: 0, 'W*': 0, n: 0 },
  ...{ Tc: 1, Tw: 1, Tz: 1, TL: 1, Ts: 1, Td: 2, TD: 2, Tm: 6, 'T*': 0 },
  ...{ G: 1, g: 1, RG: 3, rg: 3, K: 4, k: 4 },
  ...{ d0: 2, d1: 6 },
};

/** Operators of text objects alone. */
export const textOperators: ReadonlySet<string> = new Set(['Td', 'TD', 'Tm', 'T*']);

export const paintingOperators: ReadonlySet<string> = new Set([
  'S',
  's',
  'f',
  'F',
  'f*',
  'B',
  'B*',
  'b',
  'b*',
]);

export const renderingIntents: ReadonlySet<string> = new Set([
  ...['AbsoluteColorimetric', 'RelativeColorimetric', 'Saturation', 'Perceptual'],
]);

export const colorOperators: ReadonlySet<string> = new Set(['sc', 'scn', 'SC', 'SCN']);
export const showOperators: ReadonlySet<string> = new Set(['Tj', 'TJ', "'", '"']);
