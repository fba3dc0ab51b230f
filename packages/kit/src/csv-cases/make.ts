import { writeFileSync } from 'node:fs';
import { savedByLibreOffice } from './libreoffice.ts';

// Writes the CSV files in this folder: the same table as different programs save it, and
// tables that are refused. What each must give is beside it, in a .json file that is written by hand.
// Those of LibreOffice are saved by it (7.4 was used); they stay as they are where it is not installed.

const folder = new URL('./', import.meta.url);
const bom = '\uFEFF';

const latin1 = (text: string) => Uint8Array.from([...text].map((letter) => letter.charCodeAt(0)));
const utf16 = (text: string) => {
  const bytes = new Uint8Array(2 + 2 * text.length);
  bytes.set([0xff, 0xfe]);
  for (let at = 0; at < text.length; at++) {
    bytes[2 + 2 * at] = text.charCodeAt(at) & 255;
    bytes[3 + 2 * at] = text.charCodeAt(at) >> 8;
  }
  return bytes;
};

const files: Record<string, string | Uint8Array> = {
  'semicolon-two-columns': 'fullName;idNumber\nAna;1\n',
  'tab-two-columns': 'fullName\tidNumber\nAna\t1\n',
  'decimal-commas': 'fullName;scoreNumeric\nAna;9,1\nLuis;8,4\n',
  'quoted-decimal-comma': 'fullName,scoreNumeric\nAna,"9,1"\n',
  'one-column-with-commas': 'fullName\n"Ruiz, Ana"\n"Paz, Luis"\n',
  'semicolon-names-with-commas': 'fullName;idNumber\n"Ruiz, Ana";1\nPaz, Luis, hijo;2\n',
  'sep-line': 'sep=;\r\nfullName;idNumber\r\nAna;1\r\n\r\nLuis;2\r\n',
  'excel-spanish': latin1('fullName;idNumber;scoreNumeric\r\nÍñigo Núñez;05318842-Q;9,1\r\n'),
  'excel-unicode-text': utf16('fullName\tidNumber\r\nÑahui, María\t1\r\n'),
  'excel-utf8': `${bom}fullName;idNumber\r\n"Ana ""la Mayor"" Ruiz";1\r\n`,
  'quotes-with-line-breaks': 'fullName,note\nAna,"two\nlines"\n\nLuis,x\n',
  'hostile-names': 'fullName,constructor,hasOwnProperty,toString\nAna,a,b,c\n',
  'proto-column': 'fullName,__proto__\nAna,x\n',
  'equal-columns': 'fullName,note,note\nAna,a,b\n',
  'many-columns': `fullName,${Array.from({ length: 10_000 }, (_, at) => `c${at}`).join(',')}\nAna\n`,
  'no-name-column': 'name;idNumber\nAna;1\n',
  empty: '',
  'header-alone': 'fullName;idNumber\n',
  'open-quote': 'fullName\n"Ana\nLuis\n',
  'corrected-errors': `${bom}fullName,note,sello_error\r\nAna,'=1+1,The end date is before the start date\r\n`,
};

const saved = savedByLibreOffice();
if (saved === undefined) console.error('LibreOffice is not here: its files stay as they are.');
for (const [name, bytes] of Object.entries(saved ?? {})) files[`libreoffice-${name}`] = bytes;

for (const [name, content] of Object.entries(files)) writeFileSync(new URL(`${name}.csv`, folder), content);
