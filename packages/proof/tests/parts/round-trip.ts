import { certificatePem, judgePdf } from '../../src/index.ts';
import { brokenBaselineRules, signatureParts } from './baseline.ts';
import { isInstalled, opensslComplaints, pdfsigComplaints, qpdfComplaints, type Tool } from './judges.ts';
import type { Rendered } from './rendered.ts';

export const outsideJudges: Tool[] = ['pdfsig', 'qpdf', 'openssl'];

/** Everything that anybody has to say against a certificate; judges that are not installed say nothing. */
export async function complaintsAbout({ pdf, sha256, material, what }: Rendered): Promise<string[]> {
  const verdict = judgePdf(pdf);
  const { cms, signedBytes } = signatureParts(pdf);
  const complaints = [
    ...(verdict.outcome === 'intact' && verdict.signature?.padesBaselineB ? [] : [JSON.stringify(verdict)]),
    ...(verdict.sha256 === sha256 ? [] : ['another hash than the stamp said']),
    ...(verdict.signature?.signer?.fingerprint === material.fingerprint ? [] : ['another signer']),
    ...(await brokenBaselineRules({ pdf, signerDer: material.chain[0] ?? new Uint8Array() })),
    ...(isInstalled('pdfsig') ? pdfsigComplaints(pdf) : []),
    ...(isInstalled('qpdf') ? qpdfComplaints(pdf) : []),
    ...(isInstalled('openssl') ? opensslComplaints(cms, signedBytes, certificatePem(material.chain)) : []),
  ];
  return complaints.map((complaint) => `${what}: ${complaint}`);
}
