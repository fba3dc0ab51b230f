import type { Call } from '@sello/contracts';
import type { z } from 'zod';
import type { Attempt } from './access-matrix.ts';
import { badForms, badlyHeaded } from './bad-forms.ts';

/** A property, an item, or any member of a record. */
type Path = readonly (string | number)[];
/** What of a JSON Schema says where values stand. */
interface Shape {
  properties?: Record<string, Shape>;
  items?: Shape;
  prefixItems?: Shape[];
  additionalProperties?: Shape | boolean;
  anyOf?: Shape[];
  oneOf?: Shape[];
  allOf?: Shape[];
  $ref?: string;
  $defs?: Record<string, Shape>;
  const?: unknown;
}

/** What no field means, as it stands in a body of JSON. */
const badValues: Readonly<Record<string, string>> = {
  'an operator': '{"$gt":""}',
  'a prototype': '{"__proto__":{"role":"owner"}}',
  'a list': '["x",{"$ne":1}]',
  'a number beyond all': '1e400',
  'half a character': '"\\ud800"',
  '64 KB': JSON.stringify('a'.repeat(65_536)),
  'a NUL': '"a\\u0000b"',
};

/** A member of a union that a value is not: its `type` is another. */
const isOther = ({ properties }: Shape, value: unknown): boolean => {
  const type = (value as { type?: unknown } | undefined)?.type;
  return type !== undefined && properties?.type?.const !== undefined && properties.type.const !== type;
};

/**
 * The places of all values that a schema takes, those of optional fields too, and of each item that a valid value has; what
 * refers to itself is entered once.
 */
function placesIn(schema: z.ZodType, valid: unknown): Path[] {
  const root = schema.toJSONSchema({ io: 'input', unrepresentable: 'any' }) as Shape;
  const found = new Map<string, Path>();
  const enter = (shape: Shape, value: unknown, path: Path, refs: readonly string[]): void => {
    if (path.length > 0) found.set(JSON.stringify(path), path);
    if (shape.$ref !== undefined) {
      if (refs.includes(shape.$ref)) return;
      const target = shape.$ref === '#' ? root : root.$defs?.[shape.$ref.replace('#/$defs/', '')];
      if (target) enter(target, value, path, [...refs, shape.$ref]);
    }
    for (const one of [...(shape.anyOf ?? []), ...(shape.oneOf ?? []), ...(shape.allOf ?? [])])
      if (!isOther(one, value)) enter(one, value, path, refs);
    const members = (value ?? {}) as Record<string, unknown>;
    for (const [name, one] of Object.entries(shape.properties ?? {}))
      enter(one, members[name], [...path, name], refs);
    const item = shape.items ?? shape.prefixItems?.[0];
    const items: unknown[] = Array.isArray(value) && value.length > 0 ? value : [undefined];
    if (item) for (const [at, one] of items.entries()) enter(item, one, [...path, at], refs);
    if (typeof shape.additionalProperties === 'object')
      enter(shape.additionalProperties, members.own, [...path, 'own'], refs);
  };
  enter(root, valid, [], []);
  return [...found.values()];
}

/** A copy of a value in which something else stands at a place. */
function replaced(value: unknown, [first, ...rest]: Path, by: unknown): unknown {
  if (first === undefined) return by;
  if (typeof first === 'number') {
    const items: unknown[] = Array.isArray(value) ? [...value] : [];
    items[first] = replaced(items[first], rest, by);
    return items;
  }
  const members = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  return { ...members, [first]: replaced((members as Record<string, unknown>)[first], rest, by) };
}

/** The names of what a call takes in its body and query that a request of it does not have. */
export function unnamedIn(call: Call, { query = {}, body = {} }: Attempt): string[] {
  const names = (schema: z.ZodType | undefined, valid: object) =>
    schema ? placesIn(schema, valid).flatMap((path) => (path.length === 1 ? [String(path[0])] : [])) : [];
  const taken = [...names(call.body, body), ...names(call.query, query)];
  return taken.filter((name) => !(name in query) && !(name in body));
}

export interface BadRequest {
  /** What is wrong and where. */
  what: string;
  query: string;
  headers: Record<string, string>;
  body?: string | Buffer;
}

/** Stands in a body where the bad value is written. */
const mark = '\u2063bad\u2063';

/**
 * The requests of a call in each of which one value is bad: each value of its body, its form and its query that the contract
 * knows, and each header that is read.
 */
export function badRequests(call: Call, { query = {}, body }: Attempt, tenant: string): BadRequest[] {
  const asked = { fn: call.fn!, ...(call.type && { type: call.type }), ...query };
  const plain = new URLSearchParams(asked).toString();
  const headers = { 'x-tenant-id': tenant, 'content-type': 'application/json' };
  const plainBody = body && JSON.stringify(body);
  const requests: BadRequest[] = [];
  for (const path of call.body && !call.multipart ? placesIn(call.body, body) : []) {
    const text = JSON.stringify(replaced(body ?? {}, path, mark));
    for (const [name, bad] of Object.entries(badValues))
      requests.push({
        ...{ what: `${name} as ${path.join('.')}`, query: plain, headers },
        body: text.replace(JSON.stringify(mark), () => bad),
      });
  }
  const inQuery = new Set([
    ...Object.keys(asked),
    ...(call.query ? placesIn(call.query, query).map(([name]) => String(name)) : []),
  ]);
  for (const name of inQuery) {
    const others = new URLSearchParams(Object.entries(asked).filter(([other]) => other !== name)).toString();
    const bad = {
      'an operator': `${name}[$gt]=`,
      'an operator in JSON': `${name}=${encodeURIComponent('{"$gt":""}')}`,
      'a prototype': `${name}[__proto__][role]=owner`,
      'a list': `${name}=x&${name}=y`,
      'a number beyond all': `${name}=1e400`,
      'half a character': `${name}=%ed%a0%80`,
      'no UTF-8': `${name}=%ff`,
      '8 KB': `${name}=${'a'.repeat(8_192)}`,
      '64 KB': `${name}=${'a'.repeat(65_536)}`,
      'a NUL': `${name}=a%00b`,
    };
    for (const [what, text] of Object.entries(bad))
      requests.push({
        ...{ what: `${what} as ?${name}`, query: `${others}&${text}`, headers },
        ...(plainBody && { body: plainBody }),
      });
  }
  const request = { query: plain, headers, ...(plainBody && !call.multipart && { body: plainBody }) };
  return [
    ...requests,
    ...badForms(call, { query, ...(body && { body }) }, tenant),
    ...badlyHeaded(call, request),
  ];
}

/** The requests of a call in each of which one value of its body or its query is `text`. */
export function requestsWith(
  text: string,
  call: Call,
  { query = {}, body }: Attempt,
  tenant: string,
): BadRequest[] {
  const asked = { fn: call.fn!, ...(call.type && { type: call.type }), ...query };
  const headers = { 'x-tenant-id': tenant, 'content-type': 'application/json' };
  const plain = { query: new URLSearchParams(asked).toString(), headers };
  const plainBody = body && !call.multipart && JSON.stringify(body);
  return [
    ...(call.body && !call.multipart ? placesIn(call.body, body) : []).map((path) => ({
      ...{ ...plain, what: path.join('.'), body: JSON.stringify(replaced(body ?? {}, path, text)) },
    })),
    ...(call.query ? placesIn(call.query, query) : []).map(([name]) => ({
      ...{ what: `?${name}`, query: new URLSearchParams({ ...asked, [name!]: text }).toString(), headers },
      ...(plainBody && { body: plainBody }),
    })),
  ];
}
