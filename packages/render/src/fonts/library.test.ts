import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { bundledFamilies } from './bundled.ts';
import { loadFonts } from './library.ts';

const { resolve } = createRequire(import.meta.url);
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'sello-fonts-'));
  folders.push(folder);
  for (const [name, font] of Object.entries(files))
    copyFileSync(resolve(`@expo-google-fonts/${font}`), join(folder, name));
  return folder;
}

describe('loadFonts', () => {
  it('brings the bundled families, each able to set European names by itself or its fallback', async () => {
    const fonts = await loadFonts();
    expect(fonts.families.map(({ family }) => family)).toEqual(Object.keys(bundledFamilies));
    const alphabet = [...'aÑçłřșžßæøåđƠưẶΑωἈЖщЇђңƐɔŋ“—€№'];
    for (const { family } of fonts.families) {
      const chain = fonts.chain(family, 400, false) ?? [];
      const missing = alphabet.filter(
        (letter) => !chain.some((face) => face.covers(letter.codePointAt(0) ?? 0)),
      );
      expect([family, missing]).toEqual([family, []]);
    }
  });

  it('chooses the nearest weight, and slope before weight', async () => {
    const fonts = await loadFonts();
    const key = (weight: number, italic: boolean) => fonts.chain('Newsreader', weight, italic)?.[0]?.key;
    expect(key(430, false)).toBe('Newsreader_400Regular.ttf');
    expect(key(900, false)).toBe('Newsreader_800ExtraBold.ttf');
    expect(key(400, true)).toBe('Newsreader_400Regular_Italic.ttf');
    expect(fonts.chain('Great Vibes', 700, true)?.[0]?.key).toBe('GreatVibes_400Regular.ttf');
    expect(fonts.chain('Nowhere', 400, false)).toBeNull();
  });

  it('adds the operator’s fonts and lets them stand in for what the bundled ones lack', async () => {
    const folder = folderWith({ 'brush.ttf': 'yusei-magic/400Regular/YuseiMagic_400Regular.ttf' });
    const fonts = await loadFonts({ folder });
    expect(fonts.families.at(-1)).toMatchObject({ family: 'Yusei Magic', bundled: false });
    const chain = fonts.chain('Newsreader', 400, false) ?? [];
    expect(chain.find((face) => face.covers('王'.codePointAt(0) ?? 0))?.key).toBe('brush.ttf');
  });

  it('lists a file it cannot use, with the reason, and goes on', async () => {
    const folder = folderWith({ 'good.ttf': 'yusei-magic/400Regular/YuseiMagic_400Regular.ttf' });
    writeFileSync(join(folder, 'bad.ttf'), 'no font at all');
    writeFileSync(join(folder, 'notes.txt'), 'not looked at');
    const fonts = await loadFonts({ folder });
    expect(fonts.refused.map(({ file }) => file)).toEqual(['bad.ttf']);
    expect(fonts.families.some(({ family }) => family === 'Yusei Magic')).toBe(true);
  });
});
