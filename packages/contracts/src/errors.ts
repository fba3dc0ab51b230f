import { domainErrors } from './domain-errors.ts';
import { fileFaults, isFileFault } from './file-faults.ts';
import type { Remedy } from './remedies.ts';
import { signatoryErrors } from './signatory-errors.ts';
import { studentErrors } from './student-errors.ts';
import { templateErrors } from './template-errors.ts';

/** The properties of an error code. */
export type ErrorFacts = CommonFacts & (RowErrorFacts | OtherErrorFacts);

interface CommonFacts {
  /** HTTP status; used by the HTTP layer only. */
  status: number;
  /** English text, from the specification where it has one; `{placeholders}` are filled from the details. */
  message: string;
  /** The messages that replace it when the details have a value of this name. */
  messageWith?: Readonly<Record<string, string>>;
  /** What helps instead when the details have a value of this name. */
  helpsWith?: Readonly<Record<string, readonly Remedy[]>>;
}

/**
 * A permanent error of one student, template or signing certificate: it is stored with the row of the batch. Trying again
 * without a correction does not help.
 */
interface RowErrorFacts {
  atRow: true;
  helps: readonly Remedy[];
  retryable?: never;
}

/** After any other error the job is retried; a row that has one after the last attempt may be tried again. */
interface OtherErrorFacts {
  atRow?: never;
  helps?: readonly Remedy[];
  /** The same request may succeed a moment later: the answer says when (`Retry-After`). */
  retryable?: true;
}

