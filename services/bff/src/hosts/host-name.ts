import type { IncomingMessage } from 'node:http';
import { createProxyTrust } from '../http/client-network.ts';

/**
 * The names that a request may be for, the most trusted first: the Host, and where a proxy has replaced it, what the
 * proxy says it was. `undefined` for a request that contradicts itself.
 */
export type ReadHostNames = (request: IncomingMessage) => readonly string[] | undefined;

const hostPattern = /^([a-z\d_-]+(?:\.[a-z\d_-]+)*)\.?(?::\d{0,5})?$/;
const ipv6Pattern = /^(\[[a-f\d:.]+\])(?::\d{0,5})?$/;

/**
 * The name in a Host header (RFC 9110, 7.2): lower case, without the port and without the dot of the root. Names of
 * other scripts arrive in their ASCII form. `undefined` for other text.
 */
export function readHostName(text: string): string | undefined {
  const lower = text.trim().toLowerCase();
  const name = (hostPattern.exec(lower) ?? ipv6Pattern.exec(lower))?.[1];
  return name !== undefined && name.length <= 253 ? name : undefined;
}

/**
 * Reads the host of a request. Two Host headers, or a target in absolute form that names another host, contradict each
 * other (RFC 9112, 3.2). X-Forwarded-Host counts only from a proxy that `trustProxy` names and only with one value, as a
 * second one would come from outside.
 */
export function createHostNames(trustProxy: number | string): ReadHostNames {
  const isProxy = createProxyTrust(trustProxy);
  return (request) => {
    const given = valuesOf(request, 'host');
    if (given.length !== 1) return given.length === 0 ? [] : undefined;
    const name = readHostName(given[0]!);
    const target = request.url ?? '/';
    if (!target.startsWith('/') && target !== '*') {
      if (!URL.canParse(target) || readHostName(new URL(target).host) !== name) return undefined;
    }
    const forwarded = isProxy(request.socket.remoteAddress ?? '', 0)
      ? valuesOf(request, 'x-forwarded-host')
      : [];
    const original = forwarded.length === 1 ? readHostName(forwarded[0]!) : undefined;
    return [name, original].filter((one) => one !== undefined);
  };
}

/** All values of a header; Node keeps only the first Host. */
function valuesOf({ rawHeaders }: IncomingMessage, name: string): string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]!.toLowerCase() === name);
}
