import { permission } from '@sello/contracts';
import { describe, expect, it } from 'vitest';
import { texts as brief } from '../../i18n/brief/en.declared.ts';
import { everywhere, type Feature } from '../../i18n/index.ts';
import { features } from '../../i18n/texts.fixture.ts';
import type { RouteName } from '../../tenancy/routes.ts';
import { routes } from './table.ts';

const sources = import.meta.glob<string>(['../../**/*.{ts,tsx}', '!../../**/*.{test,fixture,d}.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const code = new Map(
  Object.entries(sources).map(([path, text]) => [new URL(path, 'file:///src/app/routes/').pathname, text]),
);
const table = code.get('/src/app/routes/table.ts')!;
const staffScreens = code.get('/src/app/routes/staff-screens.ts')!;

const importsOf = (file: string, text = code.get(file) ?? ''): string[] =>
  [...text.matchAll(/(?:from |import\(|import )'(\.[^']+)'/g)]
    .map(([, specifier]) => new URL(specifier!, `file://${file}`).pathname)
    .filter((target) => code.has(target));

/** Every file that a screen may render: its own, its layout's, and all static and dynamic imports of these. */
function reachOf(name: RouteName, withLayout = true): Set<string> {
  const { frame } = routes[name];
  const own = [
    table.split(/^ {2}(?=\w+: \{)/m).find((entry) => entry.startsWith(`${name}: {`))!,
    staffScreens.split(/^ {2}(?=\w+: async)/m).find((entry) => entry.startsWith(`${name}: `)) ?? '',
  ].join('');
  const reached = new Set<string>();
  const open = importsOf('/src/app/routes/table.ts', own).filter(
    (file) => !file.endsWith('staff-screens.ts'),
  );
  if (frame !== 'none' && withLayout)
    open.push(`/src/app/frames/${frame[0]!.toUpperCase()}${frame.slice(1)}Frame.tsx`);
  if ('needs' in routes[name] && withLayout) open.push('/src/app/guard/ScreenGuard.tsx');
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    open.push(...importsOf(file));
  }
  return reached;
}

const permissions: readonly string[] = permission.options;

/** The features whose texts a file names: literal keys, and the prefix of computed ones. */
const namedIn = (file: string): Feature[] =>
  [...code.get(file)!.matchAll(/['"`](([a-zA-Z]+)\.[\w${][^'"`\s]*)['"`\s]/g)]
    .filter(([, key]) => !permissions.includes(key!) && !/\.(tsx?|css|json)$/.test(key!))
    .map(([, , front]) => front as Feature)
    .filter((front) => features.includes(front));

/** Loaded with those parts of the layouts that few people ever see, and by the screens that use them. */
const loadedByLayouts: readonly Feature[] = ['ending'];

/** Loaded by parts of screens together with their code, when they are used. */
const loadedByParts = new Set(
  [...code.values()].flatMap((text) =>
    [...text.matchAll(/needTexts\(\[([^\]]*)\]\)/g)].flatMap(([, names]) =>
      [...names!.matchAll(/'([\w.]+)'/g)].map(([, feature]) => feature as Feature),
    ),
  ),
);

describe('the locale files that a screen loads', () => {
  it.each(Object.keys(routes) as RouteName[])('are those that %s uses, and no others', (name) => {
    const files = reachOf(name);
    expect(files.size).toBeGreaterThan(5);
    const own = new Set([...reachOf(name, false)].flatMap(namedIn));
    const isListed = (feature: Feature): boolean =>
      !everywhere.includes(feature) &&
      (!loadedByParts.has(feature) || (routes[name].texts as readonly Feature[]).includes(feature)) &&
      (!loadedByLayouts.includes(feature) || own.has(feature));
    const needed = new Set([...files].flatMap(namedIn).filter(isListed));
    expect([...routes[name].texts].sort()).toEqual([...needed].sort());
  });

  it.each(['landing', 'verify'] as const)('of %s include each error text that its code names', (name) => {
    const files = [...reachOf(name), '/src/app/PageFault.tsx'];
    const named = files.flatMap((file) => [...code.get(file)!.matchAll(/'errors\.(\w+)'/g)]);
    expect(named.length).toBeGreaterThan(2);
    expect(named.map(([, key]) => key).filter((key) => !(key! in brief))).toEqual([]);
  });
});
