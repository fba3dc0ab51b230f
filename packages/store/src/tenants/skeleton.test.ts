import { expect, it } from 'vitest';
import { looksLike, skeletonOf, skeletonsOf } from './skeleton.ts';

const real = skeletonOf('Instituto Cordillera');

it.each([
  'INSTITUTO  CORDILLERA',
  'Instituto-Cordillera.',
  'Іnstіtutо Соrdіllеrа',
  'lnstituto CordiIIera',
  'Instituto Córdillera',
  '𝐈𝐧𝐬𝐭𝐢𝐭𝐮𝐭𝐨 𝐂𝐨𝐫𝐝𝐢𝐥𝐥𝐞𝐫𝐚',
  'Ιnstituto Cordillera',
  'Instituto\u200b Cordillera',
])('a look-alike of a name has the same skeleton: %s', (name) => {
  expect(skeletonOf(name)).toBe(real);
});

it.each(['Instituto Cordoba', 'Academia Cordillera', 'Instituto del Mar', 'معهد الجبال', '山脉学院'])(
  'a different name has a different skeleton: %s',
  (name) => {
    expect(skeletonOf(name)).not.toBe(real);
    expect(skeletonOf(name)).not.toBe('');
    expect(looksLike(skeletonOf(name), real)).toBe(false);
  },
);

it('a name with a letter more or less is similar', () => {
  for (const name of [
    'Instituto Cordilllera',
    'Institutto Cordillera',
    'Instituto Cordilera',
    'Instituto Cordillerra',
  ])
    expect(looksLike(skeletonOf(name), real)).toBe(true);
  expect(looksLike(skeletonOf('UNAM'), skeletonOf('UNAN'))).toBe(false);
});

/** Whether the guard takes one for the other. */
const isConfusable = (one: string, other: string): boolean =>
  skeletonsOf(one).some((skeleton) => skeletonsOf(other).includes(skeleton));

it.each([
  ['a Hangul filler as a space', 'Instituto\u3164Cordillera'],
  ['a filler that no font draws', 'Instituto\u115fCordillera'],
  ['a half-width filler', 'Instituto Cordillera\uffa0'],
  ['a blank Braille pattern', 'Instituto\u2800Cordillera'],
  ['a combining grapheme joiner', 'Insti\u034ftuto Cordillera'],
  ['a soft hyphen', 'Insti\u00adtuto Cordillera'],
  ['a variation selector', 'Instituto Cordillera\ufe0e'],
  ['a final kashida', 'Instituto Cordillera\u0640'],
  ['a mark that is drawn nowhere', 'Instituto\u0489 Cordillera\u17b4'],
  ['a spacing modifier', 'Instituto Cordillera\u02d1'],
  ['a bar between the words', 'Instituto | Cordillera'],
  ['the words in another order', 'Cordillera Instituto'],
  ['a claim', 'Instituto Cordillera (verified)'],
  ['a claim in Spanish', 'Instituto Cordillera verificado'],
  ['a claim in Portuguese in front', 'Oficial: Instituto Cordillera'],
  ['a check mark', 'Instituto Cordillera ✔\ufe0f'],
])('a name is taken for one that differs from it by %s', (_, name) => {
  expect(isConfusable(name, 'Instituto Cordillera')).toBe(true);
});

it('Cherokee letters, large or small, and small capitals are taken for the Latin ones that they look like', () => {
  for (const name of ['ᎪᏟᎪᎠᎬᎷIᎪ', 'Ꭺcademia', 'ꭺꮯꭺꭰꭼꮇɪꭺ', 'ᴀᴄᴀᴅᴇᴍɪᴀ'])
    expect(isConfusable(name, 'Academia'), name).toBe(true);
  // The small letter of a Greek capital looks like another Latin one.
  expect(isConfusable('Ηarvard', 'Harvard')).toBe(true);
});

it('a name in another case is taken for it in every script', () => {
  for (const [one, other] of [
    ['Πανεπιστήμιο Αθηνών', 'ΠΑΝΕΠΙΣΤΉΜΙΟ ΑΘΗΝΏΝ'],
    ['Московский институт', 'МОСКОВСКИЙ ИНСТИТУТ'],
    ['Straße der Künste', 'STRASSE DER KÜNSTE'],
    ['\u0645\u0639\u0647\u062f', '\u0645\u0640\u0640\u0639\u0647\u062f'],
  ] as const)
    expect(isConfusable(one, other), `${one}, ${other}`).toBe(true);
});

it.each([
  ['Colegio Oficial de Médicos de Madrid', 'Colegio Oficial de Médicos de Sevilla'],
  ['Institute of Certified Public Accountants', 'Institute of Public Accountants'],
  ['Instituto Cordillera de Lima', 'Instituto Cordillera'],
  ['Universidad del Norte', 'Universidad del Sur'],
  ['山脉学院', '海洋学院'],
  ['★', '✦'],
])('two institutions stay two: %s, %s', (one, other) => {
  expect(isConfusable(one, other)).toBe(false);
});

it('stored skeletons are these: when they change, tenants need a new version', () => {
  expect(skeletonsOf('Instituto Cordillera (Oficial)', 'Ηarvard 1636')).toEqual([
    'lnstltutocordllleraoflclal',
    'cordlllera lnstltuto',
    'harvardl636',
    'harvard l636',
    'narvardl636',
    'l636 narvard',
  ]);
});
