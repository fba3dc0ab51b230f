import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const all = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
let axe: string | undefined;

/** What axe finds in an open page, in both colour schemes; these differ in their colours alone. */
export async function violationsIn(page: Page): Promise<string[]> {
  axe ??= await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  await page.evaluate(axe);
  const violations: string[] = [];
  for (const [colorScheme, rules] of [
    ['light', all],
    ['dark', ['color-contrast']],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    const found = await page.evaluate<string[]>(`axe.run(document, {
      runOnly: ${JSON.stringify(rules)},
    }).then(({ violations }) => violations.map(({ id, nodes: [{ target, html, failureSummary }] }) =>
      id + ': ' + target.join(' ') + ', ' + html.slice(0, 300) + ', ' + failureSummary))`);
    violations.push(...found.map((violation) => `${colorScheme}: ${violation}`));
  }
  return violations;
}
