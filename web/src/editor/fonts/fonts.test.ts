import { expect, it } from 'vitest';
import { fontBytes } from '../../../../tests/font-answers.ts';
import { type FontList, openFonts } from './fonts.ts';

const family = (name: string, sha256: string): FontList['families'][number] => ({
  ...{ family: name, kind: 'bundled', faces: [{ weight: 400, italic: false, sha256 }] },
});
/** The families that every other one falls back to. */
const base = [
  family('Source Sans 3', 'SourceSans3_400Regular.ttf'),
  family('Gentium Book Plus', 'GentiumBookPlus_400Regular.ttf'),
];

it('knows an uploaded family once the list is fetched again, and keeps the files that it has', async () => {
  const lists = [base, [...base, family('Cordillera Titular', 'GreatVibes_400Regular.ttf')]];
  const fetched: string[] = [];
  const fonts = await openFonts({
    list: async () => ({ families: lists.shift()!, packs: [], own: [] }),
    async file(sha256) {
      fetched.push(sha256);
      return (await fontBytes(sha256))!;
    },
    words: async () => [],
  });
  expect(fonts.chain('Cordillera Titular', 400, false)).toBeNull();
  const open = async (name: string) => {
    try {
      return fonts.chain(name, 400, false);
    } catch (pending) {
      await (pending as { arrival: Promise<void> }).arrival;
      return fonts.chain(name, 400, false);
    }
  };
  await open('Source Sans 3');
  await fonts.reload();
  expect(fonts.list.families.map((one) => one.family)).toContain('Cordillera Titular');
  expect((await open('Cordillera Titular'))?.[0]?.key).toBe('GreatVibes_400Regular.ttf');
  await open('Source Sans 3');
  expect(fetched).toEqual(['SourceSans3_400Regular.ttf', 'GreatVibes_400Regular.ttf']);
});
