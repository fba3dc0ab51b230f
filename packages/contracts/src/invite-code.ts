import { z } from 'zod';

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Letters and digits of a code. */
export const inviteCodeLength = 10;

/**
 * The code of an invitation in Crockford's base 32: case, spaces and dashes are ignored, I and L are read as 1, O as 0.
 */
export const inviteCode = z
  .string()
  .max(100)
  .transform((typed) =>
    typed
      .replace(/[\s\-–·.]/g, '')
      .toUpperCase()
      .replace(/[IL]/g, '1')
      .replace(/O/g, '0'),
  )
  .pipe(z.string().regex(new RegExp(`^[0-9A-HJKMNP-TV-Z]{${inviteCodeLength}}$`)));

/** A code as people read it: two groups of five. */
export const printInviteCode = (code: string): string => `${code.slice(0, 5)} ${code.slice(5)}`;

/** Encodes random bytes as a code: five bits of each byte are used, so ten bytes give 50 random bits. */
export function encodeInviteCode(bytes: Uint8Array): string {
  return [...bytes.subarray(0, inviteCodeLength)].map((byte) => crockford[byte & 31]).join('');
}
