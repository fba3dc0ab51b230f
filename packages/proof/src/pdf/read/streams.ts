// Decoding of cross-reference and object streams (ISO 32000-1, 7.4.4): Flate with PNG predictors, limited by a budget.
import { inflateSync } from 'node:zlib';
import { type Budget, PdfFault } from './budget.ts';
import { PdfDict, PdfName, type PdfValue } from './values.ts';

/** Decodes a stream. Throws PdfFault for other filters, damaged data, and when the budget is exceeded. */
export function decodeStream(raw: Uint8Array, dict: PdfDict, budget: Budget): Uint8Array {
  const filter = single(dict.get('Filter'));
  if (filter === undefined || filter === null) {
    budget.spendInflated(0);
    return raw;
  }
  if (!(filter instanceof PdfName) || filter.text !== 'FlateDecode') {
    throw new PdfFault('too_complex', 'a filter that is not supported here');
  }
  const data = inflate(raw, budget);
  const parameters = single(dict.get('DecodeParms'));
  return parameters instanceof PdfDict ? unpredict(data, parameters, budget) : data;
}

function single(value: PdfValue | undefined): PdfValue | undefined {
  if (!Array.isArray(value)) return value;
  if (value.length > 1) throw new PdfFault('too_complex', 'several filters on one stream');
  return value[0];
}

function inflate(raw: Uint8Array, budget: Budget): Uint8Array {
  let data: Buffer;
  try {
    data = inflateSync(raw, { maxOutputLength: Math.max(1, budget.inflatable) });
  } catch (error) {
    const tooLarge = error instanceof RangeError;
    throw tooLarge
      ? new PdfFault('too_complex', 'too much compressed data')
      : new PdfFault('unreadable', 'compressed data is damaged');
  }
  budget.spendInflated(data.length);
  return data;
}

function unpredict(data: Uint8Array, parameters: PdfDict, budget: Budget): Uint8Array {
  const setting = (key: string, byDefault: number): number => {
    const value = parameters.get(key) ?? byDefault;
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 1) {
      throw new PdfFault('unreadable', `${key} is malformed`);
    }
    return value;
  };
  const predictor = setting('Predictor', 1);
  if (predictor === 1) return data;
  const bits = setting('Colors', 1) * setting('BitsPerComponent', 8);
  const width = Math.ceil((setting('Columns', 1) * bits) / 8);
  if (predictor < 10 || bits % 8 !== 0 || width + 1 > data.length || data.length % (width + 1) !== 0) {
    throw new PdfFault('unreadable', 'a predictor that does not fit its data');
  }
  budget.spendInflated(data.length);
  return unpredictRows(data, width, bits / 8);
}

/** Reverses the PNG filters row by row (PNG, 9.2). */
function unpredictRows(data: Uint8Array, width: number, pixel: number): Uint8Array {
  const rows = data.length / (width + 1);
  const out = new Uint8Array(rows * width);
  for (let row = 0; row < rows; row++) {
    const kind = data[row * (width + 1)] ?? 0;
    if (kind > 4) throw new PdfFault('unreadable', 'an unknown predictor');
    for (let column = 0; column < width; column++) {
      const at = row * width + column;
      const left = column >= pixel ? (out[at - pixel] ?? 0) : 0;
      const up = row > 0 ? (out[at - width] ?? 0) : 0;
      const corner = row > 0 && column >= pixel ? (out[at - width - pixel] ?? 0) : 0;
      out[at] = (data[row * (width + 1) + 1 + column] ?? 0) + predicted(kind, left, up, corner);
    }
  }
  return out;
}

function predicted(kind: number, left: number, up: number, corner: number): number {
  if (kind === 1) return left;
  if (kind === 2) return up;
  if (kind === 3) return (left + up) >> 1;
  if (kind !== 4) return 0;
  const estimate = left + up - corner;
  const [toLeft, toUp, toCorner] = [
    Math.abs(estimate - left),
    Math.abs(estimate - up),
    Math.abs(estimate - corner),
  ];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}
