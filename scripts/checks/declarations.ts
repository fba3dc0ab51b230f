import { join } from 'node:path';
import { wrongApiPage } from './api-page.ts';
import { missingLabels } from './labels.ts';
import { screensWithoutScene } from './screen-scenes.ts';
import { missingTexts } from './texts.ts';
import { unusedDeclarations } from './unused-declarations.ts';

export interface CheckResult {
  name: string;
  problems: string[];
}

/** What a declaration asks for in places that the type checker does not see. */
export function declarationChecks(root: string): CheckResult[] {
  return [
    { name: 'every field of a form is labelled', problems: missingLabels(root) },
    { name: 'every text is there in every language', problems: missingTexts(root) },
    { name: 'docs/api.md names every call', problems: wrongApiPage(root) },
    { name: 'every job is enqueued, every event published', problems: unusedDeclarations(root) },
    { name: 'every screen is pictured', problems: screensWithoutScene(root) },
  ];
}

if (import.meta.main) {
  const problems = declarationChecks(join(import.meta.dirname, '../..')).flatMap((check) => check.problems);
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
