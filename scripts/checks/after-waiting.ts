import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { isTest } from './imports.ts';
import { isFunction, isNode, type Node, nameOf, nodesIn, nodesOf } from './syntax.ts';

/** The hook that decides whether an answer is still asked for. */
const owner = 'web/src/state/useStarted.ts';

const isLoop = ({ type }: Node): boolean => /^(?:For|ForOf|ForIn|While|DoWhile)Statement$/.test(type);
const isWithin = (inner: Node, outer: unknown): boolean =>
  isNode(outer) && inner.start >= outer.start && inner.end <= outer.end;

/** Whether a call, or a function that is passed on, is one of those that are looked for. */
type Sought = (node: Node, name: string) => boolean;

/** Those, and the functions of the file that make such a call themselves. */
function withCallers(nodes: readonly Node[], isSought: Sought): Sought {
  const functions = nodes.flatMap(({ type, id, init, body }) => {
    const made = type === 'FunctionDeclaration' ? body : type === 'VariableDeclarator' ? init : undefined;
    const isMade = isNode(made) && (made === body || isFunction(made));
    return isMade ? [{ name: nameOf(id), own: nodesOf(made, true) }] : [];
  });
  const callers = new Set<string>();
  const isEither: Sought = (node, name) => callers.has(name) || isSought(node, name);
  for (let before = -1; before !== callers.size; ) {
    before = callers.size;
    for (const { name, own } of functions)
      if (own.some((one) => calledName(one, isEither))) callers.add(name);
  }
  return isEither;
}

function calledName(node: Node, isSought: Sought): string | undefined {
  const name = node.type === 'CallExpression' ? nameOf(node.callee) : '';
  return name && isSought(node, name) ? name : undefined;
}

/** Whether the function never comes from the wait to the call, as from one branch of a condition to the other. */
function isElsewhere(wait: Node, call: Node, branches: readonly Node[]): boolean {
  return branches.some(({ consequent, alternate }) => {
    if (!isWithin(wait, consequent) || isWithin(call, consequent)) return false;
    const last = nodesIn((consequent as Node).body).at(-1) ?? (consequent as Node);
    return isWithin(call, alternate) || /^(?:Return|Throw|Continue)Statement$/.test(last.type);
  });
}

/** The calls that are made after something was waited for: their places, and their names. */
function callsAfterWaiting(nodes: readonly Node[], isSought: Sought): Map<Node, string> {
  const found = new Map<Node, string>();
  const isMade = withCallers(nodes, isSought);
  const note = (node: Node): void => {
    const name = calledName(node, isMade);
    if (name) found.set(node, name);
  };
  for (const node of nodes) {
    if (isFunction(node) && node.async) {
      const own = nodesOf(node, true);
      const waits = own.filter((one) => one.type === 'AwaitExpression' || one.await === true);
      const isWaiting = (loop: Node) => waits.some((one) => one === loop || isWithin(one, loop.body));
      const loops = own.filter((one) => isLoop(one) && isWaiting(one));
      const branches = own.filter(({ type }) => type === 'IfStatement' || type === 'ConditionalExpression');
      for (const call of own) {
        const isAfter = waits.some((wait) => call.end > wait.end && !isElsewhere(wait, call, branches));
        if (isAfter || loops.some((loop) => isWithin(call, loop.body))) note(call);
      }
    }
    const method = node.type === 'CallExpression' && isNode(node.callee) ? nameOf(node.callee.property) : '';
    if (!['then', 'catch', 'finally'].includes(method)) continue;
    for (const given of nodesIn(node.arguments)) {
      if (nameOf(given) && isMade(given, nameOf(given))) found.set(given, nameOf(given));
      for (const one of nodesOf(given)) note(one);
    }
  }
  return found;
}

/** The setters of `useState` and `useReducer`. */
function settersOf(nodes: readonly Node[]): Set<string> {
  const pairs = nodes.filter(
    ({ type, id, init }) =>
      type === 'VariableDeclarator' &&
      isNode(id) &&
      id.type === 'ArrayPattern' &&
      isNode(init) &&
      /^use(?:State|Reducer)$/.test(nameOf(init.callee)),
  );
  return new Set(pairs.map(({ id }) => nameOf((id as Node & { elements: unknown[] }).elements[1])));
}

