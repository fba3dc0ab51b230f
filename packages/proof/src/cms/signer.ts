import { createPrivateKey, type KeyObject, sign, X509Certificate } from 'node:crypto';
import type { Signer } from '@sello/contracts';
import { AppError, times } from '@sello/kit';
import { requestTimestamp } from '../timestamp/request.ts';
import { largestTimestampRoom, timestampRoom } from '../timestamp/room.ts';
import { algorithmOf, type SigningMaterial } from '../x509/material.ts';
import { type SignatureTemplate, signatureTemplate, signedData, timeStampAttribute } from './build.ts';

export type SignerOptions = {
  id: string;
  /** URL of an RFC 3161 authority. With it every signature is PAdES baseline B-T, or signing fails. */
  timestampUrl?: string | undefined;
  /** Timeout for the authority, ms. Default: 10,000. */
  timestampTimeout?: number;
  /** Called after every verified timestamp with the highest certificate (DER) that the authority sent. */
  onTimestampAuthority?: ((certificate: Uint8Array) => Promise<void>) | undefined;
} & (
  | { material: Pick<SigningMaterial, 'privateKeyPkcs8' | 'chain'> }
  | Pick<SigningMaterial, 'privateKeyPkcs8' | 'chain'>
);

/**
 * Creates a signer; key and chain are parsed once. Throws AppError `certificate_unreadable`,
 * `certificate_algorithm_unsupported` or `certificate_key_mismatch` when the material is not usable. Its `sign` throws
 * `signing_failed` or `timestamp_failed`.
 */
export function createSigner(options: SignerOptions): Signer {
  const { privateKeyPkcs8, chain } = 'material' in options ? options.material : options;
  const key = readKey(privateKeyPkcs8, chain);
  const algorithm = algorithmOf(key);
  const template = signatureTemplate(chain, (key.asymmetricKeyDetails?.modulusLength ?? 0) / 8);
  const { timestampUrl, timestampTimeout = times.timestampMs, onTimestampAuthority } = options;
  const room = timestampUrl === undefined ? undefined : timestampRoom(timestampUrl);

  return {
    id: options.id,
    algorithm,
    get signatureSize() {
      return template.cms.length + (room?.size ?? 0);
    },
    async sign(digest) {
      if (digest.length !== 32)
        throw new AppError('signing_failed', { details: { why: 'not a SHA-256 digest' } });
      const attributes = Buffer.from(template.attributes);
      attributes.set(digest, template.attributesDigestAt);
      const signature = await signBytes(key, attributes);
      if (!timestampUrl) return filled(template, digest, signature);
      const { token, authority } = await requestTimestamp(signature, {
        url: timestampUrl,
        timeout: timestampTimeout,
      });
      await onTimestampAuthority?.(authority);
      const cms = signedData(attributes, signature, chain, [timeStampAttribute(token)]);
      const taken = cms.length - template.cms.length;
      if (taken > largestTimestampRoom) {
        throw new AppError('timestamp_failed', { details: { why: 'the timestamp is too large' } });
      }
      room?.took(taken);
      return cms;
    },
  };
}

function readKey(pkcs8: Uint8Array, chain: readonly Uint8Array[]): KeyObject {
  const [leaf] = chain;
  let key: KeyObject;
  let certificate: X509Certificate;
  try {
    key = createPrivateKey({ key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' });
    certificate = new X509Certificate(leaf ?? new Uint8Array());
  } catch (cause) {
    throw new AppError('certificate_unreadable', { cause });
  }
  if (!certificate.checkPrivateKey(key)) throw new AppError('certificate_key_mismatch');
  return key;
}

function filled(template: SignatureTemplate, digest: Uint8Array, signature: Uint8Array): Uint8Array {
  const cms = Buffer.from(template.cms);
  cms.set(digest, template.cmsDigestAt);
  cms.set(signature, template.signatureAt);
  return cms;
}

/** RSASSA-PKCS1-v1_5 with SHA-256. The callback form runs in libuv's thread pool and does not block the event loop. */
function signBytes(key: KeyObject, bytes: Uint8Array): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    sign('sha256', bytes, key, (cause, signature) => {
      if (cause) reject(new AppError('signing_failed', { cause }));
      else resolve(signature);
    });
  });
}
