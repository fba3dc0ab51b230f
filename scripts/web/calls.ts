import type { Api, Call } from '@sello/contracts';
import { parseAst } from 'vite';

/**
 * What the browser needs of an API: how each call is made. The schemas that requests and replies are held to stay with
 * the server; of a reply only whether it is a list is kept, as the client answers an empty one for a 404.
 */
export function withoutSchemas(api: Api): object {
  const calls = Object.entries(api.calls).map(([key, { query: _query, body: _body, reply, ...made }]) => [
    key,
    { ...made, reply: { type: (reply as Call['reply']).type } },
  ]);
  return { resource: api.resource, calls: Object.fromEntries(calls) as object };
}

const ours = /\/packages\/(contracts|design)\/src\//;
/** Modules of the web that hold plain data worked out of declarations: the build works it out. */
const declared = /\/web\/src\/.*\.declared\.ts$/;
const contract = /\/packages\/contracts\/src\/api\/(\w+)\.ts$/;

/**
 * The contracts are values, made by calls that change nothing: marked so of each, what the web does not name falls away
 * from a module of which it names something, and zod with it.
 */
export function markPure(code: string): string {
  let marked = code;
  const statements = parseAst(code, { lang: 'ts' }).body.map((statement) =>
    statement.type === 'ExportNamedDeclaration' && statement.declaration ? statement.declaration : statement,
  );
  // From the end on, so that the places of what stands before stay true.
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

/** A build plugin: modules of the contracts give the web calls without schemas, and the rest of theirs where it is used. */
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
      // The module of `defineApi` is none.
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
