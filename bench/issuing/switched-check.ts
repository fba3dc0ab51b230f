import { compileCheck as compile, type WriteCheck } from '../../packages/store/src/database/write-check.ts';

/** Whether writes are checked against their schema now. Only a bench that loads this file instead of the check sets it. */
export const writeChecks = { isOn: true, isLoaded: false };

/** The check of a collection's writes, which accepts everything while it is off. */
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