/** Effects, with the names by which what they began knows that it has ended: those that the cleanup sets or aborts. */
function effectsOf(nodes: readonly Node[]): { effect: Node; ended: Set<string> }[] {
  return nodes
    .filter(({ type, callee }) => type === 'CallExpression' && /^use(?:Layout)?Effect$/.test(nameOf(callee)))
    .flatMap(({ arguments: given }) => nodesIn(given).slice(0, 1))
    .map((effect) => {
      const own = nodesOf(effect, true);
      const cleanups = own.flatMap(({ type, argument }) =>
        type === 'ReturnStatement' && isNode(argument) && isFunction(argument) ? nodesOf(argument) : [],
      );
      const ended = new Set(
        cleanups.map(({ type, left, callee }) => {
          if (type === 'AssignmentExpression') return nameOf(left);
          const isAbort = type === 'CallExpression' && isNode(callee) && nameOf(callee.property) === 'abort';
          return isAbort ? nameOf(callee.object) : '';
        }),
      );
      for (const { type, id, init } of own) {
        if (type !== 'VariableDeclarator' || !ended.has(nameOf(init))) continue;
        for (const one of nodesOf(id as Node)) ended.add(nameOf(one));
      }
      ended.delete('');
      return { effect, ended };
    });
}

export interface AfterWaiting {
  line: number;
  name: string;
}

const placesIn = (text: string, found: Iterable<[Node, string]>): AfterWaiting[] =>
  [...found].map(([{ start }, name]) => ({ line: text.slice(0, start).split('\n').length, name }));

/** What `<` before a name begins in a text: an element in `tsx` alone. */
type Lang = 'ts' | 'tsx';

/** Places in a source text that set the state of a component after a wait, unless an effect looks whether it has ended. */
export function lateState(text: string, lang: Lang = 'tsx'): AfterWaiting[] {
  const nodes = nodesOf(parseAst(text, { lang }) as unknown as Node);
  const setters = settersOf(nodes);
  const functions = nodes.filter(isFunction);
  const effects = effectsOf(nodes);
  const isKnown = (node: Node): boolean =>
    effects.some(
      ({ effect, ended }) =>
        isWithin(node, effect) &&
        functions.some(
          (one) =>
            one !== effect &&
            isWithin(node, one) &&
            isWithin(one, effect) &&
            nodesOf(one).some((inner) => ended.has(nameOf(inner))),
        ),
    );
  const found = callsAfterWaiting(nodes, (_, name) => setters.has(name));
  return placesIn(
    text,
    [...found].filter(([node]) => !isKnown(node)),
  );
}

/**
 * Places in a source text that call the server after a wait, or in a query that may be read again, without saying in which
 * tenant. Public calls are of none.
 */
export function lateCalls(text: string, lang: Lang = 'tsx'): AfterWaiting[] {
  const nodes = nodesOf(parseAst(text, { lang }) as unknown as Node);
  const isImported = nodes.some(
    ({ type, source, specifiers }) =>
      type === 'ImportDeclaration' &&
      /\/api\/index\.ts$/.test(String((source as Node).value)) &&
      nodesIn(specifiers).some(({ imported }) => nameOf(imported) === 'call'),
  );
  if (!isImported) return [];
  const namesTenant = (input: Node): boolean =>
    nodesIn(input.properties).some(({ key }) => nameOf(key) === 'tenantId');
  const isSought: Sought = (node, name) => {
    const [api, , input] = nodesIn(node.arguments);
    return name === 'call' && nameOf(api) !== 'verifyApi' && !(input && namesTenant(input));
  };
  const queries = nodes.filter(({ type, key }) => type === 'Property' && nameOf(key) === 'queryFn');
  const inQueries = queries.flatMap((query) => nodesOf(query).filter((one) => calledName(one, isSought)));
  return placesIn(text, [
    ...callsAfterWaiting(nodes, isSought),
    ...inQueries.map((one): [Node, string] => [one, 'call']),
  ]);
}

const editor = 'web/src/editor/';
const ambient =
  /^import \{[^}]*\b(?:call|reading|activeTenant)\b[^}]*\} from '[^']*\/(?:api\/(?:index|reading)|state\/activeTenant)\.ts'/m;

/** Whether a file of the editor takes calls of whichever tenant is active, not those of its session. */
export const isAmbient = (file: string, text: string): boolean =>
  file.startsWith(editor) && ambient.test(text);

/**
 * What the web must not do after it has waited: set state, because the person may have started something else, whose
 * answer the older one would replace; and call the server in whichever tenant is active by then.
 */
export function wrongAfterWaiting(root: string, files: readonly string[]): string[] {
  return files
    .filter((file) => file.startsWith('web/src/') && !isTest(file) && file !== owner)
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      const lang = file.endsWith('x') ? 'tsx' : 'ts';
      return [
        ...lateState(text, lang).map(
          ({ line, name }) =>
            `${file}:${line} calls ${name} after a wait; start the work with useStarted (${owner})`,
        ),
        ...(isAmbient(file, text) ? [`${file} makes calls of the active tenant; use session.client`] : []),
        ...lateCalls(text, lang).map(
          ({ line, name }) => `${file}:${line} calls ${name} after a wait; take activeClient() before it`,
        ),
      ];
    });
}
