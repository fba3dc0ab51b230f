// The sRGB profile (IEC 61966-2-1), computed from the values of the standard.
import {
  d50,
  element,
  fixed,
  inverse,
  type Matrix,
  multiply,
  product,
  profile,
  type Vector,
  xyz,
} from './icc.ts';

const chromaticities: Matrix = [
  [0.64, 0.3, 0.15],
  [0.33, 0.6, 0.06],
  [0.03, 0.1, 0.79],
];
const d65: Vector = [0.3127 / 0.329, 1, (1 - 0.3127 - 0.329) / 0.329];
/** The Bradford matrix: from XYZ to cone responses, in which white points are adapted (ICC.1:2010, annex E). */
const cones: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
];

function diagonal([a, b, c]: Vector): Matrix {
  return [
    [a, 0, 0],
    [0, b, 0],
    [0, 0, c],
  ];
}

function ratio(to: Vector, from: Vector): Vector {
  return [to[0] / from[0], to[1] / from[1], to[2] / from[2]];
}

/** Chromatic adaptation from the white point of sRGB to that of the profile connection space. */
const adaptation = product(
  inverse(cones),
  product(diagonal(ratio(multiply(cones, d50), multiply(cones, d65))), cones),
);

/** From linear red, green and blue to XYZ under D50. */
export const rgbToXyz = product(
  adaptation,
  product(chromaticities, diagonal(multiply(inverse(chromaticities), d65))),
);

/** Samples of the curve in version 2, which has no parametric curves: 12 bits of precision outside the linear part. */
const samples = 1024;

function linear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

/** The same curve as a parametric curve of version 4 (`para`, type 3): g, a, b, c, d. */
export const srgbCurve = element(
  'para',
  Buffer.from([0, 3, 0, 0]),
  fixed([2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]),
);

function sampledCurve(): Buffer {
  const bytes = Buffer.alloc(4 + samples * 2);
  bytes.writeUInt32BE(samples, 0);
  for (let at = 0; at < samples; at += 1) {
    bytes.writeUInt16BE(Math.round(linear(at / (samples - 1)) * 65_535), 4 + at * 2);
  }
  return element('curv', bytes);
}

/** `textDescriptionType` of version 2: an ASCII name, no Unicode one, no Macintosh one. */
function description(name: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(name.length + 1, 0);
  return element('desc', length, Buffer.from(`${name}\0`, 'latin1'), Buffer.alloc(4 + 4 + 2 + 1 + 67));
}

export const srgbName = 'sRGB IEC61966-2.1';

function makeProfile(): Buffer {
  const column = (at: 0 | 1 | 2) => xyz([rgbToXyz[0][at], rgbToXyz[1][at], rgbToXyz[2][at]]);
  const curve = sampledCurve();
  return profile({ version: 2, deviceClass: 'mntr', space: 'RGB', connection: 'XYZ' }, [
    ['desc', description(srgbName)],
    ['cprt', element('text', Buffer.from('No copyright, use freely\0', 'latin1'))],
    ['wtpt', xyz(d50)],
    ['chad', element('sf32', fixed(adaptation.flat()))],
    ['rXYZ', column(0)],
    ['gXYZ', column(1)],
    ['bXYZ', column(2)],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ]);
}

let made: Buffer | undefined;

/** An sRGB profile of version 2, which every part of PDF/A allows. */
export function srgbProfile(): Buffer {
  made ??= makeProfile();
  return made;
}
