import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TextRun, textElement } from '@sello/contracts';
import { type FontFace, layoutText } from '@sello/design';
import { catalogueFamilies, coverageOf, fontPacks } from '@sello/design/fonts';
import { createFace } from '@sello/design/shaping';
import { times } from '@sello/kit';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { bundledFiles, readBundled } from './bundled.ts';
import { loadFonts } from './library.ts';
import { packFiles, packFolder } from './packs.ts';
import { readFontFacts } from './sfnt.ts';

const { resolve } = createRequire(import.meta.url);
const brush = 'yusei-magic/400Regular/YuseiMagic_400Regular.ttf';
const folders: string[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sello-fonts-'));
  folders.push(folder);
  return folder;
}

function folderWith(files: Record<string, string>): string {
  const folder = emptyFolder();
  for (const [name, font] of Object.entries(files))
    copyFileSync(resolve(`@expo-google-fonts/${font}`), join(folder, name));
  return folder;
}

/** Installs a pack; its faces are a brush font that has kana and common ideographs. */
function installPack(packs: string, name: string): void {
  const pack = fontPacks.find((entry) => entry.name === name);
  if (!pack) throw new Error(`no pack ${name}`);
  for (const { path } of packFiles(pack)) {
    const file = join(packFolder(packs, pack), path);
    mkdirSync(dirname(file), { recursive: true });
    copyFileSync(resolve(`@expo-google-fonts/${brush}`), file);
  }
}

const faceFor = (chain: readonly FontFace[] | null, character: string) =>
  chain?.find((face) => face.covers(character.codePointAt(0) ?? 0));

const names = [
  ...['محمد علي', 'דוד כהן', 'राहुल शर्मा', 'রহিম', 'முருகன்', 'สมชาย ใจดี', 'Հայկ', 'გიორგი', 'ሰላም', '🎓'],
  ...['ગુજરાતી', 'ਗੁਰਮੁਖੀ', 'ಕನ್ನಡ', 'తెలుగు', 'മലയാളം', 'සිංහල', 'ລາວ', 'ខ្មែរ', 'မြန်မာ', 'བོད', 'ଓଡ଼ିଆ', 'ދިވެހި'],
].flatMap((name) => name.split(' '));

