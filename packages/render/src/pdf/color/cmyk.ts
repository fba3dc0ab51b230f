// The profile for CMYK images without a profile, with the conversion of browsers: each ink absorbs its share of the light.
import { d50, element, fixed, profile, xyz } from './icc.ts';
import { rgbToXyz, srgbCurve } from './srgb.ts';

/** `multiLocalizedUnicodeType` with one text. */
function localized(text: string): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(1, 0);
  head.writeUInt32BE(12, 4);
  const place = Buffer.alloc(8);
  place.writeUInt32BE(text.length * 2, 0);
  place.writeUInt32BE(28, 4);
  return element('mluc', head, Buffer.from('enUS', 'latin1'), place, Buffer.from(text, 'utf16le').swap16());
}

const straight = element('curv', Buffer.alloc(4));

/** The colours (sRGB, 8 bits) of inks at the points of a grid, black changing fastest. */
export interface InkColors {
  /** Points of the grid on each side. */
  side: number;
  colors: Buffer;
}

/** Red is (1 − cyan) × (1 − black), which a grid of two points per side represents exactly. */
function screenInks(): InkColors {
  const colors = Buffer.alloc(16 * 3);
  for (let corner = 0; corner < 16; corner += 1) {
    const ink = [8, 4, 2, 1].map((bit) => ((corner & bit) === 0 ? 0 : 1));
    for (let color = 0; color < 3; color += 1) {
      colors[corner * 3 + color] = 255 * (1 - (ink[color] as number)) * (1 - (ink[3] as number));
    }
  }
  return { side: 2, colors };
}

/** From CMYK through sRGB to the profile connection space (`lutAToBType`, ICC.1:2010, 10.10). */
function inkToXyz({ side, colors }: InkColors): Buffer {
  const points = Buffer.alloc(16);
  points.fill(side, 0, 4);
  const padding = Buffer.alloc((4 - (colors.length % 4)) % 4);
  const table = Buffer.concat([points, Buffer.from([1, 0, 0, 0]), colors, padding]);
  // Connection space XYZ is encoded so that 1 means 1 + 32767/32768.
  const scale = 32_768 / 65_535;
  const matrix = fixed([...rgbToXyz.flat().map((value) => value * scale), 0, 0, 0]);
  const parts = [
    Buffer.concat([straight, straight, straight]),
    matrix,
    Buffer.concat([srgbCurve, srgbCurve, srgbCurve]),
    table,
    Buffer.concat([straight, straight, straight, straight]),
  ];
  const offsets = Buffer.alloc(20);
  let at = 32;
  for (const [index, part] of parts.entries()) {
    offsets.writeUInt32BE(at, index * 4);
    at += part.length;
  }
  return element('mAB', Buffer.from([4, 3, 0, 0]), offsets, ...parts);
}

let screen: Buffer | undefined;

/** A CMYK profile of version 4; without `inks`, as for images without a profile, it has less than a kilobyte. */
export function cmykProfile(inks?: InkColors): Buffer {
  if (inks) return made(inks);
  screen ??= made(screenInks());
  return screen;
}

function made(inks: InkColors): Buffer {
  return profile({ version: 4, deviceClass: 'scnr', space: 'CMYK', connection: 'XYZ' }, [
    ['desc', localized('Ink as on the screen')],
    ['cprt', localized('No copyright, use freely')],
    ['wtpt', xyz(d50)],
    ['A2B0', inkToXyz(inks)],
  ]);
}
