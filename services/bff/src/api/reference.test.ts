import { readFile } from 'node:fs/promises';
import { type Api, apis, type Call } from '@sello/contracts';
import { expect, it } from 'vitest';

const page = await readFile(new URL('../../../../docs/api.md', import.meta.url), 'utf8');
const nameOf = (key: string, call: Call) => `${call.fn ?? key}${call.type ? `&type=${call.type}` : ''}`;

it('docs/api.md names every call with its method, and no others', () => {
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
    const declared = Object.entries(calls).map(([key, call]) => `${call.method} ${nameOf(key, call)}`);
    expect([...written].sort()).toEqual(declared.sort());
  }
});

it('docs/api.md marks the calls that honour a key, and no others', () => {
  for (const { resource, calls } of Object.values(apis) as Api[]) {
    const start = page.indexOf(`## \`${resource}\``);
    const section = page.slice(start, page.indexOf('\n## ', start + 1));
    const cells = section.split('\n').map((line) => line.split('|')[1] ?? '');
    for (const [key, call] of Object.entries(calls)) {
      const cell = cells.find(
        (text) => text.includes(call.method) && text.includes(` ${nameOf(key, call)}\``),
      );
      expect([resource, key, cell?.includes('once*')]).toEqual([resource, key, call.idempotent ?? false]);
    }
  }
});
