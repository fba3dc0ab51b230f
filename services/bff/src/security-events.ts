import { isIPv4 } from 'node:net';
import { Counter, type Logger, type Registry } from '@sello/kit';
import { networkOf } from './http/client-network.ts';

/** Events that show an attack. */
export const securityEvents = [
  'signed_in',
  'sign_in_refused',
  'sign_in_failed',
  'code_reused',
  'refresh_repeated',
  'refresh_reused',
  'refresh_mismatched',
  'cross_site_refused',
  'unauthenticated',
  'forbidden',
  'tenant_mismatch',
  'rate_limited',
  'input_refused',
] as const;
export type SecurityEvent = (typeof securityEvents)[number];

export interface SecurityFacts {
  /** The caller's address; only its network is logged. */
  address?: string | undefined;
  userId?: string | undefined;
  tenantId?: string | undefined;
  /** `resource.fn`, or the path under `/auth/v1`. */
  call?: string | undefined;
  /** The code of the closed list, or the issuer's. */
  code?: string | undefined;
}

export interface SecurityEvents {
  /** Counts the event and writes one line at level info: ids and a network, never an e-mail, a name or a token. */
  note(event: SecurityEvent, facts: SecurityFacts): void;
}

export function createSecurityEvents(log: Logger, registry: Registry): SecurityEvents {
  const counter = new Counter({
    name: 'sello_security_events_total',
    help: 'Refused and accepted attempts by kind',
    labelNames: ['event'],
    registers: [registry],
  });
  for (const event of securityEvents) counter.inc({ event }, 0);
  return {
    note(event, { address, ...ids }) {
      counter.inc({ event });
      log.info(
        { security: event, ...ids, ...(address !== undefined && { network: loggedNetwork(address) }) },
        'security event',
      );
    },
  };
}

/** The /24 of an IPv4 address, the /64 of an IPv6 one: enough to see a pattern, not a person. */
function loggedNetwork(address: string): string {
  const network = networkOf(address);
  return isIPv4(network) ? `${network.split('.').slice(0, 3).join('.')}.0/24` : network;
}

/** The event of an error of the closed list, or of the auth client's, if it is one. */
export function securityEventOf(code: string, status: number): SecurityEvent | undefined {
  if (code === 'not_member') return 'tenant_mismatch';
  if (status === 401) return 'unauthenticated';
  if (status === 403) return 'forbidden';
  if (status === 429) return 'rate_limited';
  // The application sends what the contracts allow, so what they refuse comes from something else.
  return refusedInput.has(code) ? 'input_refused' : undefined;
}

const refusedInput = new Set(['invalid_payload', 'payload_too_large', 'validation_failed']);
