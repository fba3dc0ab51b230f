import { type Element, elementsOf, TYPE } from './elements.ts';
import { CommandError, notSupported } from './errors.ts';

/** Conditions that match no particular element of an array, which the positional operator needs. */
const NEGATIVE = new Set(['$ne', '$nin', '$not', '$exists']);

/**
 * Refuses an update that DocumentDB would apply to other elements of an array than MongoDB.
 * @param update the update document; null, or a value without operators, is accepted
 */
export function refuseUpdate(query: Buffer | null, update: Buffer | null): void {
  if (!update) return;
  if (update.includes('$pull\0')) refusePulls(update);
  if (query && (update.includes('.$\0') || update.includes('.$.'))) refusePositions(query, update);
}

function operators(update: Buffer): Element[] {
  return elementsOf(update).filter(({ type, name }) => type === TYPE.document && name.startsWith('$'));
}

function refusePulls(update: Buffer): void {
  for (const { name, value } of operators(update)) {
    if (name === '$pull' && elementsOf(value).some(({ type }) => type === TYPE.regex)) {
      throw notSupported('$pull by a regular expression (write { $in: [regular expression] })');
    }
  }
}

function refusePositions(query: Buffer, update: Buffer): void {
  for (const { value } of operators(update)) {
    for (const { name } of elementsOf(value)) {
      const path = /^(.+?)\.\$(\.|$)/.exec(name)?.[1];
      if (path && onlyNegative(conditionsOn(query, path))) {
        const message = 'The positional operator did not find the match needed from the query.';
        throw new CommandError('BadValue', message);
      }
    }
  }
}

/** The query's conditions on an array or its elements. */
function conditionsOn(query: Buffer, path: string): Element[] {
  return elementsOf(query).flatMap((condition) => {
    if (condition.name === path || condition.name.startsWith(`${path}.`)) return [condition];
    if (condition.name !== '$and' || condition.type !== TYPE.array) return [];
    return elementsOf(condition.value).flatMap(({ value }) => conditionsOn(value, path));
  });
}

function onlyNegative(conditions: Element[]): boolean {
  return conditions.length > 0 && conditions.every(isNegative);
}

function isNegative({ type, value }: Element): boolean {
  if (type !== TYPE.document) return false;
  const names = elementsOf(value).map(({ name }) => name);
  return names.length > 0 && names.every((name) => NEGATIVE.has(name));
}
