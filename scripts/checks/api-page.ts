import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Api, apis, type Call } from '@sello/contracts';

const page = 'docs/api.md';
const nameOf = (key: string, call: Call) => `${call.fn ?? key}${call.type ? `&type=${call.type}` : ''}`;

/** The calls in the first column of a resource's tables, as `METHOD fn`. */
function writtenCalls(section: string): Set<string> {
  const written = new Set<string>();
  for (const [, methods, fn] of section.matchAll(/((?:`?[A-Z]{3,6}`?,? ?)+) ([a-z][\w-]*(?:&type=\w+)?)`/g))
    for (const method of methods!.match(/[A-Z]{3,6}/g)!) written.add(`${method} ${fn}`);
  return written;
}

/** Differences between `docs/api.md` and the contracts: calls, methods, and which calls accept an `Idempotency-Key`. */
export function wrongApiPage(root: string): string[] {
  const text = readFileSync(join(root, page), 'utf8');
  return Object.values<Api>(apis).flatMap(({ resource, calls }) => {
    const start = text.indexOf(`## \`${resource}\``);
    if (start < 0) return [`${page} has no section for ${resource}`];
    const end = text.indexOf('\n## ', start + 1);
    const section = text.slice(start, end < 0 ? undefined : end);
    const written = writtenCalls(section);
    const cells = section.split('\n').map((line) => line.split('|')[1] ?? '');
    const declared = new Map<string, Call>(
      Object.entries(calls).map(([key, call]) => [`${call.method} ${nameOf(key, call)}`, call]),
    );
    const isOnce = (name: string): boolean => {
      const [method, fn] = name.split(' ');
      return cells.some((cell) => cell.includes(method!) && cell.includes(` ${fn}\``) && /once\*/.test(cell));
    };
    return [
      ...[...declared.keys()]
        .filter((name) => !written.has(name))
        .map((name) => `${page} does not name ${resource}: ${name}`),
      ...[...written]
        .filter((name) => !declared.has(name))
        .map((name) => `${page} names ${resource}: ${name}, which is not a call`),
      ...[...declared]
        .filter(([name, call]) => written.has(name) && isOnce(name) !== (call.idempotent ?? false))
        .map(
          ([name, call]) => `${page} ${call.idempotent ? 'lacks' : 'has'} *once* with ${resource}: ${name}`,
        ),
    ];
  });
}
