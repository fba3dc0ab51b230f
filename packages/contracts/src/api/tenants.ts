import { z } from 'zod';
import {
  certificateSettings,
  domain,
  domainAnswers,
  domainSettings,
  senderLocalPart,
  signingCertificate,
  tenant,
} from '../entities/index.ts';
import { withFieldError } from '../field-error.ts';
import { letterSubjects } from '../letter.ts';
import { languages, limits } from '../limits.ts';
import { role } from '../permissions.ts';
import { email, id } from '../scalars.ts';
import { sealColor, signatories } from '../signatories.ts';
import { certificateParams, signingAlgorithm } from '../signing.ts';
import { lineText, nameText } from '../texts.ts';
import { timeZone } from '../time-zone.ts';
import { accepted, defineApi, done, forOwners, idOf, sessionAccess, withPermission } from './define.ts';

const ofTenant = z.object({ tenantId: withFieldError(id, 'organization_id_missing') });

export const tenantSettings = tenant.extend({
  /** Whether the public verify page shows id numbers unmasked. */
  showIdNumber: z.boolean(),
  publicDownload: z.boolean(),
  /** Where answers to its letters go; without it to the contact of the signing certificate. */
  letterReplyTo: email.optional(),
  /** Its own subjects of the letter; the platform's in the other languages. */
  letterSubjects,
  /** The addresses that answers can go to: verified ones of active members. */
  replyAddresses: z.array(z.string()),
});
export type TenantSettings = z.infer<typeof tenantSettings>;

