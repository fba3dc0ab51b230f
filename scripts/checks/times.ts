import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { isTest } from './imports.ts';
import { isNode, type Node, nameOf, nodesIn, nodesOf } from './syntax.ts';

/** The code that runs in a service. The database of machines without one is a program of its own. */
const services =
  /^(?:services\/[\w-]+|packages\/(?:blobs|domains|kit|letters|proof|queue|render|store))\/src\//;
/** Where they are declared. */
const declared = 'packages/kit/src/times.ts';

/** Names of what is a time: `leaseMs`, `socketTimeout`, `everyMinutes`, `hour`. */
const named =
  /(?:Ms|MS|Millis|Seconds|Minutes|Hours|Days|Timeout|Interval|Grace|Duration|Delay)$|^(?:timeout|interval|delay|duration|second|minute|hour|day)$/i;
/** What is called with a time. */
const waits = /^(?:setTimeout|setInterval|timeout|sleep|pause|wait|delay|oncePer|every|throttle|debounce)$/;
/** Time of the CPU, which bounds work, and is none that anything waits for. */
const ofCpu = /budget|cpu/i;
const units = new Set(['second', 'minute', 'hour', 'day']);

/** Whether a value is a number that the code itself says: `500`, `5 * minute`. 0 and 1 are no times. */
function isWritten(value: Node): boolean {
  if (value.type === 'Literal') return typeof value.value === 'number' && value.value > 1;
  const isProduct = value.type === 'BinaryExpression' && value.operator === '*';
  if (!isProduct) return false;
  const factors = [value.left, value.right].filter(isNode);
  return factors.every((factor) => isWritten(factor) || units.has(nameOf(factor))) && factors.some(isWritten);
}

/** The numbers among what an expression may be: both sides of `??`, both branches of a condition, the entries of a list. */
function writtenIn(value: unknown): Node[] {
  if (!isNode(value)) return [];
  if (isWritten(value)) return [value];
  const object = isNode(value.callee) ? nameOf(value.callee.object) : '';
  const parts: Record<string, unknown[]> = {
    LogicalExpression: [value.left, value.right],
    ConditionalExpression: [value.consequent, value.alternate],
    ArrayExpression: nodesIn(value.elements),
    AssignmentPattern: [value.right],
    CallExpression: object === 'Math' ? nodesIn(value.arguments) : [],
  };
  // In parentheses, or with a type: `as const`, `satisfies`, `!`.
  return (parts[value.type] ?? [value.expression]).flatMap(writtenIn);
}

/** What a node says how long something takes, if it does. */
function timesOf(node: Node): Node[] {
  const { type, key, id, left, value, init, right } = node;
  if (type === 'CallExpression' || type === 'NewExpression') {
    const callee = node.callee as Node;
    const isWait = waits.test(nameOf(callee) || nameOf(callee.property));
    return isWait ? nodesIn(node.arguments).flatMap(writtenIn) : [];
  }
  const isCounted = (name: unknown): boolean => named.test(nameOf(name)) && !ofCpu.test(nameOf(name));
  if (type === 'Property' || type === 'PropertyDefinition') return isCounted(key) ? writtenIn(value) : [];
  if (type === 'VariableDeclarator') return isCounted(id) ? writtenIn(init) : [];
  if (type === 'AssignmentExpression' || type === 'AssignmentPattern')
    return isCounted(left) || isCounted((left as Node).property) ? writtenIn(right) : [];
  return [];
}

/** How a test waits until a condition holds. */
const untils = new Set(['waitFor', 'waitUntil', 'poll']);

/** What a node says how long a condition is waited for, if it does. */
function boundsOf({ type, callee, arguments: given }: Node): Node[] {
  if (type !== 'CallExpression' || !untils.has(nameOf((callee as Node).property))) return [];
  const options = nodesIn(given).slice(1);
  const named = options
    .flatMap((option) => nodesIn(option.properties))
    .filter(({ key }) => nameOf(key) === 'timeout');
  return [...options, ...named.map(({ value }) => value)].flatMap(writtenIn);
}

interface Place {
  line: number;
  code: string;
}

function placesIn(text: string, lang: 'ts' | 'tsx', find: (node: Node) => Node[]): Place[] {
  const nodes = nodesOf(parseAst(text, { lang }) as unknown as Node);
  const found = new Set(nodes.flatMap(find).map(({ start }) => text.slice(0, start).split('\n').length));
  const lines = text.split('\n');
  return [...found].map((line) => ({ line, code: lines[line - 1]!.trim() }));
}

/** The places of a source text that say how long something takes. */
export const timesIn = (text: string): Place[] => placesIn(text, 'ts', timesOf);

/** The places of a test that say how long it waits for a condition. */
export const boundsIn = (text: string, lang: 'ts' | 'tsx' = 'ts'): Place[] => placesIn(text, lang, boundsOf);

/**
 * Times in the code of services: how long they wait stands in `packages/kit/src/times.ts`, what the product promises in the
 * limits of `packages/contracts`.
 */
export function writtenTimes(root: string, code: readonly string[]): string[] {
  return code
    .filter((file) => services.test(file) && !isTest(file) && file !== declared)
    .flatMap((file) =>
      timesIn(readFileSync(join(root, file), 'utf8')).map(
        ({ line, code }) =>
          `${file}:${line}: \`${code}\`; take it from \`times\` of @sello/kit, or from the limits`,
      ),
    );
}

/** Tests whose bound is what they show. */
const bounded: Readonly<Record<string, string>> = {
  'packages/dev-stack/src/mail/mailbox.test.ts': 'gives up when no such e-mail comes',
  'packages/queue/tests/queue.test.ts': 'asks again within another wait',
  'services/bff/tests/hosts.test.ts': 'an answer is dropped before it would end by itself',
};

/** Bounds of waiting in tests, which have one generous constant: a busy machine takes longer than whoever writes a test thinks. */
export function writtenBounds(root: string, code: readonly string[]): string[] {
  return code
    .filter((file) => isTest(file) && !Object.hasOwn(bounded, file))
    .flatMap((file) =>
      boundsIn(readFileSync(join(root, file), 'utf8'), file.endsWith('x') ? 'tsx' : 'ts').map(
        ({ line, code }) => `${file}:${line}: \`${code}\`; leave the bound out, it is \`generous\` then`,
      ),
    );
}
