// Validators that share no code with Sello.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Tool = 'pdfsig' | 'qpdf' | 'openssl';

export function isInstalled(tool: Tool): boolean {
  return spawnSync(tool, [tool === 'openssl' ? 'version' : '--version']).error === undefined;
}

/** The end of a test title: it contains the tools, so that a skipped test shows which one is missing. */
export const validatedBy = (...tools: Tool[]): string => `by ${tools.join(', ')}`;

interface Output {
  status: number | null;
  text: string;
}

export function runTool(tool: Tool, args: string[], cwd?: string): Output {
  const { status, stdout, stderr } = spawnSync(tool, args, { encoding: 'utf8', ...(cwd && { cwd }) });
  return { status, text: `${stdout}\n${stderr}` };
}

/** Writes files to a temporary folder, which is deleted after `use`. */
export function withFiles<T>(files: Record<string, Uint8Array | string>, use: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'sello-proof-'));
  try {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Complaints of pdfsig; empty when the signature is valid and covers the whole document. */
export function pdfsigComplaints(pdf: Uint8Array): string[] {
  return withFiles({ 'file.pdf': pdf }, (folder) => {
    const { text } = runTool('pdfsig', ['-nocert', 'file.pdf'], folder);
    const wanted = ['Signature is Valid.', 'Total document signed', 'ETSI.CAdES.detached', 'SHA-256'];
    const missing = wanted.filter((words) => !text.includes(words));
    return text.includes('Signature #2') ? [...missing, 'a second signature'] : missing;
  });
}

/** Complaints of qpdf about the structure of the file. */
export function qpdfComplaints(pdf: Uint8Array): string[] {
  return withFiles({ 'file.pdf': pdf }, (folder) => {
    const { status, text } = runTool('qpdf', ['--check', 'file.pdf'], folder);
    return status === 0 && !/WARNING/i.test(text) ? [] : [text];
  });
}

/** Complaints of openssl about the CMS as a CAdES signature over the signed bytes, with these trusted certificates. */
export function opensslComplaints(cms: Uint8Array, signedBytes: Uint8Array, trustedPem: string): string[] {
  return withFiles({ 'cms.der': cms, 'signed.bin': signedBytes, 'trusted.pem': trustedPem }, (folder) => {
    const args =
      '-verify -cades -binary -inform DER -in cms.der -content signed.bin -CAfile trusted.pem -out out.bin';
    const { status, text } = runTool('openssl', ['cms', ...args.split(' ')], folder);
    return status === 0 && text.includes('CAdES Verification successful') ? [] : [text];
  });
}
