import { expect, it } from 'vitest';
import { tableOf } from './confusables.ts';

const confusables = `# confusables.txt
# © 2025 Unicode®, Inc.
# Version: 17.0.0
0441 ;\t0063 ;\tMA\t# ( с → c ) CYRILLIC SMALL LETTER ES → LATIN SMALL LETTER C\t#
03F2 ;\t0063 ;\tMA\t# ( ϲ → c ) GREEK LUNATE SIGMA SYMBOL → LATIN SMALL LETTER C\t#
006D ;\t0072 006E ;\tMA\t# ( m → rn ) LATIN SMALL LETTER M → LATIN SMALL LETTER R, LATIN SMALL LETTER N\t#
`;
const unicodeData = `1D04;LATIN LETTER SMALL CAPITAL C;Ll;0;L;;;;;N;;;;;
1D03;LATIN LETTER SMALL CAPITAL BARRED B;Ll;0;L;;;;;N;;;;;
`;

it('the table of confusables has every line of Unicode, its version and its notice', () => {
  expect(tableOf(confusables, unicodeData)).toMatchObject({
    notice: expect.stringContaining('© 2025 Unicode®, Inc.'),
    unicode: '17.0.0',
    smallCapitals: { '1D04': 'c' },
    prototypes: { '0063': '03F2 0441', '0072 006E': '006D' },
  });
  expect(() => tableOf('', unicodeData)).toThrow('no version');
});