/** The closed list of errors. Codes are stable; the web translates them by the key `errors.<code>`. */
export const errorTable = {
  // The call itself
  invalid_function: { status: 400, message: 'Invalid function' },
  invalid_members_function: { status: 400, message: 'Invalid members function' },
  method_not_allowed: { status: 405, message: 'Method Not Allowed' },
  invalid_payload: { status: 400, message: 'Invalid payload' },
  text_unreadable: {
    status: 400,
    message: 'The text of “{field}” holds characters that cannot be seen or that turn the text around it',
    messageWith: {
      letter:
        'The text of “{field}” holds a character that cannot be seen or that turns the text around it: {letter}, at place {at}',
    },
  },
  payload_too_large: { status: 413, message: 'The request is larger than this call accepts' },
  not_found: { status: 404, message: 'Not found' },
  host_unknown: { status: 421, message: 'Nothing is served under this name' },
  missing_id: { status: 400, message: 'Missing id' },
  ids_required: { status: 400, message: 'IDs array is required' },
  ids_invalid: { status: 400, message: 'Missing or invalid ids array' },
  students_required: { status: 400, message: 'Students must be an array' },
  selection_grew: {
    status: 409,
    message: 'There are {added} more students than you saw: {total} instead of {seen}',
  },
  selection_too_large: {
    status: 400,
    message: 'At most {max} students can be chosen at once. Narrow the choice with a search.',
  },
  organization_id_missing: { status: 400, message: 'Missing organization ID' },
  hash_or_file_missing: { status: 400, message: 'Missing hash or file' },
  file_missing: { status: 400, message: 'Missing file name or file' },
  upload_failed: { status: 500, message: 'Error uploading file, certificate or template thumbnail' },
  upload_image_large: { status: 413, message: 'The image is larger than {max} MB' },
  upload_image_pixels: { status: 400, message: 'The image has more than {max} megapixels' },
  upload_image_kind: { status: 400, message: 'The file is no PNG, JPEG, WebP or SVG image' },
  upload_image_unreadable: { status: 400, message: 'The image cannot be read: {reason}' },
  upload_image_detailed: {
    status: 400,
    message: 'The image takes more than {max} MB to print. Make it smaller, or save it as JPEG.',
  },
  invalid_image_type: {
    status: 400,
    message: 'A logo must be a PNG, JPEG or WebP image',
    messageWith: {
      also: 'The file is an image and something else at once ({also}). Save the image again and try the new file.',
    },
  },
  image_too_large: { status: 413, message: 'The logo is larger than {max} MB' },
  image_sides_long: { status: 400, message: 'A side of the logo is longer than {max} pixels' },
  upload_pdf_large: { status: 413, message: 'The PDF is larger than {max} MB' },
  upload_pdf_kind: { status: 400, message: 'The file is no PDF' },
  upload_pdf_unreadable: { status: 400, message: 'The PDF cannot be read: {reason}' },
  upload_pdf_encrypted: {
    status: 400,
    message: 'The PDF can be opened only with its password. Save it without a password and try again.',
  },
  upload_pdf_complex: {
    status: 400,
    message: 'The PDF is too complex: {reason}. Simplify it, or import it as an image.',
  },
  upload_pdf_fonts: {
    status: 400,
    message: 'The PDF does not contain its fonts ({fonts}). Export it again with its fonts embedded.',
  },
  upload_pdf_detailed: {
    status: 400,
    message: 'A page of the PDF takes more than {max} MB to print. Reduce its images and try again.',
  },
  asset_not_found: { status: 404, message: 'Image not found' },
  asset_other_use: {
    status: 400,
    message: 'This image was uploaded for another use. Upload it again for this one.',
  },
  upload_too_slow: {
    status: 408,
    message: 'What you sent came in too slowly and was given up. Try again on a better connection.',
  },
  rate_limited: { status: 429, retryable: true, message: 'Too many requests. Try again in a moment.' },
  idempotency_key_reused: { status: 409, message: 'This Idempotency-Key was used with a different request' },
  idempotency_in_progress: {
    status: 409,
    retryable: true,
    message: 'The first request with this Idempotency-Key is still running',
  },
  internal: { status: 500, message: 'Internal server error' },
  unavailable: {
    status: 503,
    retryable: true,
    message: 'A part of the service cannot be reached. Nothing was changed; try again.',
  },
  worker_busy: {
    status: 503,
    retryable: true,
    message: 'The part of the service that does this is busy or away. Try again in a moment.',
  },
  work_too_slow: { status: 504, helps: ['operator'], message: 'This took too long and was given up' },

  // Sessions and permissions
  unauthenticated: { status: 401, message: 'Sign in to continue' },
  session_expired: { status: 401, message: 'Your session has ended. Sign in again.' },
  forbidden: { status: 403, message: "You don't have permission to access this page" },
  super_admin_required: { status: 403, message: 'Super admin access required to view this page' },

  // Organizations, members, invitations
  time_zone_unknown: { status: 400, message: 'There is no time zone of this name' },
  tenant_name_required: { status: 400, message: 'Tenant name is required' },
  public_name_required: { status: 400, message: 'Public name is required' },
  ...signatoryErrors,
  tenant_name_taken: { status: 409, message: 'You already have an organization of this name' },
  tenant_name_confusable: {
    status: 409,
    message: 'This name can be mistaken for that of a confirmed organization',
  },
  tenant_name_claims: {
    status: 400,
    message:
      '“{word}” in this name reads as if somebody had confirmed the organization. A name says who you are; what is confirmed is shown beside it.',
  },
  organization_paused: {
    status: 403,
    message: 'The people who run this server have paused this organization',
  },
  organization_deleted: {
    status: 403,
    message: 'This organization was deleted. For 30 days an owner can restore it.',
  },
  organization_not_deleted: { status: 409, message: 'This organization is not deleted' },
  organization_ended: { status: 410, message: 'This organization can no longer be restored' },
  organization_name_differs: { status: 400, message: 'This is not the name of the organization' },
  owner_required: { status: 403, message: 'Only an owner of the organization can do this' },
  organization_not_confirmed: { status: 409, message: 'The organization is not confirmed by the operator' },
  report_link_invalid: {
    status: 404,
    message:
      'This link is not valid any more. The report can be sent again from the page of the certificate.',
  },
  report_not_found: { status: 404, message: 'Report not found' },
  tenant_not_found: { status: 404, message: 'Tenant not found' },
  not_member: { status: 403, message: 'Not a member of this organization' },
  not_admin: { status: 403, message: 'Not an admin member of this organization' },
  content_not_found: { status: 404, message: 'Content not found' },
  token_required: { status: 400, message: 'Token is required' },
  invalid_invite: { status: 404, message: 'Invalid or expired invite' },
  already_member: { status: 409, message: 'Already a member of this organization' },
  tenant_or_emails_missing: { status: 400, message: 'Missing tenant ID or emails' },
  invite_forbidden: { status: 403, message: 'Not authorized to send invitations for this organization' },
  invitation_id_missing: { status: 400, message: 'Missing invitation ID' },
  invitation_expired: { status: 410, message: 'This invitation has expired' },
  invitation_other_address: {
    status: 403,
    message: 'This invitation is for another e-mail address',
  },
  email_unverified: {
    status: 403,
    message: 'Your e-mail address is not verified by the service you sign in with',
  },
  invites_exceeded: { status: 400, message: 'At most {max} addresses can be invited at a time' },
  cannot_invite_self: { status: 409, message: 'You are a member of this organization already' },
  invitee_invalid: { status: 400, message: 'Invalid email: {email}' },
  member_not_found: { status: 404, message: 'Member not found' },
  member_or_role_missing: { status: 400, message: 'Missing member ID or role' },
  role_invalid: { status: 400, message: 'Invalid role specified' },
  cannot_remove_last_owner: { status: 409, message: 'Cannot remove last owner' },
  cannot_remove_self: { status: 409, message: 'Cannot remove self' },
  cannot_block_self: { status: 409, message: 'Cannot block self' },
  cannot_assign_owner: { status: 403, message: 'Cannot assign owner' },
  cannot_change_owner: { status: 403, message: 'Cannot change owner' },
  cannot_change_own_role: { status: 403, message: 'Cannot change own role' },
  cannot_demote_last_owner: { status: 409, message: 'Cannot demote last owner' },

  ...studentErrors,

  ...templateErrors,

  // Signing
  certificate_not_found: {
    status: 404,
    atRow: true,
    helps: ['signing'],
    message: 'Signing certificate not found',
  },
  certificate_required: { status: 400, message: 'Choose a signing certificate' },
  certificate_inactive: {
    status: 409,
    atRow: true,
    helps: ['signing'],
    message: 'The signing certificate has expired or was revoked',
  },
  certificate_unreadable: {
    status: 400,
    atRow: true,
    helps: ['signing'],
    message: 'The file is not a readable certificate',
  },
  certificate_password_required: { status: 400, message: 'This file is protected. Enter its password.' },
  certificate_password_wrong: { status: 400, message: 'The password does not open this file' },
  certificate_without_key: {
    status: 400,
    message: 'The file holds no private key, so nothing can be signed with it',
  },
  certificate_key_mismatch: {
    status: 400,
    atRow: true,
    helps: ['signing'],
    message: 'The private key does not belong to the certificate',
  },
  certificate_expired: { status: 400, message: 'The certificate has expired' },
  certificate_not_yet_valid: { status: 400, message: 'The certificate is not valid yet' },
  certificate_algorithm_unsupported: {
    status: 400,
    atRow: true,
    helps: ['signing'],
    message: 'Only RSA keys of 2048 or 4096 bits can sign here',
  },
  certificate_chain_broken: { status: 400, message: 'The certificates of the file do not form one chain' },
  self_signed_disabled: {
    status: 409,
    atRow: true,
    helps: ['signing'],
    message: 'Self-signed signing is switched off for this organization',
  },
  third_party_coming_soon: { status: 409, message: 'Signing by a third-party authority is coming soon' },
  signing_failed: {
    status: 500,
    helps: ['signing', 'operator'],
    message: 'The certificate could not be signed',
  },
  timestamp_failed: {
    status: 502,
    helps: ['operator'],
    message: 'The timestamp authority gave no valid timestamp',
  },

  // Issued certificates, batches, mail
  issued_not_found: { status: 404, atRow: true, helps: ['again'], message: 'Certificate not found' },
  revoke_not_yours: {
    status: 403,
    message:
      'Only the person who issued this certificate, or someone who may edit the settings, can revoke it',
  },
  issued_revoked: { status: 409, atRow: true, helps: ['again'], message: 'The certificate is revoked' },
  no_certificates_to_download: { status: 400, message: 'None of the selected students has a certificate' },
  no_certificates_to_email: {
    status: 400,
    message: 'None of the selected students has a certificate and an e-mail',
  },
  batch_not_found: { status: 404, message: 'Batch not found' },
  batch_not_running: { status: 409, message: 'The batch has already ended' },
  batch_nothing_to_retry: { status: 409, message: 'No row of this batch failed' },
  batch_still_running: { status: 409, message: 'The batch is still running' },
  download_expired: { status: 410, message: 'This download has expired. Make it again.' },
  download_link_invalid: { status: 403, message: 'This download link is not valid' },
  public_download_off: {
    status: 403,
    message: 'The organization does not offer this file for public download',
  },
  object_store_unknown: {
    status: 503,
    helps: ['operator'],
    message:
      'The store of issued files is not the one that belongs to this platform. Nothing is issued until its operator has looked at it.',
  },
  object_missing: {
    status: 500,
    atRow: true,
    helps: ['operator'],
    message: 'A stored file is missing or damaged',
  },
  row_ended_worker: {
    status: 500,
    atRow: true,
    helps: ['operator'],
    message:
      'The program ended each of the {times} times it worked on this row and on nothing else. The people who run this server find it in their log under {reference}.',
  },
  job_ended_worker: {
    status: 500,
    atRow: true,
    helps: ['operator'],
    message:
      'The program ended each of the {times} times it worked on this and on nothing else. The people who run this server find it in their log under {reference}.',
  },
  mail_paused: {
    status: 409,
    helps: ['operator'],
    message: 'The e-mails of this organization are paused; the people who run this server can let them go on',
  },
  mail_quota_reached: {
    status: 429,
    message: 'The organization has sent as many e-mails as it may for now',
  },
  reply_address_unknown: {
    status: 400,
    message: 'Answers can go only to the verified address of an active member',
  },
  letter_subject_invalid: {
    status: 400,
    message: 'A subject is one line of at most 150 characters, with nothing in braces but course and holder',
  },
  email_not_of_student: {
    status: 400,
    helps: ['student'],
    message: 'E-mails go only to the address in the student’s own record',
  },
  email_refused: { status: 502, helps: ['student'], message: 'The mail server refused the message' },
  email_unknown: { status: 502, message: 'It is not known whether the message was delivered' },
  pdf_unreadable: { status: 400, message: 'The file is not a readable PDF' },

  ...domainErrors,
} as const satisfies Record<string, ErrorFacts>;

