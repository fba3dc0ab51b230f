import { isAppError, toRowError } from '@sello/kit';
import type { LayoutReport } from '../layout-check.ts';
import type { StampRow } from '../values.ts';

/** After so many rows of a design in succession exceeded the budget, the next ones fail without an attempt. */
const maxOverruns = 3;

/**
 * Checks rows together, within the budget of one row. If they exceed it, each is checked by itself with the whole budget,
 * as it would be when it is issued, and one that exceeds it has the error `template_too_heavy`. Throws every other error.
 */
export async function checkRows(
  rows: readonly StampRow[],
  check: (rows: readonly StampRow[]) => Promise<LayoutReport[]>,
  /** Throws the errors of the template itself, which are those of every row. */
  compile: () => Promise<unknown>,
): Promise<LayoutReport[]> {
  try {
    return await check(rows);
  } catch (error) {
    if (!isAppError(error, 'template_too_heavy')) throw error;
  }
  await compile();
  const reports: LayoutReport[] = [];
  let overruns = 0;
  let tooHeavy: unknown;
  for (const row of rows) {
    if (overruns < maxOverruns) {
      try {
        reports.push(...(await check([row])));
        overruns = 0;
        continue;
      } catch (error) {
        if (!isAppError(error, 'template_too_heavy')) throw error;
        tooHeavy = error;
        overruns++;
      }
    }
    reports.push({ warnings: [], errors: [toRowError(tooHeavy)] });
  }
  return reports;
}
