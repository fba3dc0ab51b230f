import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes the table of confusables of `packages/store/src/tenants` from two files of Unicode: `confusables.txt` (UTS #39)
 * and `UnicodeData.txt` (UAX #44), both in one folder. Debian's source package `icu` has them in
 * `source/data/unidata`; no npm package has the table of this decade. After a change of the table tenants need a new version.
 */

/** Lower-case letters by the small capital that looks like them when case does not count. */
function smallCapitalsOf(unicodeData: string): Record<string, string> {
  const found = unicodeData.matchAll(/^([0-9A-F]+);LATIN LETTER SMALL CAPITAL ([A-Z]{1,2});/gm);
  return Object.fromEntries(Array.from(found, ([, code, letters]) => [code!, letters!.toLowerCase()]));
}

/** The code points of each prototype, both as hexadecimal code points. */
function prototypesOf(confusables: string): Record<string, string> {
  const prototypes = new Map<string, string[]>();
  for (const [, code, prototype] of confusables.matchAll(/^([0-9A-F]+) ;\t([0-9A-F ]+?) ;\tMA\t/gm)) {
    const known = prototypes.get(prototype!);
    if (known) known.push(code!);
    else prototypes.set(prototype!, [code!]);
  }
  return Object.fromEntries(
    [...prototypes].sort().map(([prototype, codes]) => [prototype, codes.sort().join(' ')]),
  );
}

export function tableOf(confusables: string, unicodeData: string): object {
  const version = /^# Version: (\S+)$/m.exec(confusables)?.[1];
  const notice = /^# (©.*)$/m.exec(confusables)?.[1];
  if (version === undefined || notice === undefined)
    throw new Error('confusables.txt has no version or no notice');
  return {
    notice: `${notice} Licence: confusables.licence.txt. Made by scripts/confusables.ts.`,
    unicode: version,
    sha256: createHash('sha256').update(confusables).digest('hex'),
    smallCapitals: smallCapitalsOf(unicodeData),
    prototypes: prototypesOf(confusables),
  };
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Error('Usage: node scripts/confusables.ts FOLDER');
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const table = tableOf(read('confusables.txt').replace(/^\ufeff/, ''), read('UnicodeData.txt'));
  const target = join(import.meta.dirname, '../packages/store/src/tenants/confusables.json');
  writeFileSync(target, `${JSON.stringify(table, null, 2)}\n`);
}
