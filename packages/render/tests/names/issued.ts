import { fontPacks } from '@sello/design/fonts';
import type { FontLibrary } from '../../src/index.ts';
import { isFile, issue, type Misread, type Outcome, readBack } from './certificates.ts';
import { personNames } from './person-names.ts';
import { languages } from './words.ts';

/** Scripts whose letters only packs cover. */
const packed = new Set(['Hans', 'Hant', 'Jpan', 'Kore']);

export interface IssuedReport {
  names: number;
  /** Certificates issued with every pack. */
  certificates: number;
  errors: Record<string, number>;
  /** Without packs: the number of certificates with the same bytes, and of errors by code and pack. */
  sameWithoutPacks: number;
  errorsWithoutPacks: Record<string, number>;
  /** Number of names that pdftotext extracts unchanged after NFC. */
  extracted: number;
  /** Number of names in the structure tree of their file. */
  spoken: number;
}

export interface Issued {
  byLanguage: Record<string, IssuedReport>;
  misread: (Misread & { language: string })[];
  /** Messages; empty when all results are as expected. */
  faults: string[];
  /** Negative control: one file of each language compared with its name without the first letter; `found` differ. */
  control: { files: number; found: number };
}

/** Counts errors. An error without a character of the name, or without an existing pack, is a fault. */
function countErrors(outcomes: readonly Outcome[], faults: string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) {
    if (isFile(outcome)) continue;
    const { name, code, character, pack } = outcome;
    const key = pack ? `${code}: ${pack}` : code;
    counts[key] = (counts[key] ?? 0) + 1;
    const isNamed = character !== '' && name.normalize('NFC').includes(character);
    const isPack = fontPacks.some((one) => one.name === pack);
    if (code !== 'glyph_missing' || !isNamed || !isPack)
      faults.push(`${name} ended as ${code} with “${character}” and the pack “${pack}”`);
  }
  return counts;
}

/** Issues names of every language with all packs (null: not installed) and without packs, and extracts their text. */
export async function checkIssued(
  { count, seed }: { count: number; seed: number },
  fonts: { all: FontLibrary | null; bundled: FontLibrary },
  progress: (language: string) => void = () => undefined,
): Promise<Issued> {
  const issued: Issued = { byLanguage: {}, misread: [], faults: [], control: { files: 0, found: 0 } };
  for (const [language, script] of Object.entries(languages)) {
    const names = personNames(language, count, seed);
    const without = await issue(language, names, fonts.bundled);
    const outcomes = fonts.all ? await issue(language, names, fonts.all) : without;
    const files = outcomes.filter(isFile);
    const { misread, unspoken } = readBack(files);
    const faults: string[] = [];
    const missing = without.filter((outcome) => !isFile(outcome)).length;
    if (missing !== (packed.has(script) ? names.length : 0))
      faults.push(`${missing} of ${names.length} names have no glyph without packs`);
    faults.push(...unspoken.map((name) => `the structure does not say ${name}`));
    faults.push(...misread.map(({ name, read }) => `${name} is read as ${JSON.stringify(read)}`));
    const same = outcomes.filter((outcome, index) => {
      const other = without[index] as Outcome;
      return isFile(outcome) && isFile(other) && outcome.sha256 === other.sha256;
    }).length;
    if (same !== names.length - missing) faults.push('some bytes differ without packs');
    issued.byLanguage[language] = {
      names: names.length,
      certificates: files.length,
      errors: countErrors(outcomes, faults),
      sameWithoutPacks: same,
      errorsWithoutPacks: countErrors(without, faults),
      extracted: files.length - misread.length,
      spoken: files.length - unspoken.length,
    };
    issued.misread.push(...misread.map((one) => ({ language, ...one })));
    issued.faults.push(...faults.map((fault) => `${language}: ${fault}`));
    const [file] = files;
    if (file) {
      const swapped = readBack([{ ...file, name: [...file.name].slice(1).join('') }]);
      issued.control.files += 1;
      if (swapped.misread.length === 1 && swapped.unspoken.length === 1) issued.control.found += 1;
    }
    progress(language);
  }
  if (issued.control.found !== issued.control.files)
    issued.faults.push('a name with a letter less was not found out');
  return issued;
}
