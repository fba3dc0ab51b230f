import { join } from 'node:path';
import { wrongAddress } from './address.ts';
import { wrongApiPage } from './api-page.ts';
import { missingLabels } from './labels.ts';
import { screensWithoutScene } from './screen-scenes.ts';
import { wrongSpelling } from './spelling.ts';
import { wrongStoredFields } from './stored-fields.ts';
import { missingTexts } from './texts.ts';
import { unusedDeclarations } from './unused-declarations.ts';

export interface CheckResult {
  name: string;
  problems: string[];
}

/** Checks for parts of a declaration that the type checker does not see. */
export function declarationChecks(root: string): CheckResult[] {
  return [
    { name: 'every field of a form has a label', problems: missingLabels(root) },
    { name: 'every text exists in every language', problems: missingTexts(root) },
    { name: 'every text addresses people in the same way', problems: wrongAddress(root) },
    { name: 'every text has one spelling and one word for one thing', problems: wrongSpelling(root) },
    { name: 'docs/api.md names every call', problems: wrongApiPage(root) },
    { name: 'every job is enqueued, every event published', problems: unusedDeclarations(root) },
    { name: 'stored documents follow their declarations', problems: wrongStoredFields(root) },
    { name: 'every screen has a scene for screenshots', problems: screensWithoutScene(root) },
  ];
}

if (import.meta.main) {
  const problems = declarationChecks(join(import.meta.dirname, '../..')).flatMap((check) => check.problems);
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
