import { z } from 'zod';
import { moment } from './scalars.ts';

/**
 * How it is known that an organization is who it says it is. Nobody chooses it for themselves: `domain` is proved in
 * the DNS, `operator` confirmed by the people who run the server, and everything else is `unproven`.
 */
export const identityKind = z.enum(['unproven', 'domain', 'operator']);
export type IdentityKind = z.infer<typeof identityKind>;

/** An organization's identity as strangers are told of it. */
export const issuerIdentity = z.object({
  kind: identityKind,
  /** The proved domain. */
  domain: z.string().optional(),
  /** Since when it has been so without a break; absent while unproven. */
  since: moment.optional(),
  /** When the domain's records were looked at last. */
  checkedAt: moment.optional(),
});
export type IssuerIdentity = z.infer<typeof issuerIdentity>;

/** What was proved when a certificate was issued, kept with it. */
export const identityAtIssue = z.object({
  kind: identityKind,
  domain: z.string().optional(),
  /** When that proof ended; absent while it stands. */
  lapsedAt: moment.optional(),
});
