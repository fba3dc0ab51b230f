import { z } from 'zod';
import { moment } from './scalars.ts';

/**
 * How the identity of an organization is proved; the organization cannot set it itself. `domain`: it controls a domain,
 * proved by DNS records. `operator`: confirmed by the operator of the server. `unproven`: neither.
 */
export const identityKind = z.enum(['unproven', 'domain', 'operator']);
export type IdentityKind = z.infer<typeof identityKind>;

/** The public view of an organization's identity. */
export const issuerIdentity = z.object({
  kind: identityKind,
  /** The proved domain. */
  domain: z.string().optional(),
  /** Since when it has been proved without interruption; absent while unproven. */
  since: moment.optional(),
  /** When the domain's DNS records were last checked. */
  checkedAt: moment.optional(),
});
export type IssuerIdentity = z.infer<typeof issuerIdentity>;

/** The identity that was proved when a certificate was issued; stored with the certificate. */
export const identityAtIssue = z.object({
  kind: identityKind,
  domain: z.string().optional(),
  /** When that proof lapsed; absent while it is valid. */
  lapsedAt: moment.optional(),
});
