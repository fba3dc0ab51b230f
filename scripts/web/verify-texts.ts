import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages } from '../../packages/contracts/src/limits.ts';

const locales = join(import.meta.dirname, '../../web/src/i18n/locales');

/**
 * A build plugin: the texts of the verify page as a file of the build, so that the server writes the same sentences as the
 * page: into link previews, and for visitors without JavaScript.
 */
export function verifyTexts() {
  return {
    name: 'verify-texts',
    apply: 'build' as const,
    generateBundle(this: { emitFile(file: object): string }): void {
      const texts = Object.fromEntries(
        languages.map((language) => [
          language,
          JSON.parse(readFileSync(join(locales, language, 'verify.json'), 'utf8')) as unknown,
        ]),
      );
      this.emitFile({ type: 'asset', fileName: 'texts/verify.json', source: JSON.stringify(texts) });
    },
  };
}
