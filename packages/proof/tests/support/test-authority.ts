// A timestamp authority in this process, as anybody can make one: it stamps any digest with any time.
import { createHash, sign } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { childrenOf, expectTag, readDer } from '../../src/asn1/der-read.ts';
import {
  element,
  integer,
  nullValue,
  octetString,
  oid,
  sequence,
  setOf,
  tagged,
} from '../../src/asn1/der-write.ts';
import { OID } from '../../src/asn1/oids.ts';
import { certificateNames } from '../../src/x509/issue.ts';
import { attribute, boundTo } from './custom-cms.ts';
import { type Issued, issue } from './material.ts';

export interface TestAuthority {
  certificate: Issued;
  /** A token over `stamped` with any time. Default: now. */
  token(stamped: Uint8Array, time?: Date): Buffer;
  /** A handler of timestamp queries over HTTP. */
  listener(time?: () => Date): RequestListener;
}

interface AuthorityOptions {
  name?: string;
  /** The issuer of its certificate. Default: self-signed. */
  issuer?: Issued;
  /** Further certificates in the token. */
  others?: Issued[];
  notBefore?: Date;
  notAfter?: Date;
}

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
const imprintOf = (digest: Uint8Array): Buffer => sequence(sequence(oid(OID.sha256)), octetString(digest));

export function testAuthority({
  name = 'Famous Time',
  others = [],
  ...options
}: AuthorityOptions = {}): TestAuthority {
  const certificate = issue({ name, ca: false, purpose: 'timeStamping', ...options });
  const make = (imprint: Uint8Array, time: Date, nonce?: Uint8Array): Buffer => {
    const stamp = time.toISOString().replace(/[-:T]|\.\d+/g, '');
    const info = sequence(
      ...[integer(1), oid('1.2.3.4.1'), imprint, integer(7), element(0x18, Buffer.from(stamp))],
      ...(nonce ? [integer(nonce)] : []),
    );
    const attributes = setOf(
      attribute(OID.contentType, oid(OID.tstInfo)),
      attribute(OID.messageDigest, octetString(sha256(info))),
      boundTo(certificate.der),
    );
    const { issuer, serial } = certificateNames(certificate.der);
    const signer = sequence(
      integer(1),
      sequence(issuer.bytes, serial.bytes),
      sequence(oid(OID.sha256)),
      Buffer.concat([Buffer.from([0xa0]), attributes.subarray(1)]),
      sequence(oid(OID.sha256WithRSA), nullValue()),
      octetString(sign('sha256', attributes, certificate.key)),
    );
    const data = sequence(
      integer(3),
      setOf(sequence(oid(OID.sha256))),
      sequence(oid(OID.tstInfo), tagged(0, octetString(info))),
      tagged(0, certificate.der, ...others.map(({ der }) => der)),
      setOf(signer),
    );
    return sequence(oid(OID.signedData), tagged(0, data));
  };
  return {
    certificate,
    token: (stamped, time = new Date()) => make(imprintOf(sha256(stamped)), time),
    listener:
      (time = () => new Date()) =>
      (request, response) => {
        const parts: Buffer[] = [];
        request.on('data', (part: Buffer) => parts.push(part));
        request.on('end', () => {
          const [, imprint, ...rest] = childrenOf(readDer(Buffer.concat(parts)));
          const nonce = rest.find(({ tag }) => tag === 0x02)?.body;
          const token = make(expectTag(imprint, 0x30).bytes, time(), nonce);
          response.end(sequence(sequence(integer(0)), token));
        });
      },
  };
}