export type ErrorCode = keyof typeof errorTable;

export function factsOfError(code: ErrorCode): ErrorFacts {
  return errorTable[code];
}

export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(errorTable, code);
}

/** What helps against an error with these details; nothing for one that passes by itself, or that nobody can correct. */
export function remediesOf(code: ErrorCode, details?: ErrorDetails): readonly Remedy[] {
  const { helps = [], helpsWith = {} }: ErrorFacts = errorTable[code];
  const given = Object.keys(helpsWith).find((name) => details?.[name] !== undefined);
  return given === undefined ? helps : (helpsWith[given] as readonly Remedy[]);
}

/** The errors that a row keeps however often it is tried again, until somebody corrects their cause. */
export const permanentErrors: readonly ErrorCode[] = (Object.keys(errorTable) as ErrorCode[]).filter(
  (code) => factsOfError(code).atRow === true,
);

/** Values of a message's `{placeholders}`. They are shown to users: no secrets, no personal data of other people. */
export type ErrorDetails = Record<string, unknown>;

/**
 * The English message of a code with its placeholders filled; a placeholder without a value is kept. A reason of
 * `fileFaults` is written out, at the end of a message that has no place for it.
 */
export function errorMessage(code: ErrorCode, details?: ErrorDetails): string {
  const { message, messageWith = {} }: ErrorFacts = errorTable[code];
  const given = Object.keys(messageWith).find((name) => details?.[name] !== undefined);
  const text = given === undefined ? message : (messageWith[given] as string);
  if (!isFileFault(details?.reason)) return filled(text, details);
  const reason = filled(fileFaults[details.reason], details);
  return filled(text.includes('{reason}') ? text : `${text}: {reason}`, { ...details, reason });
}

function filled(text: string, values: ErrorDetails | undefined): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values?.[name];
    return value === undefined ? whole : Array.isArray(value) ? value.join(', ') : String(value);
  });
}
