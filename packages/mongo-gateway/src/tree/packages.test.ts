import { describe, expect, it } from 'vitest';
import { newestDocumentdb, parseDepends, parseIndex, resolveDependencies, rootPackages } from './packages.ts';

function stanza(name: string, fields: Record<string, string> = {}): string {
  const all = {
    Package: name,
    Version: '1',
    Filename: `pool/${name}.deb`,
    Size: '10',
    SHA256: 'ab',
    ...fields,
  };
  return Object.entries(all)
    .map(([key, value]) => `${key}: ${value}\n`)
    .join('');
}

const index = (...stanzas: string[]) => parseIndex(stanzas.join('\n'));

describe('the package index', () => {
  it('is parsed field by field, from text and from bytes', () => {
    const text = `${stanza('ácido', { Depends: 'a (>= 1), b | c', 'Pre-Depends': 'd', Size: '77' })}Description: Package: x\n more\n\n${stanza('b')}`;
    for (const packages of [parseIndex(text), parseIndex(Buffer.from(text))]) {
      expect([...packages.keys()]).toEqual(['ácido', 'b']);
      expect(packages.get('ácido')).toEqual({
        name: 'ácido',
        version: '1',
        depends: [['d'], ['a'], ['b', 'c']],
        provides: [],
        filename: 'pool/ácido.deb',
        size: 77,
        sha256: 'ab',
      });
    }
  });

  it('names dependencies without versions, architectures and profiles', () => {
    expect(parseDepends('libc6 (>= 2.38), x:any | y [amd64], z <!nocheck>')).toEqual([
      ['libc6'],
      ['x', 'y'],
      ['z'],
    ]);
  });

  it('names the newest PostgreSQL that DocumentDB is built for', () => {
    const packages = index(
      stanza('postgresql-9-documentdb'),
      stanza('postgresql-18-documentdb'),
      stanza('postgresql-17-documentdb'),
    );
    expect(newestDocumentdb(packages)).toBe(18);
    expect(newestDocumentdb(index(stanza('postgresql-18')))).toBeNull();
    expect(rootPackages(18)).toContain('postgresql-18-cron');
  });
});

describe('the resolution of dependencies', () => {
  it('takes each package once, also in cycles, and skips packages that are never loaded', () => {
    const packages = index(
      stanza('postgresql-18', { Depends: 'liba, postgresql-common, locales | locales-all' }),
      stanza('liba', { Depends: 'libb' }),
      stanza('libb', { Depends: 'liba' }),
      stanza('postgresql-common'),
    );
    expect(resolveDependencies(packages, ['postgresql-18']).map((p) => p.name)).toEqual([
      'liba',
      'libb',
      'postgresql-18',
    ]);
  });

  it('takes an alternative that exists, and a package that provides a virtual one', () => {
    const packages = index(
      stanza('x', { Depends: 'gone | here, virtual' }),
      stanza('here'),
      stanza('real', { Provides: 'virtual (= 2)' }),
    );
    expect(resolveDependencies(packages, ['x']).map((p) => p.name)).toEqual(['here', 'real', 'x']);
  });

  it('fails with the name of the missing package and of the one that needs it', () => {
    const packages = index(stanza('x', { Depends: 'gone | lost' }));
    expect(() => resolveDependencies(packages, ['x'])).toThrow(
      'The package suite has no gone or lost, which x needs.',
    );
    expect(() => resolveDependencies(packages, ['y'])).toThrow(
      'The package suite has no y, which the database engine needs.',
    );
  });
});