describe('loadFonts', () => {
  it('loads the bundled families, each of which covers European names with its fallbacks', async () => {
    const fonts = await loadFonts();
    const bundled = [...catalogueFamilies.values()].filter(({ origin }) => origin.kind === 'bundled');
    expect(fonts.families.map(({ family }) => family)).toEqual(bundled.map(({ family }) => family));
    const alphabet = [...'aÑçłřșžßæøåđƠưẶΑωἈЖщЇђңƐɔŋ“—€№'];
    for (const { family } of fonts.families) {
      const chain = fonts.chain(family, 400, false) ?? [];
      const missing = alphabet.filter((letter) => !faceFor(chain, letter));
      expect([family, missing]).toEqual([family, []]);
    }
  });

  it('covers names in other scripts for every family, in regular and bold', async () => {
    const fonts = await loadFonts();
    for (const { family } of fonts.families) {
      for (const weight of [400, 700]) {
        const chain = fonts.chain(family, weight, false) ?? [];
        const missing = names.flatMap((name) => [...name]).filter((letter) => !faceFor(chain, letter));
        expect([family, weight, missing]).toEqual([family, weight, []]);
      }
    }
  });

  it.each([
    ['Newsreader', 'م', 'NotoNaskhArabic_700Bold.ttf'],
    ['Source Sans 3', 'م', 'NotoSansArabic_700Bold.ttf'],
    ['Great Vibes', 'ד', 'NotoSerifHebrew_700Bold.ttf'],
    ['Source Sans 3', 'ד', 'NotoSansHebrew_700Bold.ttf'],
    ['Source Serif 4', 'ส', 'noto-serif-thai-thai-700-normal.woff'],
    ['Source Sans 3', 'ส', 'NotoSansThai_700Bold.ttf'],
    ['Newsreader', 'ક', 'NotoSansGujarati_700Bold.ttf'],
  ])('falls back from %s for %s to %s', async (family, character, key) => {
    const fonts = await loadFonts();
    expect(faceFor(fonts.chain(family, 700, false), character)?.key).toBe(key);
  });

  it('does not use the European letters of a face for another script', async () => {
    const fonts = await loadFonts();
    const chain = fonts.chain('Newsreader', 400, false) ?? [];
    const arabic = chain.find(({ key }) => key.startsWith('NotoNaskh'));
    expect([arabic?.covers(0x645), arabic?.covers(0x61), arabic?.covers(0x31)]).toEqual([true, false, false]);
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

  it('adds the operator’s fonts as fallbacks for the bundled ones', async () => {
    const fonts = await loadFonts({ folder: folderWith({ 'brush.ttf': brush }) });
    expect(fonts.families.at(-1)).toMatchObject({ family: 'Yusei Magic', kind: 'operator' });
    expect(faceFor(fonts.chain('Newsreader', 400, false), '王')?.key).toBe('brush.ttf');
  });

  it('prefers the operator’s file of a family that is also in the catalogue', async () => {
    const folder = folderWith({
      'arabic.ttf': 'noto-naskh-arabic/500Medium/NotoNaskhArabic_500Medium.ttf',
    });
    const fonts = await loadFonts({ folder });
    expect(faceFor(fonts.chain('Source Sans 3', 400, false), 'م')?.key).toBe('arabic.ttf');
    expect(fonts.families.filter(({ family }) => family === 'Noto Naskh Arabic')).toMatchObject([
      { kind: 'operator', faces: [{ key: 'arabic.ttf' }] },
    ]);
  });

  it('skips a file that it cannot use and lists it with the reason', async () => {
    const folder = folderWith({ 'good.ttf': brush });
    writeFileSync(join(folder, 'bad.ttf'), 'not a font');
    writeFileSync(join(folder, 'notes.txt'), 'ignored');
    const fonts = await loadFonts({ folder });
    expect(fonts.refused.map(({ file }) => file)).toEqual(['bad.ttf']);
    expect(fonts.families.some(({ family }) => family === 'Yusei Magic')).toBe(true);
  });
});

describe('packs', () => {
  it('selects the pack of a character by the language of the text and the category of its family', async () => {
    const fonts = await loadFonts({ packs: emptyFolder() });
    const pack = (family: string, character: string, language?: string) =>
      faceFor(fonts.chain(family, 400, false, language), character)?.pack;
    expect(pack('Newsreader', '李')).toBe('Noto Serif SC');
    expect(pack('Source Sans 3', '李', 'es')).toBe('Noto Sans SC');
    expect(pack('Source Sans 3', '李', 'zh-TW')).toBe('Noto Sans TC');
    expect(pack('Source Sans 3', '李', 'ja')).toBe('Noto Sans JP');
    expect(pack('Source Sans 3', '李', 'ko')).toBe('Noto Sans KR');
    expect(pack('Source Sans 3', '김')).toBe('Noto Sans KR');
    expect(pack('Source Sans 3', 'は')).toBe('Noto Sans JP');
    expect(pack('Source Sans 3', 'は', 'zh')).toBe('Noto Sans SC');
    // 働 is not in the Korean packs.
    expect(pack('Source Sans 3', '働', 'ko')).toBe('Noto Sans TC');
    expect(pack('Source Sans 3', 'a', 'zh')).toBeUndefined();
    expect(pack('Noto Serif KR', 'a')).toBe('Noto Serif KR');
    expect(fonts.absent).toHaveLength(8);
  });

  it('choose ideograph forms by the other scripts in the text, unless the language determines them', async () => {
    const fonts = await loadFonts({ packs: emptyFolder() });
    const packsOf = (runs: TextRun[], locale: string) => {
      const box = textElement.parse({
        ...{ type: 'text', id: 'text', x: 0, y: 0, width: 400, height: 60, fontSize: 12 },
        ...{ fontFamily: 'Source Sans 3', paragraphs: [{ runs }] },
      });
      const { problems } = layoutText(box, fonts, { locale });
      const packOf = (of: string) =>
        problems.flatMap(({ problem }) =>
          problem.code === 'glyph_missing' && problem.character === of ? [problem.pack] : [],
        )[0];
      return packOf('山');
    };
    expect(packsOf([{ text: '山' }], 'es')).toBe('Noto Sans SC');
    expect(packsOf([{ text: '山のはな' }], 'es')).toBe('Noto Sans JP');
    expect(packsOf([{ text: '山' }, { text: 'ハナ' }], 'es')).toBe('Noto Sans JP');
    expect(packsOf([{ text: '김 山' }], 'es')).toBe('Noto Sans KR');
    expect(packsOf([{ text: '山のはな' }], 'zh-TW')).toBe('Noto Sans TC');
    expect(packsOf([{ text: '山', language: 'zh' }, { text: 'はな' }], 'es')).toBe('Noto Sans SC');
    expect(packsOf([{ text: '山', language: 'en' }, { text: 'はな' }], 'zh')).toBe('Noto Sans JP');
  });

  it('are added to a library that was loaded before they were installed', async () => {
    const packs = emptyFolder();
    const fonts = await loadFonts({ packs });
    const chain = () => fonts.chain('Newsreader', 700, false, 'ja');
    expect(faceFor(chain(), '花')?.pack).toBe('Noto Serif JP');
    installPack(packs, 'Noto Serif JP');
    const now = performance.now();
    vi.spyOn(performance, 'now').mockReturnValue(now + times.packCheckMs);
    expect(faceFor(chain(), '花')).toMatchObject({ key: 'NotoSerifJP_700Bold.ttf' });
    expect(faceFor(chain(), '花')?.pack).toBeUndefined();
    expect(fonts.families.at(-1)).toMatchObject({ family: 'Noto Serif JP', kind: 'pack' });
    expect(fonts.absent.map(({ name }) => name)).not.toContain('Noto Serif JP');
  });

  it('are not used for a character that belongs to an absent pack', async () => {
    const packs = emptyFolder();
    installPack(packs, 'Noto Sans JP');
    const fonts = await loadFonts({ packs });
    expect(faceFor(fonts.chain('Source Sans 3', 400, false, 'zh-CN'), '花')?.pack).toBe('Noto Sans SC');
  });
});

describe('the catalogue', () => {
  it('declares the weight and slope that each bundled file has', () => {
    for (const file of bundledFiles()) {
      const { italic, weight } = readFontFacts(readBundled(file));
      // Files of the lightest weights declare 250 or 275, because old systems emboldened lower values.
      const stated = file.weight < 300 ? weight < 300 : weight === file.weight;
      expect([file.key, italic, stated]).toEqual([file.key, file.italic, true]);
    }
  });

  it('declares only characters that every face of the family has', () => {
    for (const file of bundledFiles().filter(({ weight }) => weight === 400 || weight === 700)) {
      const coverage = coverageOf(file.family.family);
      if (!coverage) continue;
      const face = createFace(file.key, readBundled(file));
      const declared = Array.from({ length: 0x20000 }, (_, code) => code).filter((code) =>
        coverage.has(code),
      );
      expect([file.key, declared.length > 20]).toEqual([file.key, true]);
      expect([file.key, declared.filter((code) => !face.covers(code))]).toEqual([file.key, []]);
    }
  });
});
