import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { AppError, LimitedThread, ThreadFailure } from '@sello/kit';
import type { CertificateFile, CertificateFileAnswer } from './certificate-file.ts';
import type { CertificateFileTask } from './certificate-file.worker.ts';
import { isIssuedBy, isSelfSigned, subjectLine } from './issue.ts';
import { algorithmOf, describeMaterial, type SigningMaterial } from './material.ts';

/** Larger than any key with its chain, bytes. */
const MAX_FILE = 1_048_576;
const MAX_CERTIFICATES = 20;
/** Limit of CPU time, ms. A file chooses the iterations of its key derivation; real ones take well under a second. */
const defaultBudgetMs = 15_000;

export interface UploadedCertificate {
  /** The name of the file, for messages only; the format is detected from the content. */
  fileName: string;
  password?: string | undefined;
  now?: Date;
  /** CPU time that parsing may take, ms. Default: 15,000. */
  budgetMs?: number;
}

/**
 * Reads a .pem, .crt, .cer, .p12 or .pfx file into signing material, and sorts the chain. Throws AppError
 * `certificate_unreadable`, `certificate_password_required`, `certificate_password_wrong`, `certificate_without_key`,
 * `certificate_algorithm_unsupported`, `certificate_key_mismatch`, `certificate_expired`,
 * `certificate_not_yet_valid` or `certificate_chain_broken`.
 */
export async function readUploadedCertificate(
  bytes: Uint8Array,
  { now = new Date(), ...options }: UploadedCertificate,
): Promise<SigningMaterial> {
  const { fileName } = options;
  const { certificates, privateKeys } = await readFile(bytes, options);
  const chainCandidates = unique(certificates).map((der) => new X509Certificate(der));
  if (chainCandidates.length === 0 || chainCandidates.length > MAX_CERTIFICATES) {
    throw new AppError('certificate_unreadable', {
      details: { fileName, certificates: certificates.length },
    });
  }
  const [key] = privateKeys.map(keyOf);
  if (!key) throw new AppError('certificate_without_key', { details: { fileName } });
  const [leaf, usedKey] = matching(chainCandidates, privateKeys.map(keyOf)) ?? [];
  if (!leaf || !usedKey) {
    // An unsupported kind of key never matches, so that error takes precedence.
    algorithmOf(key);
    throw new AppError('certificate_key_mismatch', { details: { fileName } });
  }
  algorithmOf(usedKey);
  const chain = sortChain(leaf, chainCandidates);
  for (const certificate of chain) assertValidAt(certificate, now);
  return describeMaterial(
    usedKey,
    chain.map((certificate) => certificate.raw),
  );
}

async function readFile(
  bytes: Uint8Array,
  { fileName, password, budgetMs = defaultBudgetMs }: UploadedCertificate,
): Promise<CertificateFile> {
  if (bytes.length === 0 || bytes.length > MAX_FILE) {
    throw new AppError('certificate_unreadable', { details: { fileName, size: bytes.length } });
  }
  // A thread of its own, which ends with the file: nothing of a key stays in its memory.
  const thread = new LimitedThread<CertificateFileAnswer>({
    script: new URL('./certificate-file.worker.ts', import.meta.url),
    resourceLimits: { maxOldGenerationSizeMb: 128 },
    startupBudgetMs: 2_000,
  });
  const message: CertificateFileTask = { bytes: new Uint8Array(bytes), password };
  try {
    const answer = await thread.run({ message, cpuMs: budgetMs, read: (read) => read });
    if (!('problem' in answer)) return answer;
    throw new AppError(answer.problem, { details: { fileName, ...(answer.why && { why: answer.why }) } });
  } catch (cause) {
    if (!(cause instanceof ThreadFailure)) throw cause;
    const why = cause.reason === 'time' ? 'it takes too long to open' : 'it cannot be read';
    throw new AppError('certificate_unreadable', { details: { fileName, why }, cause });
  } finally {
    void thread.terminate();
  }
}

const keyOf = (pkcs8: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' });

function unique(certificates: Uint8Array[]): Uint8Array[] {
  return [...new Map(certificates.map((der) => [Buffer.from(der).toString('base64'), der])).values()];
}

function matching(
  certificates: X509Certificate[],
  keys: KeyObject[],
): [X509Certificate, KeyObject] | undefined {
  for (const key of keys) {
    const certificate = certificates.find((candidate) => candidate.checkPrivateKey(key));
    if (certificate) return [certificate, key];
  }
  return undefined;
}

/** The chain from the signing certificate to the highest issuer present. Throws for a certificate outside the chain. */
function sortChain(leaf: X509Certificate, certificates: X509Certificate[]): X509Certificate[] {
  const chain = [leaf];
  const rest = certificates.filter((certificate) => certificate !== leaf);
  let top = leaf;
  while (rest.length > 0) {
    const index = isSelfSigned(top) ? -1 : rest.findIndex((issuer) => isIssuedBy(top, issuer));
    const [issuer] = index < 0 ? [] : rest.splice(index, 1);
    if (!issuer) {
      throw new AppError('certificate_chain_broken', {
        details: {
          missing: subjectLine(top.issuer),
          outside: rest.map(({ subject }) => subjectLine(subject)),
        },
      });
    }
    chain.push(issuer);
    top = issuer;
  }
  return chain;
}

function assertValidAt(certificate: X509Certificate, now: Date): void {
  const details = { subject: subjectLine(certificate.subject) };
  if (now < certificate.validFromDate) {
    throw new AppError('certificate_not_yet_valid', {
      details: { ...details, notBefore: certificate.validFromDate.toISOString() },
    });
  }
  if (now > certificate.validToDate) {
    throw new AppError('certificate_expired', {
      details: { ...details, notAfter: certificate.validToDate.toISOString() },
    });
  }
}
