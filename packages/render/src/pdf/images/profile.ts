import { cmykProfile } from '../color/cmyk.ts';
import { streamObject } from '../syntax.ts';
import type { ImageWriter } from './image.ts';

const spaces = { 1: 'GRAY', 3: 'RGB ', 4: 'CMYK' } as const;
const devices = { 1: '/DeviceGray', 3: '/DeviceRGB' } as const;
const classes = new Set(['scnr', 'mntr', 'prtr', 'spac']);

export type Components = keyof typeof spaces;

/** Whether PDF/A allows a profile for images of so many components (ISO 19005-2, 6.2.4.2). */
export function isUsable(profile: Buffer, components: Components): boolean {
  if (profile.length < 132 || profile.readUInt32BE(0) !== profile.length) return false;
  const name = (at: number) => profile.toString('latin1', at, at + 4);
  if (name(36) !== 'acsp' || name(16) !== spaces[components] || !classes.has(name(12))) return false;
  if ((profile[8] as number) > 4 || !['XYZ ', 'Lab '].includes(name(20))) return false;
  const tags = profile.readUInt32BE(128);
  if (tags > 200 || 132 + tags * 12 > profile.length) return false;
  return Array.from({ length: tags }, (_, index) => 132 + index * 12).every(
    (at) => profile.readUInt32BE(at + 4) + profile.readUInt32BE(at + 8) <= profile.length,
  );
}

/**
 * The colour space of samples: the image's own profile, else sRGB through the file's output intent. CMYK without a profile
 * gets one that gives the colours of browsers.
 */
export function colorSpace(components: Components, profile: Buffer | null, writer: ImageWriter): string {
  const own = profile && isUsable(profile, components) ? profile : null;
  if (!own && components !== 4) return devices[components];
  const number = writer.add(streamObject(own ?? cmykProfile(), `/N ${components}`, 'prefix'));
  return `[/ICCBased ${number} 0 R]`;
}
