import type { Api, Call } from '@sello/contracts';
import { parseAst } from 'vite';

/**
 * The part of an API that the browser needs to make its calls. The schemas of requests and replies stay on the server. Of
 * a reply only its type is kept, because the client returns an empty list for a 404.
 */
export function withoutSchemas(api: Api): object {
  const calls = Object.entries(api.calls).map(([key, { query: _query, body: _body, reply, ...made }]) => [
    key,
    { ...made, reply: { type: (reply as Call['reply']).type } },
  ]);
  return { resource: api.resource, calls: Object.fromEntries(calls) as object };
}

const ours = /\/packages\/(contracts|design)\/src\//;
/** Modules of the web with plain data derived from declarations; the build evaluates them. */
const declared = /\/web\/src\/.*\.declared\.ts$/;
const contract = /\/packages\/contracts\/src\/api\/(\w+)\.ts$/;

/**
 * Marks every call that creates a value of the contracts as pure, so that the bundler can remove the values that the web
 * does not use, and zod with them (tree shaking).
 */
export function markPure(code: string): string {
  let marked = code;
  const statements = parseAst(code, { lang: 'ts' }).body.map((statement) =>
    statement.type === 'ExportNamedDeclaration' && statement.declaration ? statement.declaration : statement,
  );
  // From the end to the beginning, so that earlier offsets stay valid.
  for (const statement of statements.reverse()) {
    if (statement.type !== 'VariableDeclaration') continue;
    for (const { init } of [...statement.declarations].reverse()) {
      if (init?.type !== 'CallExpression') continue;
      const { start, end } = init;
      marked = `${marked.slice(0, start)}/* @__PURE__ */ (() => ${marked.slice(start, end)})()${marked.slice(end)}`;
    }
  }
  return marked;
}

/** A Vite plugin: modules of contracts export their calls without schemas; their other exports stay available. */
export function callsWithoutSchemas() {
  return {
    name: 'calls-without-schemas',
    enforce: 'pre' as const,
    apply: 'build' as const,
    async load(id: string): Promise<string | undefined> {
      if (declared.test(id)) {
        const values = Object.entries((await import(id)) as object);
        return values.map(([key, value]) => `export const ${key} = ${JSON.stringify(value)};`).join('\n');
      }
      const name = contract.exec(id)?.[1];
      if (!name) return undefined;
      const module = (await import(id)) as Record<string, unknown>;
      const api = module[`${name}Api`] as Api | undefined;
      // The module of `defineApi` has no API.
      if (typeof api !== 'object') return undefined;
      const rest = Object.keys(module).filter((key) => key !== `${name}Api`);
      return [
        `export const ${name}Api = ${JSON.stringify(withoutSchemas(api))};`,
        ...(rest.length > 0
          ? [`export { ${rest.join(', ')} } from ${JSON.stringify(`${id}?schemas`)};`]
          : []),
      ].join('\n');
    },
    transform(code: string, id: string): { code: string; map: null } | undefined {
      return ours.test(id) ? { code: markPure(code), map: null } : undefined;
    },
  };
}
