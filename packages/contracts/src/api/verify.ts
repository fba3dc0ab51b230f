import { z } from 'zod';
import { fileFacts, publicCertificate } from '../entities/index.ts';
import { withFieldError } from '../field-error.ts';
import { limits } from '../limits.ts';
import { defineApi, done, publicAccess } from './define.ts';
import { reportBody } from './organizations.ts';

export const verifyApi = defineApi('verify', {
  lookup: {
    method: 'GET',
    access: publicAccess,
    /** A hash, a certificate id as printed, or a pasted link. */
    query: z.object({
      hash: withFieldError(z.string().trim().min(1).max(500), {
        missing: 'hash_or_file_missing',
        wrong: 'issued_not_found',
      }),
    }),
    reply: z.object({
      certificate: publicCertificate,
      /** Of the file as it is kept here, when it was checked last (`checkedAt`). */
      file: fileFacts.optional(),
    }),
    nullOn: 'issued_not_found',
    fallback: 'Operation failed',
  },
  /** "The issuer is not who it says it is": goes to the people who run the server, never to the organization. */
  report: {
    method: 'POST',
    access: publicAccess,
    body: reportBody,
    bodyLimit: 16 * 1024,
    reply: done,
    fallback: 'Failed to send the report',
  },
  /** The full check of a PDF that a visitor chose to send. Nothing of it is kept. */
  file: {
    method: 'POST',
    access: publicAccess,
    multipart: { field: 'file', limit: limits.verifyUpload },
    reply: z.object({ file: fileFacts, certificate: publicCertificate.nullable() }),
    fallback: 'Operation failed',
  },
});