export const tenantsApi = defineApi('tenants', {
  my: { method: 'GET', access: sessionAccess, reply: z.array(tenant), fallback: 'Failed to list tenants' },
  create: {
    method: 'POST',
    access: sessionAccess,
    body: z.object({
      name: withFieldError(lineText(200), { missing: 'tenant_name_required' }),
      /** Accepted for the specification but not used; the identity comes from the session. */
      userEmail: z.string().nullish(),
      userName: z.string().nullish(),
      /** The language of the built-in templates that are copied into the tenant. */
      language: z.enum(languages).default('en'),
      /** IANA time zone of the day that its certificates print. Without one it gets that of an owner's browser. */
      timeZone: withFieldError(timeZone.nullish(), 'time_zone_unknown'),
    }),
    reply: tenant,
    fallback: 'Failed to create tenant',
    idempotent: true,
  },
  settings: {
    method: 'GET',
    access: withPermission('settings.view'),
    query: ofTenant,
    reply: tenantSettings,
    fallback: 'Failed to get tenant settings',
  },
  'settings-update': {
    fn: 'settings',
    method: 'PUT',
    access: withPermission('settings.edit'),
    query: ofTenant,
    body: z.object({
      name: withFieldError(nameText(200).optional(), { missing: 'tenant_name_required' }),
      publicName: withFieldError(nameText(200).optional(), { missing: 'public_name_required' }),
      /** One of the organization's uploaded logos; null removes it. */
      logoUrl: z.string().max(500).nullable().optional(),
      /** The colour in which certificates print its seal; null = each design's own. */
      sealColor: withFieldError(sealColor.nullable().optional(), 'seal_color_invalid'),
      /** All of them, in order. */
      signatories: signatories.optional(),
      timeZone: withFieldError(timeZone.optional(), 'time_zone_unknown'),
      showIdNumber: z.boolean().optional(),
      publicDownload: z.boolean().optional(),
      /** One of the organization's `replyAddresses`; null removes it. */
      letterReplyTo: withFieldError(email.nullable().optional(), 'reply_address_unknown'),
      /** All of them; an empty one is the platform's. */
      letterSubjects: withFieldError(letterSubjects.optional(), 'letter_subject_invalid', true),
    }),
    reply: tenantSettings,
    fallback: 'Failed to update tenant settings',
  },
  /** Gives an organization that has no time zone the one of its owner's browser; the first one stays. */
  'time-zone': {
    method: 'POST',
    access: forOwners(),
    body: z.object({ timeZone: withFieldError(timeZone, 'time_zone_unknown') }),
    reply: tenant,
    fallback: 'Failed to update tenant settings',
  },
  domains: {
    fn: 'settings',
    type: 'domains',
    method: 'GET',
    access: withPermission('settings.view'),
    query: ofTenant,
    reply: domain.nullable(),
    fallback: 'Failed to get tenant settings',
  },
  /** The last answers of the name servers for each record of the domain, oldest first. */
  'domain-answers': {
    method: 'GET',
    access: withPermission('settings.view'),
    query: ofTenant,
    reply: z.array(domainAnswers),
    fallback: 'Failed to get tenant settings',
  },
  /** What is in the world with links under the name of the domain, which end with it. */
  'domain-links': {
    method: 'GET',
    access: withPermission('settings.view'),
    query: ofTenant,
    reply: z.object({
      /** E-mails that were sent, or may have been. */
      emails: z.number().int(),
    }),
    fallback: 'Failed to get tenant settings',
  },
  'domains-add': {
    fn: 'settings',
    type: 'domains',
    method: 'POST',
    access: withPermission('settings.edit'),
    query: ofTenant,
    body: z.object({
      domain: withFieldError(z.string().max(300), { missing: 'domain_required', wrong: 'domain_invalid' }),
      action: z.literal('check').optional(),
    }),
    reply: domain,
    fallback: 'Failed to update tenant settings',
  },
  'domains-update': {
    fn: 'settings',
    type: 'domains',
    method: 'PUT',
    access: withPermission('settings.edit'),
    query: ofTenant,
    body: z.object({
      settings: domainSettings.partial().strict().optional(),
      /** Of the sender's address, before the `@`. */
      localPart: withFieldError(senderLocalPart.optional(), 'sender_invalid'),
      /** The other DKIM key signs from now on, and this one is made anew. */
      rotateKey: z.literal(true).optional(),
    }),
    reply: domain,
    fallback: 'Failed to update tenant settings',
  },
  'domains-delete': {
    fn: 'settings',
    type: 'domains',
    method: 'DELETE',
    access: withPermission('settings.edit'),
    query: ofTenant,
    reply: done,
    fallback: 'Failed to update tenant settings',
  },
  certificates: {
    fn: 'settings',
    type: 'certificates',
    method: 'GET',
    access: withPermission('settings.view', 'certificates.generate_bulk'),
    query: ofTenant,
    reply: certificateSettings,
    fallback: 'Failed to get tenant settings',
  },
  'certificates-update': {
    fn: 'settings',
    type: 'certificates',
    method: 'PUT',
    access: withPermission('settings.edit'),
    query: ofTenant,
    body: z.object({
      // A misspelt setting must not be taken for one that was made.
      settings: z.strictObject({
        selfSignedEnabled: z.boolean().optional(),
        algorithm: signingAlgorithm.optional(),
      }),
    }),
    reply: certificateSettings,
    fallback: 'Failed to update tenant settings',
  },
  /** JSON with `action` `generate` or `revoke`, or multipart with `action` `upload`, `password` and the file. */
  'certificates-action': {
    fn: 'settings',
    type: 'certificates',
    method: 'POST',
    access: withPermission('settings.edit'),
    query: ofTenant,
    body: z.discriminatedUnion('action', [
      z.object({
        action: z.literal('generate'),
        algorithm: signingAlgorithm.default('rsa-2048'),
        certificateParams,
      }),
      z.object({ action: z.literal('revoke'), id: idOf('certificate_not_found') }),
      z.object({ action: z.literal('upload'), password: z.string().max(500).optional() }),
    ]),
    multipart: { field: 'certificate', limit: limits.certificateUpload },
    reply: signingCertificate,
    fallback: 'Failed to update tenant settings',
    idempotent: true,
  },
  /** The public certificate as PEM, for import into PDF readers as a trusted certificate. */
  'certificate-download': {
    method: 'GET',
    access: withPermission('settings.view', 'certificates.generate_bulk'),
    query: ofTenant.extend({ id: idOf('certificate_not_found') }),
    reply: z.object({ fileName: z.string(), pem: z.string() }),
    fallback: 'Failed to get tenant settings',
  },
  /** Ends the caller's membership. The last owner cannot leave: `cannot_remove_last_owner`. */
  leave: {
    method: 'POST',
    access: withPermission('always.allow'),
    body: z.object({ tenantId: withFieldError(id, 'organization_id_missing') }),
    reply: done,
    fallback: 'Operation failed',
  },
  /** Makes another active member an owner and the caller, who must be one, an admin. */
  transfer: {
    method: 'POST',
    access: { ...withPermission('settings.edit'), refusedWith: 'not_admin' },
    body: z.object({ memberId: idOf('member_not_found') }),
    reply: done,
    fallback: 'Operation failed',
  },
  /**
   * Closes the organization and cancels its batches; `name` is its name as the owner typed it. Until
   * `deletion.until` an owner can restore it, then its data is removed. Its certificates can be verified for ever.
   */
  delete: {
    method: 'DELETE',
    access: forOwners(),
    body: z.object({
      tenantId: withFieldError(id, 'organization_id_missing').optional(),
      name: withFieldError(z.string().max(300), 'organization_name_differs'),
    }),
    reply: tenant,
    fallback: 'Failed to delete the organization',
  },
  restore: {
    method: 'POST',
    access: forOwners({ whileDeleted: true }),
    body: z.object({ tenantId: withFieldError(id, 'organization_id_missing').optional() }),
    reply: tenant,
    fallback: 'Failed to restore the organization',
  },
  /** All data of the organization as one zip, which owners download from the batch. */
  export: {
    method: 'POST',
    access: forOwners(),
    body: z.object({ tenantId: withFieldError(id, 'organization_id_missing').optional() }),
    reply: accepted,
    fallback: 'Failed to export the organization',
    idempotent: true,
    batch: true,
  },
  'get-roles': {
    method: 'GET',
    access: sessionAccess,
    reply: z.array(z.object({ name: role })),
    nullOn: 'not_found',
    fallback: 'Failed to list tenants',
  },
});
