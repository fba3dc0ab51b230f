import { expect, it } from 'vitest';
import { looksLike, skeletonOf } from './skeleton.ts';

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
