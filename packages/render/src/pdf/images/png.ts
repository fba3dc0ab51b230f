import type { ImageWriter, WrittenImage } from './image.ts';
import { type PngFile, pngSamples, readPngFile } from './png-file.ts';
import { type Components, colorSpace } from './profile.ts';
import { packRaster, type Raster, rasterObject, splitAlpha } from './raster.ts';

/**
 * Writes a PNG with its own bit depth and colours: its compressed rows unchanged, unless they are interlaced or have an
 * alpha channel, which PDF stores separately. Throws UnreadableImage.
 */
export function writePng(bytes: Buffer, writer: ImageWriter): WrittenImage {
  const file = readPngFile(bytes);
  const { width, height, colorType } = file;
  const hasAlpha = colorType >= 4;
  const colors = (colorType === 3 ? 3 : hasAlpha ? file.components - 1 : file.components) as Components;
  const own = colorSpace(colors, file.profile, writer);
  const space = colorType === 3 ? indexed(own, file.palette as Buffer) : own;
  const { raster, packed, alpha } = parted(file);
  const mask = alpha
    ? `/SMask ${writer.add(rasterObject(packRaster(alpha), alpha, '/ColorSpace/DeviceGray'))} 0 R`
    : '';
  const entries = `/ColorSpace${space}${mask}${colorKey(file)}`;
  const number = writer.add(rasterObject(packed, raster, entries));
  return { number, width, height, orientation: 1, isTransparent: alpha !== null };
}

type Shape = Omit<Raster, 'samples'>;

function parted(file: PngFile): { raster: Shape; packed: Uint8Array; alpha: Raster | null } {
  const { width, height, components, bits, colorType, isInterlaced, data } = file;
  const shape = { width, height, components, bits };
  const samples = isInterlaced || colorType >= 4 || paletteAlpha(file) ? pngSamples(file) : null;
  if (!samples) return { raster: shape, packed: data, alpha: null };
  if (colorType >= 4) {
    const { color, alpha } = splitAlpha({ ...shape, samples });
    return { raster: color, packed: packRaster(color), alpha };
  }
  return {
    raster: shape,
    packed: isInterlaced ? packRaster({ ...shape, samples }) : data,
    alpha: opacityOfPalette(file, samples),
  };
}

function indexed(base: string, palette: Buffer): string {
  const colors = Math.min(256, Math.floor(palette.length / 3));
  return `[/Indexed${base} ${colors - 1}<${palette.toString('hex', 0, colors * 3)}>]`;
}

function paletteAlpha({ colorType, transparency }: PngFile): Buffer | null {
  return colorType === 3 && transparency?.some((alpha) => alpha < 255) ? transparency : null;
}

/** The opacity of each pixel by its palette index; colours beyond the tRNS list are opaque. */
function opacityOfPalette(file: PngFile, samples: Uint8Array): Raster | null {
  const alphas = paletteAlpha(file);
  if (!alphas) return null;
  const { width, height, bits } = file;
  const length = Math.ceil((width * bits) / 8);
  const opacity = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const byte = samples[y * length + ((x * bits) >> 3)] as number;
      const index = (byte >> (8 - bits - ((x * bits) & 7))) & ((1 << bits) - 1);
      opacity[y * width + x] = alphas[index] ?? 255;
    }
  }
  return { width, height, components: 1, bits: 8, samples: opacity };
}

/** The colour key mask (ISO 32000-1, 8.9.6.4) of a PNG whose tRNS chunk has one transparent colour. */
function colorKey({ colorType, transparency, components, bits }: PngFile): string {
  if ((colorType !== 0 && colorType !== 2) || transparency?.length !== components * 2) return '';
  const limit = 2 ** bits - 1;
  const values = Array.from(
    { length: components },
    (_, index) => transparency.readUInt16BE(index * 2) & limit,
  );
  return `/Mask[${values.map((value) => `${value} ${value}`).join(' ')}]`;
}
