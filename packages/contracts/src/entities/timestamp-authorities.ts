import { defineEntity, field } from './define.ts';
import { anyText, date, text } from './stored.ts';

/** The timestamp authority that is pinned for a URL: the one that answered first (trust on first use). */
export const timestampAuthorityEntity = defineEntity({
  collection: 'timestampAuthorities',
  fields: {
    /** SHA-256 of the URL, hex, because a URL may contain a password. */
    _id: field(text),
    host: field(anyText),
    /** SHA-256 of the certificate's DER, hex. */
    fingerprint: field(text),
    /** The topmost certificate of the chain that the authority sent. */
    pem: field(text),
    pinnedAt: field(date),
  },
  indexes: [{ keys: ['pinnedAt'] }],
});
