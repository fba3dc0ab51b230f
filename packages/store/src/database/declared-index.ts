import type { Entity } from '@sello/contracts';

/** An index that an entity declares, as a query names it: the one way a query may name any. */
export type DeclaredIndex = Readonly<Record<string, 1>> & { readonly declared?: never };

/** The index of exactly these keys, in this order; absent when the entity declares none. */
export function declaredIndex(
  { indexes }: Pick<Entity, 'indexes'>,
  keys: readonly string[],
): DeclaredIndex | undefined {
  const wanted = keys.join();
  const isDeclared = indexes.some((index) => index.where === undefined && index.keys.join() === wanted);
  return isDeclared ? (Object.fromEntries(keys.map((key) => [key, 1])) as DeclaredIndex) : undefined;
}

/** The options of a read that name its index. */
export const byIndex = (index: DeclaredIndex | undefined) => (index === undefined ? {} : { hint: index });
