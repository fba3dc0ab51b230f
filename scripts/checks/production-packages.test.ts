import { describe, expect, it } from 'vitest';
import {
  type ListedPackage,
  type Lockfile,
  renewedList,
  runningPackages,
  wrongPackages,
} from './production-packages.ts';

const pack = (version: string, others: object = {}) => ({ version, license: 'MIT', ...others });
const lock: Lockfile = {
  '': {},
  'services/bff': { dependencies: { '@sello/kit': '*', http: '1' } },
  'services/render-worker': {},
  'services/mail-worker': {},
  'services/domain-worker': {},
  web: { dependencies: { view: '1', shared: '2' } },
  'packages/kit': { dependencies: { shared: '1' } },
  'node_modules/@sello/kit': { link: true, resolved: 'packages/kit' },
  'packages/kit/node_modules/shared': pack('1.0.0'),
  'node_modules/shared': pack('2.0.0'),
  'node_modules/http': pack('1.2.0', {
    dependencies: { shared: '2', fast: '1' },
    optionalDependencies: { fast: '1' },
  }),
  'node_modules/fast': pack('1.0.0'),
  'node_modules/view': pack('1.0.0', {
    optionalDependencies: { fast: '1' },
    peerDependencies: { dom: '1', typing: '1' },
    peerDependenciesMeta: { typing: { optional: true } },
  }),
  'node_modules/dom': pack('1.0.0'),
  'node_modules/typing': pack('1.0.0'),
  'node_modules/tests-only': pack('1.0.0'),
};
const listed: ListedPackage[] = renewedList(lock, [], () => '').map((one) => ({ ...one, state: 'kept' }));
const withChange = (name: string, change: object): Lockfile => ({
  ...lock,
  [name]: { ...lock[name], ...change },
});

describe('what runs in production', () => {
  it('is what the services and the web reach, with the nearest version of each', () => {
    expect(
      runningPackages(lock).map(({ name, version, runs }) => `${name} ${version} ${runs.join('+')}`),
    ).toEqual([
      'dom 1.0.0 browser',
      'fast 1.0.0 server',
      'http 1.2.0 server',
      'shared 1.0.0 server',
      'shared 2.0.0 server+browser',
      'view 1.0.0 browser',
    ]);
    expect(wrongPackages(lock, listed)).toEqual([]);
  });

  it('is in the list, in its version, with its licence, and nothing else is', () => {
    const problems = (changed: Lockfile, list = listed) => wrongPackages(changed, list).join('\n');
    expect(problems(withChange('node_modules/http', { version: '1.3.0' }))).toMatch(
      /http 1\.3\.0 runs in production and is not in .*\n.*http 1\.2\.0 no longer runs/,
    );
    expect(problems(withChange('node_modules/dom', { license: 'GPL-2.0' }))).toMatch(
      /^dom 1\.0\.0 is not what/,
    );
    expect(problems(withChange('node_modules/dom', { deprecated: 'use other' }))).toBe(
      'dom 1.0.0 is deprecated: use other',
    );
    expect(problems(lock, listed.slice(1))).toMatch(/^dom 1\.0\.0 runs in production/);
    expect(problems(lock, [...listed, { ...listed[0]!, name: 'gone' }])).toMatch(
      /^gone 1\.0\.0 no longer runs/,
    );
  });

  it('is looked at by a person: a new package or major version is unknown until then, and a licence must be one', () => {
    const later = withChange('node_modules/dom', { version: '1.5.0' });
    expect(
      wrongPackages(
        later,
        renewedList(later, listed, () => ''),
      ),
    ).toEqual([]);
    const major = {
      ...withChange('node_modules/dom', { version: '2.0.0' }),
      'node_modules/view': pack('1.0.0'),
    };
    const asked = { ...major, web: { dependencies: { view: '1', shared: '2', dom: '2' } } };
    expect(
      wrongPackages(
        asked,
        renewedList(asked, listed, () => ''),
      ),
    ).toEqual([expect.stringMatching(/^dom 2\.0\.0: look whether it is kept/)]);
    const nameless = withChange('node_modules/dom', { license: undefined });
    expect(
      wrongPackages(
        nameless,
        renewedList(nameless, listed, () => ''),
      ),
    ).toEqual(['dom 1.0.0 has no licence']);
  });
});
