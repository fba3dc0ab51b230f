// The cosine transforms of JPEG (ISO/IEC 10918-1, A.3.3) by the algorithm of Arai, Agui and Nakajima, which leaves factors of
// the coefficients to the quantizers.

const scale = Float64Array.from({ length: 8 }, (_, index) =>
  index === 0 ? 1 : Math.cos((index * Math.PI) / 16) * Math.SQRT2,
);
const scaleOf = (at: number) => (scale[at >> 3] as number) * (scale[at & 7] as number);

/** What the coefficients of a block are multiplied with before `toSamples`. */
export const inverseFactors = (quantizers: Uint16Array): Float64Array =>
  Float64Array.from({ length: 64 }, (_, at) => ((quantizers[at] as number) * scaleOf(at)) / 8);

/** What the results of `toCoefficients` are multiplied with. */
export const forwardFactors = (quantizers: Uint16Array): Float64Array =>
  Float64Array.from({ length: 64 }, (_, at) => 1 / ((quantizers[at] as number) * scaleOf(at) * 8));

const cosine2 = Math.cos(Math.PI / 8);
const cosine6 = Math.sin(Math.PI / 8);

/** Eight rows of eight samples around zero become coefficients, in place. */
export function toCoefficients(block: Float64Array): void {
  for (let row = 0; row < 64; row += 8) forward(block, row, 1);
  for (let column = 0; column < 8; column += 1) forward(block, column, 8);
}

/** Coefficients become samples around zero, in place. */
export function toSamples(block: Float64Array): void {
  for (let column = 0; column < 8; column += 1) inverse(block, column, 8);
  for (let row = 0; row < 64; row += 8) inverse(block, row, 1);
}

function forward(block: Float64Array, at: number, step: number): void {
  const [at1, at2, at3, at4] = [at + step, at + step * 2, at + step * 3, at + step * 4];
  const [at5, at6, at7] = [at + step * 5, at + step * 6, at + step * 7];
  const v0 = block[at] as number;
  const v1 = block[at1] as number;
  const v2 = block[at2] as number;
  const v3 = block[at3] as number;
  const v4 = block[at4] as number;
  const v5 = block[at5] as number;
  const v6 = block[at6] as number;
  const v7 = block[at7] as number;
  const outer = v0 + v7 + v3 + v4;
  const inner = v1 + v6 + v2 + v5;
  const outerDifference = v0 + v7 - v3 - v4;
  const turned = (v1 + v6 - v2 - v5 + outerDifference) * Math.SQRT1_2;
  block[at] = outer + inner;
  block[at4] = outer - inner;
  block[at2] = outerDifference + turned;
  block[at6] = outerDifference - turned;
  const last = v0 - v7;
  const low = v3 - v4 + v2 - v5;
  const high = v1 - v6 + last;
  const shared = (low - high) * cosine6;
  const lowTurned = (cosine2 - cosine6) * low + shared;
  const highTurned = (cosine2 + cosine6) * high + shared;
  const middle = (v2 - v5 + v1 - v6) * Math.SQRT1_2;
  block[at5] = last - middle + lowTurned;
  block[at3] = last - middle - lowTurned;
  block[at1] = last + middle + highTurned;
  block[at7] = last + middle - highTurned;
}

function inverse(block: Float64Array, at: number, step: number): void {
  const [at1, at2, at3, at4] = [at + step, at + step * 2, at + step * 3, at + step * 4];
  const [at5, at6, at7] = [at + step * 5, at + step * 6, at + step * 7];
  const c0 = block[at] as number;
  const c4 = block[at4] as number;
  const sum26 = (block[at2] as number) + (block[at6] as number);
  const turned26 = ((block[at2] as number) - (block[at6] as number)) * Math.SQRT2 - sum26;
  const even0 = c0 + c4 + sum26;
  const even3 = c0 + c4 - sum26;
  const even1 = c0 - c4 + turned26;
  const even2 = c0 - c4 - turned26;
  const sum53 = (block[at5] as number) + (block[at3] as number);
  const difference53 = (block[at5] as number) - (block[at3] as number);
  const sum17 = (block[at1] as number) + (block[at7] as number);
  const difference17 = (block[at1] as number) - (block[at7] as number);
  const odd0 = sum17 + sum53;
  const shared = (difference53 + difference17) * 2 * cosine2;
  const odd1 = shared - difference53 * 2 * (cosine2 + cosine6) - odd0;
  const odd2 = (sum17 - sum53) * Math.SQRT2 - odd1;
  const odd3 = shared - difference17 * 2 * (cosine2 - cosine6) - odd2;
  block[at] = even0 + odd0;
  block[at7] = even0 - odd0;
  block[at1] = even1 + odd1;
  block[at6] = even1 - odd1;
  block[at2] = even2 + odd2;
  block[at5] = even2 - odd2;
  block[at3] = even3 + odd3;
  block[at4] = even3 - odd3;
}
