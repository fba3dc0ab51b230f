import { readFile } from 'node:fs/promises';
import { type Api, apis } from '@sello/contracts';
import { expect, it } from 'vitest';

it('docs/api.md names every call with its method, and no others', async () => {
  const page = await readFile(new URL('../../../../docs/api.md', import.meta.url), 'utf8');
  for (const { resource, calls } of Object.values(apis) as Api[]) {
    const start = page.indexOf(`## \`${resource}\``);
    expect(start, resource).toBeGreaterThan(-1);
    const section = page.slice(start, page.indexOf('\n## ', start + 1));
    const written = new Set<string>();
    for (const [, methods, fn] of section.matchAll(
      /((?:`?[A-Z]{3,6}`?,? ?)+) ([a-z][\w-]*(?:&type=\w+)?)`/g,
    )) {
      for (const method of methods!.match(/[A-Z]{3,6}/g)!) written.add(`${method} ${fn}`);
    }
    const declared = Object.entries(calls).map(
      ([key, call]) => `${call.method} ${call.fn ?? key}${call.type ? `&type=${call.type}` : ''}`,
    );
    expect([...written].sort()).toEqual(declared.sort());
  }
});
