import { z } from 'zod';
import { limits } from './limits.ts';

/** A record's id: 24 hex characters, read in either case and kept in lower case. */
export const id = z
  .string()
  .regex(/^[0-9a-f]{24}$/i, 'not an id')
  .toLowerCase();

/** A day without a time zone, `YYYY-MM-DD`, that exists in the calendar. */
export const day = z.string().refine(isDay, 'not a date YYYY-MM-DD');

export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** A moment on the wire: ISO 8601 in UTC. */
export const moment = z.iso.datetime();

export const email = z.email().max(254);

/** 0 to 10 in steps of 0.1. */
export const scoreNumeric = z.number().min(0).max(limits.scoreNumericMax).multipleOf(limits.scoreNumericStep);

/** A to F, optionally followed by + or -; upper-cased. */
export const scoreLetter = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-F][+-]?$/);

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 128 random bits in Crockford's base 32: 26 characters. */
export const certId = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/);

/** Writes 16 bytes as a certificate id (Crockford base 32, most significant bit first, two zero bits in front). */
export function encodeCertId(bytes: Uint8Array): string {
  let value = 0n;
  for (const byte of bytes.subarray(0, 16)) value = (value << 8n) | BigInt(byte);
  let text = '';
  for (let digit = 0; digit < 26; digit++) {
    text = crockford[Number(value & 31n)] + text;
    value >>= 5n;
  }
  return text;
}

/** The id as it is printed: groups of four, `7K3M 9QXT …`. */
export function printCertId(text: string): string {
  return text.replace(/(.{4})(?=.)/g, '$1 ');
}

export const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/);

export type CertificateReference = { hash: string } | { certId: string };

/**
 * Reads what a person typed or pasted into the verify box: a SHA-256 in hex, a certificate id (case, spaces and dashes
 * do not count; I and L read as 1, O as 0), or a link that ends in one of them. `undefined` when it is none of these.
 */
export function readCertificateReference(input: string): CertificateReference | undefined {
  const tail =
    input
      .trim()
      .replace(/[?#].*$/, '')
      .replace(/\/+$/, '')
      .split('/')
      .at(-1) ?? '';
  let text = tail;
  try {
    text = decodeURIComponent(tail);
  } catch {
    // A stray per cent sign: read it as it stands.
  }
  text = text.replace(/[\s\-–·.]/g, '');
  if (/^[0-9a-f]{64}$/i.test(text)) return { hash: text.toLowerCase() };
  const upper = text.toUpperCase().replace(/[IL]/g, '1').replace(/O/g, '0');
  return certId.safeParse(upper).success ? { certId: upper } : undefined;
}
