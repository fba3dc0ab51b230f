import { z } from 'zod';
import { erasedCertificate, fileFacts, publicCertificate } from '../entities/index.ts';
import { withFieldError } from '../field-error.ts';
import { limits } from '../limits.ts';
import { mistakeBody, reportToken } from '../mistakes.ts';
import { certId, moment } from '../scalars.ts';
import { defineApi, done, publicAccess } from './define.ts';
import { reportBody } from './organizations.ts';

/** The answer about a certificate that was not erased. */
export const foundCertificate = z.object({
  certificate: publicCertificate,
  /** The facts of the stored file at its last check (`checkedAt`). */
  file: fileFacts.optional(),
});

export const verifyApi = defineApi('verify', {
  lookup: {
    method: 'GET',
    access: publicAccess,
    /** A SHA-256 hash, a certificate id as printed, or a URL. */
    query: z.object({
      hash: withFieldError(z.string().trim().min(1).max(500), {
        missing: 'hash_or_file_missing',
        wrong: 'issued_not_found',
      }),
    }),
    reply: z.union([foundCertificate, z.object({ erased: erasedCertificate })]),
    nullOn: 'issued_not_found',
    fallback: 'Operation failed',
  },
  /** A report that an issuer is not who it claims to be. The operator receives it; the organization does not see it. */
  report: {
    method: 'POST',
    access: publicAccess,
    body: reportBody,
    bodyLimit: 16 * 1024,
    reply: done,
    fallback: 'Failed to send the report',
  },
  /**
   * A report of a mistake to the organization. A letter asks the reporter to confirm it with a link. The same report is
   * written once; sent again, its letter is sent again.
   */
  'report-mistake': {
    method: 'POST',
    access: publicAccess,
    body: mistakeBody,
    bodyLimit: 16 * 1024,
    reply: done,
    fallback: 'Failed to send the report',
  },
  /** Passes a report on to the organization; answers the same when it was passed on already. */
  'confirm-report': {
    method: 'POST',
    access: publicAccess,
    body: z.object({ token: withFieldError(reportToken, 'report_link_invalid') }),
    reply: z.object({
      certId,
      organization: z.string(),
      /** When the report was confirmed. */
      confirmedAt: moment,
    }),
    fallback: 'Failed to pass the report on',
  },
  /** The full check of a PDF that a visitor uploads. The file is not stored. */
  file: {
    method: 'POST',
    access: publicAccess,
    multipart: { field: 'file', limit: limits.verifyUpload },
    reply: z.object({
      file: fileFacts,
      certificate: publicCertificate.nullable(),
      /** Of a file whose certificate was erased; `certificate` is null then. */
      erased: erasedCertificate.optional(),
    }),
    fallback: 'Operation failed',
  },
});
