/** 128 random bits in Crockford's base 32: 26 characters. */
export const certIdPattern = /^[0-9A-HJKMNP-TV-Z]{26}$/;

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * Encodes 16 bytes as a certificate id (Crockford base 32, most significant bit first, padded with two leading zero
 * bits).
 */
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

/**
 * The number on a certificate that was never issued. It cannot be one's: 26 characters have room for 130 bits, so an id
 * begins with a character from 0 to 7.
 */
export const specimenCertId = 'X'.repeat(26);

/** The printed form of an id, in groups of four that are easier to read and type: `7K3M 9QXT …`. */
export function printCertId(id: string): string {
  return id.replace(/(.{4})(?=.)/g, '$1 ');
}

/** How far a file is searched for numbers: by the browser and by the full check alike. */
export const numberSearch = {
  /** A file of more pages is no certificate, nor an application with a few of them. */
  pages: 40,
  /** Pages of a file without a number that are drawn to find a code on them. */
  drawn: 3,
  /** The longer side of a drawn page, px. */
  side: 1_600,
} as const;

/** Different numbers of a text that are looked up; a text of many numbers is no certificate. */
const mostNumbers = 8;

/** An id as `printCertId` prints it, perhaps broken over lines, or without spaces as in the URL of a certificate. */
const printedId =
  /(?<![0-9A-Za-z])[0-7][0-9A-HJKMNP-TV-Z]{3}(?:[\s\u200b-]{0,3}[0-9A-HJKMNP-TV-Z]{4}){5}[\s\u200b-]{0,3}[0-9A-HJKMNP-TV-Z]{2}(?![0-9A-Za-z])/g;

/** The certificate ids in a text, such as that of a page; each once, the first eight. They prove nothing by themselves. */
export function certIdsIn(text: string): string[] {
  const found = new Set<string>();
  for (const [printed] of text.matchAll(printedId)) {
    found.add(printed.replace(/[^0-9A-Z]/g, ''));
    if (found.size === mostNumbers) break;
  }
  return [...found];
}

export type CertificateReference = { hash: string } | { certId: string };

/**
 * Parses the input of the verify page: a SHA-256 in hex, a certificate id (case, spaces, dots and dashes are ignored; I
 * and L are read as 1, O as 0), or a URL that ends in one of them. `undefined` for any other input.
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
    // Not percent-encoded: the input is used unchanged.
  }
  text = text.replace(/[\s\-–·.]/g, '');
  if (/^[0-9a-f]{64}$/i.test(text)) return { hash: text.toLowerCase() };
  const upper = text.toUpperCase().replace(/[IL]/g, '1').replace(/O/g, '0');
  return certIdPattern.test(upper) ? { certId: upper } : undefined;
}
