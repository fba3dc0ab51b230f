import { certificatePem, validatePdf } from '../../src/index.ts';
import { brokenBaselineRules, signatureParts } from './baseline.ts';
import {
  isInstalled,
  opensslComplaints,
  pdfsigComplaints,
  qpdfComplaints,
  type Tool,
} from './external-tools.ts';
import type { Rendered } from './rendered.ts';

export const externalTools: Tool[] = ['pdfsig', 'qpdf', 'openssl'];

/** Complaints of Sello's verification and of the baseline's rules, which another library checks. */
export async function ownComplaints({ pdf, sha256, material, what }: Rendered): Promise<string[]> {
  const verdict = validatePdf(pdf);
  const complaints = [
    ...(verdict.outcome === 'intact' && verdict.signature?.padesBaselineB ? [] : [JSON.stringify(verdict)]),
    ...(verdict.sha256 === sha256 ? [] : ['another hash than the stamp said']),
    ...(verdict.signature?.signer?.fingerprint === material.fingerprint ? [] : ['another signer']),
    ...(await brokenBaselineRules({ pdf, signerDer: material.chain[0] ?? new Uint8Array() })),
  ];
  return complaints.map((complaint) => `${what}: ${complaint}`);
}

/** Complaints of the external tools; those that are not installed are skipped. */
export function externalComplaints({ pdf, material, what }: Rendered): string[] {
  const { cms, signedBytes } = signatureParts(pdf);
  const complaints = [
    ...(isInstalled('pdfsig') ? pdfsigComplaints(pdf) : []),
    ...(isInstalled('qpdf') ? qpdfComplaints(pdf) : []),
    ...(isInstalled('openssl') ? opensslComplaints(cms, signedBytes, certificatePem(material.chain)) : []),
  ];
  return complaints.map((complaint) => `${what}: ${complaint}`);
}
