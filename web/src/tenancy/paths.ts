/**
 * The path of a pattern such as `/items/:id?`. A missing optional parameter drops its segment; throws when a required
 * one is missing.
 */
export function fillPath(pattern: string, params: Readonly<Record<string, string | null | undefined>> = {}) {
  const segments = pattern.split('/').flatMap((segment) => {
    const [, name, optional] = /^:(\w+)(\?)?$/.exec(segment) ?? [];
    if (name === undefined) return segment;
    const value = params[name];
    if (value) return encodeURIComponent(value);
    if (optional) return [];
    throw new Error(`The path ${pattern} lacks ${name}`);
  });
  return segments.join('/') || '/';
}

/**
 * The decoded parameters of a path, or undefined when the pattern does not match. Case and a trailing slash are
 * ignored.
 */
export function matchPath(pattern: string, pathname: string): Record<string, string> | undefined {
  const source = pattern
    .split('/')
    .slice(1)
    .map((segment) =>
      segment.startsWith(':')
        ? segment.replace(/^:(\w+)(\??)$/, (_, name, optional) =>
            optional ? `(?:/(?<${name}>[^/]+))?` : `/(?<${name}>[^/]+)`,
          )
        : segment && `/${segment}`,
    )
    .join('');
  const groups = new RegExp(`^${source}/?$`, 'i').exec(pathname);
  if (!groups) return undefined;
  const given = Object.entries(groups.groups ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, decoded(value)]));
}

/** A malformed escape is left as it is. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
