/** One stanza of a Debian package index, with the fields that resolving dependencies needs. */
export interface DebPackage {
  name: string;
  version: string;
  depends: string[][];
  provides: string[];
  filename: string;
  size: number;
  sha256: string;
}

/** The clauses of a Depends field, each a list of alternatives, without versions and architectures. */
export function parseDepends(field: string): string[][] {
  return field
    .split(',')
    .map((clause) =>
      clause
        .split('|')
        .map((name) =>
          name
            .replace(/\(.*?\)|\[.*?\]|<.*?>/g, '')
            .replace(/:.*$/, '')
            .trim(),
        )
        .filter(Boolean),
    )
    .filter((clause) => clause.length > 0);
}

/**
 * Parses an uncompressed Packages index. For a name that occurs twice the first stanza is used. Parsing bytes takes a
 * third of the memory that text takes for the index of a whole distribution.
 */
export function parseIndex(index: Buffer | string): Map<string, DebPackage> {
  const bytes = typeof index === 'string' ? Buffer.from(index) : index;
  const packages = new Map<string, DebPackage>();
  for (let start = 0; start < bytes.length; ) {
    const blank = bytes.indexOf('\n\n', start);
    const stanza = bytes.subarray(start, blank < 0 ? bytes.length : blank);
    start += stanza.length + 2;
    const field = (name: string): string => {
      const label = `${name}: `;
      const at = stanza.indexOf(label) === 0 ? 0 : stanza.indexOf(`\n${label}`) + 1;
      if (at === 0 && stanza.indexOf(label) !== 0) return '';
      const end = stanza.indexOf('\n', at);
      return stanza.toString('utf8', at + label.length, end < 0 ? stanza.length : end).trim();
    };
    const name = field('Package');
    if (!name || packages.has(name)) continue;
    packages.set(name, {
      name,
      version: field('Version'),
      depends: parseDepends([field('Pre-Depends'), field('Depends')].filter(Boolean).join(', ')),
      provides: parseDepends(field('Provides')).map((clause) => clause[0]!),
      filename: field('Filename'),
      size: Number(field('Size')),
      sha256: field('SHA256'),
    });
  }
  return packages;
}

/**
 * Dependencies that the engine never loads: cluster managers, translations, the JIT, raster and 3D parts of PostGIS,
 * grids of map projections, and packages that only booting a system needs.
 */
const NEVER_LOADED =
  /^(postgresql-common|postgresql-client|postgresql-\d+-jit|perl|lib.*-perl|locales|libllvm|libgdal|libsfcgal|proj-data|ssl-cert|tzdata|debconf|cdebconf|dpkg|ucf|adduser|init-system-helpers|sensible-utils|netbase|openssl-provider|libpam-|libjson-perl|mount|passwd|coreutils|sysvinit|systemd)/;

/** The PostgreSQL major of the newest DocumentDB extension in the index, or null when there is none. */
export function newestDocumentdb(packages: Map<string, DebPackage>): number | null {
  let newest: number | null = null;
  for (const name of packages.keys()) {
    const major = Number(/^postgresql-(\d+)-documentdb$/.exec(name)?.[1] ?? Number.NaN);
    if (major > (newest ?? 0)) newest = major;
  }
  return newest;
}

/** The packages that PostgreSQL loads directly. */
export function rootPackages(major: number): string[] {
  const parts = ['', '-documentdb', '-cron', '-pgvector', '-rum', '-postgis-3', '-postgis-3-scripts'];
  return parts.map((part) => `postgresql-${major}${part}`);
}

/**
 * The roots and all their dependencies, without those that are never loaded.
 * @throws Error naming the package that the suite does not have
 */
export function resolveDependencies(packages: Map<string, DebPackage>, roots: string[]): DebPackage[] {
  const providers = new Map<string, string>();
  for (const entry of packages.values()) {
    for (const virtual of entry.provides) if (!providers.has(virtual)) providers.set(virtual, entry.name);
  }
  const chosen = new Map<string, DebPackage>();
  const queue = roots.map((name) => ({ alternatives: [name], by: 'the database engine' }));
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { alternatives, by } = next;
    if (alternatives.some((name) => NEVER_LOADED.test(name) || chosen.has(name))) continue;
    const found = alternatives
      .map((name) => packages.get(name) ?? packages.get(providers.get(name) ?? ''))
      .find((entry) => entry !== undefined);
    if (!found) throw new Error(`The package suite has no ${alternatives.join(' or ')}, which ${by} needs.`);
    if (chosen.has(found.name)) continue;
    chosen.set(found.name, found);
    for (const clause of found.depends) queue.push({ alternatives: clause, by: found.name });
  }
  return [...chosen.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
