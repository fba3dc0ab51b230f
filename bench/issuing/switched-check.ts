import { compileCheck as compile, type WriteCheck } from '../../packages/store/src/database/write-check.ts';

/** Whether writes are held against their schema just now; only a bench that loads this file in place of the check switches it. */
export const writeChecks = { isOn: true, isLoaded: false };

/** The check of a collection's writes, which passes everything while it is switched off. */
export function compileCheck(...given: Parameters<typeof compile>): WriteCheck {
  const check = compile(...given);
  writeChecks.isLoaded = true;
  return {
    row: (row) => writeChecks.isOn && check.row(row),
    update: (update) => writeChecks.isOn && check.update(update),
    upsert: (filter, update) => writeChecks.isOn && check.upsert(filter, update),
    filter: (filter) => writeChecks.isOn && check.filter(filter),
  };
}
