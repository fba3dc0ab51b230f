import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FontFace } from '@sello/design';
import { createFace } from '@sello/design/shaping';

const { resolve } = createRequire(import.meta.url);

/** The regular file of a family; undefined when its package is not installed, as those of packs are not. */
export function fileOf(family: string): string | undefined {
  const name = family.toLowerCase().replaceAll(' ', '-');
  try {
    const folder = join(dirname(resolve(`@expo-google-fonts/${name}/package.json`)), '400Regular');
    const file = readdirSync(folder).find((entry) => entry.endsWith('.ttf'));
    return file && join(folder, file);
  } catch {
    return undefined;
  }
}

const faces = new Map<string, FontFace>();

/** Its face, opened once. */
export function faceOf(family: string): FontFace {
  let face = faces.get(family);
  if (!face) {
    face = createFace(family, readFileSync(fileOf(family) as string));
    faces.set(family, face);
  }
  return face;
}
