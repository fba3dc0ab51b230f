/** The value of a property that selected elements do not share. */
export const mixed = Symbol('mixed');

/** A value that all selected elements have, or `mixed`. */
export type Shared<Value> = Value | typeof mixed;

/** The value that all have; undefined when there are none. Lists and objects are equal by what they hold. */
export function sharedOf<Value>(values: readonly Value[]): Shared<Value> | undefined {
  const [first] = values;
  if (values.length === 0) return undefined;
  const isOne = (value: Value) =>
    value === first || (typeof value === 'object' && JSON.stringify(value) === JSON.stringify(first));
  return values.every(isOne) ? first : mixed;
}
