import { textElement } from '@sello/contracts';
import { layoutText, plainText, type TextBox } from '@sello/design';
import { median } from '../../../bench/measure/median.ts';
import type { Row } from '../../../scripts/bench.ts';
import { type FontLibrary, loadFonts } from '../src/index.ts';
import { faceOf, fileOf } from '../tests/languages/faces.ts';

const rounds = 9;
const names = 3_000;

/** Syllables that names are made of: no two names of a run are equal, so that no remembered shape serves another. */
const syllables = {
  Latin: [
    'Lu',
    'cía',
    'Fer',
    'nan',
    'da ',
    'Quis',
    'pe ',
    'Ma',
    'ma',
    'ni ',
    'Ál',
    'va',
    'rez ',
    'Ṣo',
    'lá',
    'Ñu',
    'ño ',
  ],
  Arabic: ['محمد ', 'عبد', 'الله ', 'فاط', 'مة ', 'الز', 'هراء ', 'بن ', 'سعيد ', 'حسن', 'ين ', 'خا', 'لد '],
  Chinese: ['李', '小', '王', '美', '林', '建', '国', '文', '明', '山', '田', '中', '子', '花', '月'],
};

function namesOf(script: keyof typeof syllables, count: number, seed: number): string[] {
  const parts = syllables[script];
  let state = seed;
  return Array.from({ length: count }, () => {
    let name = '';
    while (name.length < 40) {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      name += parts[(state >>> 8) % parts.length];
    }
    return name.slice(0, 40);
  });
}

/** A name on one line that may shrink, as the built-in templates have it. */
const nameBox = (text: string, fontFamily: string): TextBox =>
  textElement.parse({
    ...{ type: 'text', id: 'name', x: 0, y: 0, width: 700, height: 80, fontFamily, fontSize: 32 },
    ...{ paragraphs: plainText(text), fit: 'shrink', maxLines: 1 },
  });

/** Layouts of names of 40 characters, one core, every name another one: per second of processor time, medians. */
export async function bench(): Promise<Row[]> {
  const library = await loadFonts();
  const fonts: FontLibrary = library;
  const one = (family: string) => ({ chain: () => [faceOf(family)] });
  const subjects = [
    { script: 'Latin' as const, fonts, family: 'Newsreader', locale: 'es' },
    { script: 'Arabic' as const, fonts: one('Noto Naskh Arabic'), family: 'Arabic', locale: 'ar' },
    {
      script: 'Chinese' as const,
      fonts: one(fileOf('Noto Sans SC') ? 'Noto Sans SC' : 'Yusei Magic'),
      family: 'Han',
      locale: 'zh',
    },
  ];
  const times = new Map(subjects.map(({ script }) => [script, [] as number[]]));
  for (let round = 0; round < rounds; round += 1) {
    for (const { script, fonts: own, family, locale } of subjects) {
      const boxes = namesOf(script, names, round * 7 + 1).map((name) => nameBox(name, family));
      const setting = { locale };
      const start = process.cpuUsage();
      for (const box of boxes) layoutText(box, own, setting);
      const { user, system } = process.cpuUsage(start);
      times.get(script)?.push((user + system) / names);
    }
  }
  return subjects.map(({ script }) => ({
    name: `lay out a name of 40 characters: ${script}`,
    value: Math.round(1e6 / median(times.get(script) ?? [])),
    unit: 'layouts/s',
    beside: {},
  }));
}

if (import.meta.main) console.table((await bench()).map(({ beside, ...row }) => ({ ...row, ...beside })));
