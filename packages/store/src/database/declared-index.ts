import type { Entity } from '@sello/contracts';

/** An index that an entity declares, as the hint of a query. Only `declaredIndex` creates one. */
export type DeclaredIndex = Readonly<Record<string, 1>> & { readonly declared?: never };

/**
 * The index of exactly these keys, in this order, without a partial filter; `undefined` when the entity declares none.
 */
export function declaredIndex(
  { indexes }: Pick<Entity, 'indexes'>,
  keys: readonly string[],
): DeclaredIndex | undefined {
  const wanted = keys.join();
  const isDeclared = indexes.some((index) => index.where === undefined && index.keys.join() === wanted);
  return isDeclared ? (Object.fromEntries(keys.map((key) => [key, 1])) as DeclaredIndex) : undefined;
}

/** Read options that select the index. */
export const byIndex = (index: DeclaredIndex | undefined) => (index === undefined ? {} : { hint: index });
