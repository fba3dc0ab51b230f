import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { certificatePem, generateSigningCertificate } from '@sello/proof';
import { P12Signer } from '@signpdf/signer-p12';
import { ZipArchive } from 'archiver';
import forge from 'node-forge';
import { pdfLib } from '../../packages/render/bench/rendering/rivals.ts';
import { rowOf, subject } from '../../packages/render/bench/rendering/subject.ts';

/** The way that the libraries' guides show: each certificate is drawn with pdf-lib, signed with P12Signer and deflated. */
export async function naiveSeconds(certificates: number): Promise<number> {
  const params = { reason: 'Bench', location: 'Lima', contactInfo: 'mailto:a@example.org', name: 'Bench' };
  const material = await generateSigningCertificate({ algorithm: 'rsa-2048', organization: 'Bench', params });
  const key = forge.pki.privateKeyFromAsn1(
    forge.asn1.fromDer(Buffer.from(material.privateKeyPkcs8).toString('latin1')),
  );
  const certificate = forge.pki.certificateFromPem(certificatePem(material.chain));
  const p12 = Buffer.from(
    forge.asn1.toDer(forge.pkcs12.toPkcs12Asn1(key, certificate, 'secret')).getBytes(),
    'latin1',
  );
  const folder = await mkdtemp(join(tmpdir(), 'sello-naive-'));
  const rival = await pdfLib(subject);
  try {
    const start = performance.now();
    const zip = new ZipArchive();
    const written = pipeline(
      zip as unknown as NodeJS.ReadableStream,
      createWriteStream(join(folder, 'certificates.zip')),
    );
    for (let index = 0; index < certificates; index++) {
      const bytes = await rival.make(rowOf(index));
      // Only the signature is measured; the placeholder would take a little longer.
      await new P12Signer(p12, { passphrase: 'secret' }).sign(Buffer.from(bytes));
      zip.append(Buffer.from(bytes), { name: `${index}.pdf` });
    }
    await zip.finalize();
    await written;
    return (performance.now() - start) / 1_000;
  } finally {
    await rival.close();
    await rm(folder, { recursive: true });
  }
}
