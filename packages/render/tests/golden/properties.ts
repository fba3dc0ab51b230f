/** The part of a zod schema that defines its structure. */
export interface Schema {
  def: {
    type: string;
    innerType?: Schema;
    defaultValue?: unknown;
    element?: Schema;
    shape?: Readonly<Record<string, Schema>>;
    options?: readonly Schema[];
    discriminator?: string;
    entries?: Readonly<Record<string, string>>;
    values?: readonly unknown[];
  };
}

/** Properties with their own golden pictures: the elements of a page and of a group, and the pages. */
const describedElsewhere = new Set(['elements', 'pages']);
/** Properties that never change. */
const fixed = new Set(['type', 'version']);

/**
 * The properties of an object's schema as paths: `paragraphs.runs.fill`. An enum has one entry for each value other than
 * its default: `fit cover`.
 */
export function propertiesOf({ def }: Schema): string[] {
  return Object.entries(def.shape ?? {}).flatMap(([name, property]) =>
    fixed.has(name) || describedElsewhere.has(name) ? [] : within(name, property, undefined),
  );
}

const memberOf = (value: unknown, name: string) => (value as Record<string, unknown> | undefined)?.[name];

function within(path: string, { def }: Schema, standard: unknown): string[] {
  const beyondStandard = (values: readonly unknown[]) =>
    values.filter((value) => value !== standard).map((value) => `${path} ${value}`);
  switch (def.type) {
    case 'default':
      return within(path, def.innerType!, def.defaultValue);
    case 'nullable':
    case 'optional':
      return within(path, def.innerType!, standard);
    case 'enum':
      return beyondStandard(Object.values(def.entries!));
    case 'union': {
      const tag = def.discriminator;
      if (tag === undefined) return beyondStandard(def.options!.flatMap((option) => option.def.values!));
      return def.options!.flatMap((option) => {
        const { [tag]: kind, ...others } = option.def.shape!;
        const isUsual = kind!.def.values![0] === memberOf(standard, tag);
        const own = Object.entries(others).flatMap(([name, property]) =>
          within(`${path}.${name}`, property, undefined),
        );
        return [...(isUsual ? [] : [`${path} ${kind!.def.values![0]}`]), ...own];
      });
    }
    case 'array':
      return def.element!.def.type === 'object' ? within(path, def.element!, undefined) : [path];
    case 'object':
      return Object.entries(def.shape!).flatMap(([name, property]) =>
        within(`${path}.${name}`, property, memberOf(standard, name)),
      );
    default:
      return [path];
  }
}

/** The paths at which two values differ, without array indexes. */
export function differencesOf(one: unknown, other: unknown, path = ''): string[] {
  if (Object.is(one, other)) return [];
  const isTree = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null;
  if (!isTree(one) || !isTree(other)) return [path];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].flatMap((name) => {
    const isPlace = Array.isArray(one) && Array.isArray(other);
    const at = isPlace ? path : path === '' ? name : `${path}.${name}`;
    return differencesOf(one[name], other[name], at);
  });
}
