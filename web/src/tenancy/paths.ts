/**
 * The address of a pattern such as `/items/:id?`. An optional parameter that is not given leaves its segment
 * out; a missing required one is an error.
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

/** The parameters of a path that the pattern matches (case and a trailing slash are ignored), else undefined. */
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

/** A segment with an incomplete escape is taken as it is written. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
