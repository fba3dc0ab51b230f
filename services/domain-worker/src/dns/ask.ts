import { limits } from '@sello/contracts';
import { exchange, type Server } from './exchange.ts';
import { plainName, type QueryType, type Response } from './message.ts';

/** Why a server's answer says nothing about the name. */
export type Unknown = 'servfail' | 'refused' | 'timeout' | 'lame' | 'unreadable';

/**
 * What one server says of one name and type. Only `none` and `broken` are definite negative answers: the first is
 * NXDOMAIN or no record of the type, the second a chain of CNAMEs that leads nowhere.
 */
export type Answer =
  | { kind: 'values'; values: string[] }
  | { kind: 'none'; reason: 'missing_name' | 'missing_type' }
  | { kind: 'broken'; reason: 'cname_loop' | 'cname_too_long' }
  | { kind: 'unknown'; reason: Unknown };

export interface NameServer {
  /** Resolves to the records of the type at the end of the chain of CNAMEs; of type CNAME, to the first link. */
  ask(type: QueryType, name: string): Promise<Answer>;
}

/** Asks one server, and follows a chain that it does not follow itself. */
export function createNameServer(server: Server, triesMs?: readonly number[]): NameServer {
  async function ask(type: QueryType, asked: string): Promise<Answer> {
    const seen = new Set<string>();
    let name = plainName(asked);
    for (;;) {
      const response = await exchange(server, { name, type }, triesMs);
      if (typeof response === 'string') return { kind: 'unknown', reason: response };
      const found = follow(response, name, type, seen);
      if (found.kind === 'next') {
        name = found.name;
        continue;
      }
      // A resolver fails for a chain that returns to itself or is too long; link by link it shows why.
      if (found.kind === 'unknown' && found.reason === 'servfail' && type !== 'CNAME')
        return (await brokenChain(name, seen)) ?? found;
      return found;
    }
  }

  async function brokenChain(from: string, seen: Set<string>): Promise<Answer | undefined> {
    let name = from;
    for (;;) {
      const link = await exchange(server, { name, type: 'CNAME' }, triesMs);
      const next = typeof link === 'object' ? targetOf(link, name) : undefined;
      if (next === undefined) return undefined;
      const broken = extend(seen, name, next);
      if (broken) return broken;
      name = next;
    }
  }
  return { ask };
}

type Followed = Answer | { kind: 'next'; name: string };

/** Reads a response; `seen` are the names of the chain so far. */
function follow(response: Response, from: string, type: QueryType, seen: Set<string>): Followed {
  let name = from;
  const values = () => response.records.filter((one) => one.name === name && one.type === type);
  if (type !== 'CNAME') {
    for (let next = targetOf(response, name); next !== undefined; next = targetOf(response, name)) {
      const broken = extend(seen, name, next);
      if (broken) return broken;
      name = next;
    }
  }
  const found = values().map(({ value }) => value);
  if (found.length > 0) return { kind: 'values', values: found };
  if (response.code === 'NXDOMAIN') return { kind: 'none', reason: 'missing_name' };
  if (response.code === 'SERVFAIL')
    return { kind: 'unknown', reason: response.hasNoAuthority ? 'lame' : 'servfail' };
  if (response.code === 'REFUSED') return { kind: 'unknown', reason: 'refused' };
  if (response.code !== 'NOERROR') return { kind: 'unknown', reason: 'unreadable' };
  // The server does not serve the zone of the target.
  if (name !== from) return { kind: 'next', name };
  // Neither a server of the zone nor a resolver: it only points elsewhere.
  const speaks = response.isAuthoritative || response.isRecursive || response.hasStartOfZone;
  return speaks ? { kind: 'none', reason: 'missing_type' } : { kind: 'unknown', reason: 'lame' };
}

const targetOf = (response: Response, name: string): string | undefined =>
  response.records.find((one) => one.type === 'CNAME' && one.name === name)?.value;

function extend(seen: Set<string>, name: string, next: string): Answer | undefined {
  seen.add(name);
  if (seen.has(next)) return { kind: 'broken', reason: 'cname_loop' };
  return seen.size > limits.cnameHops ? { kind: 'broken', reason: 'cname_too_long' } : undefined;
}
