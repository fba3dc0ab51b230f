import { defineEntity, field } from './define.ts';
import { anyText, date, text } from './stored.ts';

/** The authority that answered first behind an address of timestamps. */
export const timestampAuthorityEntity = defineEntity({
  collection: 'timestampAuthorities',
  fields: {
    /** SHA-256 of the address, hex: an address may carry a password. */
    _id: field(text),
    host: field(anyText),
    /** SHA-256 of the certificate's DER, hex. */
    fingerprint: field(text),
    /** The highest certificate that the authority sent. */
    pem: field(text),
    pinnedAt: field(date),
  },
  indexes: [{ keys: ['pinnedAt'] }],
});
