import type { Design } from '@sello/contracts';
import { batchPrefix, batchVariablesOf } from '@sello/design';
import { AppError } from '@sello/kit';

type Values = Readonly<Record<string, string>>;

/**
 * The values to store with a batch whose rows print these designs; blank ones are left out. Throws
 * `batch_value_unknown` {variable} for a name that no design has, and `batch_value_missing` as `requireBatchValues` does.
 */
export function batchValuesFor(designs: readonly Design[], given: Values): Values | undefined {
  const known = new Set(designs.flatMap((design) => [...batchVariablesOf(design).keys()]));
  const values = Object.fromEntries(Object.entries(given).filter(([, value]) => value.trim() !== ''));
  for (const name of Object.keys(given)) {
    // Without a design all rows have failed already, each with its own error.
    if (!known.has(name) && designs.length > 0) throw errorOf('batch_value_unknown', name);
  }
  requireBatchValues(designs, values);
  return Object.keys(values).length > 0 ? values : undefined;
}

/** Throws `batch_value_missing` {variable} for a variable that a design prints, that is not optional and has no value. */
export function requireBatchValues(designs: readonly Design[], values: Values): void {
  for (const design of designs) {
    for (const [name, { required }] of batchVariablesOf(design)) {
      if (required && !Object.hasOwn(values, name)) throw errorOf('batch_value_missing', name);
    }
  }
}

function errorOf(code: 'batch_value_missing' | 'batch_value_unknown', name: string): AppError {
  return new AppError(code, { details: { variable: `${batchPrefix}${name}` } });
}
