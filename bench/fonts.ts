import type { DesignElementInput, DesignInput } from '@sello/contracts';
import { defineDesign, plainText } from '@sello/design';
import { catalogueFamilies } from '@sello/design/fonts';
import { loadFonts } from '@sello/render';
import type { Row } from '../scripts/bench.ts';
import {
  addSigningCertificate,
  addStudents,
  addTemplate,
  buildStudent,
  createBatch,
  followBatch,
  killWorker,
  openFixture,
  spawnWorker,
} from '../services/render-worker/tests/fixture.ts';
import { memoryOf } from './measure/memory.ts';

const rowsPerTemplate = 60;
const patienceMs = 600_000;
const languages = ['zh-Hans', 'zh-Hant', 'ja', 'ko'];
/** Where `npm run fetch-fonts` puts packs, unless FONT_PACKS names another folder. */
const defaultPacks = `${process.env.XDG_CACHE_HOME ?? `${process.env.HOME}/.cache`}/sello/fonts`;

/** Words of each script that the catalogue sets; ideographs in the forms of four languages. */
const words = [
  ...[
    '李小龙 王美丽',
    '陳大文 林志明',
    '山田花子 はなこ',
    '김철수 박지영',
    'محمد علي',
    'דוד כהן',
    'राहुल शर्मा',
  ],
  ...['রহিম উদ্দিন', 'முருகன்', 'สมชาย ใจดี', 'Հայկ', 'გიორგი', 'ሰላም ተስፋዬ', 'Дмитрий', 'Μαρία', 'Nguyễn Ánh'],
  ...[
    'ગુજરાતી',
    'ਗੁਰਮੁਖੀ',
    'ಕನ್ನಡ',
    'ភាសាខ្មែរ',
    'ພາສາລາວ',
    'മലയാളം',
    'မြန်မာ',
    'ଓଡ଼ିଆ',
    'සිංහල',
    'తెలుగు',
    'ދިވެހި',
    'བོད་ཡིག',
    '🎓🎉',
  ],
];

const latinWords = ['María Ñáñez', 'Lucía Quispe', 'João Pereira', 'Ana Ruiz', 'Nguyễn Ánh', 'Łukasz Żak'];

/** A name in every script on every certificate, in one family, weight and language. */
function designIn(family: string, weight: number, language: string, own = words): DesignInput {
  const texts = ['{{fullName}}', ...own].map(
    (text, index): DesignElementInput => ({
      ...{ type: 'text', id: `t${index}`, x: 20, y: 10 + index * 18, width: 550, height: 18 },
      ...{ paragraphs: plainText(text), fontFamily: family, fontWeight: weight, fontSize: 12, language },
    }),
  );
  return { version: 2, pages: [{ id: 'page', width: 595, height: 842, elements: texts }] };
}

/**
 * Memory of one render-worker process that has issued names in every script, in every bundled family and every pack,
 * regular and bold, by languages whose ideographs come from each pack.
 */
export async function bench(): Promise<Row[]> {
  const packs = process.env.FONT_PACKS ?? defaultPacks;
  const { absent } = await loadFonts({ packs });
  if (absent.length > 0) throw new Error(`fetch the font packs first: ${absent.map(({ name }) => name)}`);
  const fixture = await openFixture();
  const worker = spawnWorker({ ...fixture.env, FONT_PACKS: packs });
  try {
    const signing = await addSigningCertificate(fixture);
    const studentsOf = (names: readonly string[], key: string) =>
      Array.from({ length: rowsPerTemplate }, (_, index) =>
        buildStudent(index, {
          idNumber: `${key}-${index}`,
          fullName: `${names[index % names.length]} ${names[(index * 7) % names.length]}`,
        }),
      );
    const latin = await addStudents(fixture, studentsOf(latinWords, 'latin'));
    const all = await addStudents(fixture, studentsOf(words, 'all'));

    /** Issues all names in each of these designs; returns how many certificates that were. */
    async function issue(
      items: typeof all,
      designs: readonly Parameters<typeof designIn>[],
    ): Promise<number> {
      let issued = 0;
      for (const of of designs) {
        const design = defineDesign(designIn(...of));
        const template = await addTemplate(fixture.store, fixture.tenantId, of.slice(0, 3).join(' '), design);
        const rows = items.map((item) => ({ ...item, ...template }));
        const start = () => createBatch(fixture, 'generate', rows, signing);
        const { batch } = await followBatch(fixture, start, patienceMs);
        if (batch.failed > 0)
          throw new Error(`${batch.failed} certificates failed in ${of.slice(0, 3).join(' ')}`);
        issued += batch.done;
      }
      return issued;
    }

    const weights = [400, 700] as const;
    // The packs of a language stand in for its ideographs, with serifs and without.
    const everyPack = languages.flatMap((language) =>
      ['Newsreader', 'Source Sans 3'].flatMap((family) =>
        weights.map((weight) => [family, weight, language] as const),
      ),
    );
    const everyFamily = [...catalogueFamilies.keys()].flatMap((family, index) =>
      weights.map((weight) => [family, weight, languages[index % languages.length]!] as const),
    );
    const row = (name: string, value: number, unit: string): Row => ({ name, value, unit, beside: {} });
    const memory = (when: string) => [
      row(`render-worker ${when}`, memoryOf(worker.pid!, 'VmRSS'), 'MB'),
      row(`render-worker ${when}, peak`, memoryOf(worker.pid!, 'VmHWM'), 'MB'),
    ];
    const rows = memory('before its first certificate').slice(0, 1);
    // What issuing takes without any other script, so that the share of the fonts can be seen.
    const plain = await issue(
      latin,
      everyPack.map((of) => [...of, words.map((_, index) => latinWords[index % latinWords.length]!)]),
    );
    rows.push(
      ...memory(`after ${plain} certificates in ${everyPack.length} templates with Latin letters alone`),
    );
    const first = await issue(
      all,
      everyPack.map((of) => [...of]),
    );
    rows.push(
      ...memory(`after ${first} more in ${everyPack.length} templates, all 16 faces of packs in use`),
    );
    const second = await issue(
      all,
      everyFamily.map((of) => [...of]),
    );
    rows.push(
      ...memory(
        `after ${second} more in ${everyFamily.length} templates, every family in two weights in use`,
      ),
    );
    return rows;
  } finally {
    await killWorker(worker);
    await fixture.close();
  }
}
