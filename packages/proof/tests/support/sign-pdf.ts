// Signs a single PDF: PAdES baseline B (ETSI EN 319 142-1, 6.3) with certification (ISO 32000-1, 12.8.2.2). No service
// signs files that are not made from a template, so this is test code: a second implementation with pdf-lib and @signpdf,
// whose signatures the external tools and Sello's verification must accept as well.
import { createHash } from 'node:crypto';
import {
  type SignatureFields,
  type Signer,
  signatureNamesText,
  signatureReferenceText,
  signatureTexts,
} from '@sello/contracts';
import { AppError } from '@sello/kit';
import { SignPdf, Signer as SignpdfSigner } from '@signpdf/signpdf';
import { DEFAULT_BYTE_RANGE_PLACEHOLDER } from '@signpdf/utils';
import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFInvalidObject, PDFName, PDFString } from 'pdf-lib';

/** @signpdf passes the bytes to sign; a Signer of Sello takes their digest. */
class DigestSigner extends SignpdfSigner {
  readonly #signer: Signer;

  constructor(signer: Signer) {
    super();
    this.#signer = signer;
  }

  override async sign(bytes: Buffer): Promise<Buffer> {
    return Buffer.from(await this.#signer.sign(createHash('sha256').update(bytes).digest()));
  }
}

/**
 * Signs a PDF. The file is written again in one revision, so that the signature covers all of it and allows no later
 * change. Throws AppError `pdf_unreadable` (damaged or encrypted) or `signing_failed` (signed already), and the errors of
 * the signer.
 */
export async function signPdf(pdf: Uint8Array, signer: Signer, fields: SignatureFields): Promise<Uint8Array> {
  const document = await load(pdf);
  addSignature(document, signer.signatureSize, fields);
  const prepared = await document.save({
    useObjectStreams: false,
    addDefaultPage: false,
    updateFieldAppearances: false,
  });
  try {
    return new Uint8Array(await new SignPdf().sign(prepared, new DigestSigner(signer)));
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('signing_failed', { cause });
  }
}

async function load(pdf: Uint8Array): Promise<PDFDocument> {
  try {
    const document = await PDFDocument.load(pdf, { updateMetadata: false, throwOnInvalidObject: true });
    document.getPage(0);
    return document;
  } catch (cause) {
    throw new AppError('pdf_unreadable', { cause });
  }
}

function addSignature(document: PDFDocument, signatureSize: number, fields: SignatureFields): void {
  const { context, catalog } = document;
  const page = document.getPage(0);
  const form = catalog.lookupMaybe(PDFName.of('AcroForm'), PDFDict) ?? context.obj({});
  const others = form.lookupMaybe(PDFName.of('Fields'), PDFArray) ?? context.obj([]);
  if (isSigned(others))
    throw new AppError('signing_failed', { details: { why: 'the file is signed already' } });

  const signature = context.register(PDFInvalidObject.of(signatureDictionary(signatureSize, fields)));
  const field = context.obj({
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Sig',
    T: PDFString.of('Signature'),
    V: signature,
    // Print and Locked; the field is invisible because its rectangle is empty.
    F: 132,
    Rect: [0, 0, 0, 0],
    P: page.ref,
  });
  const fieldRef = context.register(field);
  page.node.addAnnot(fieldRef);
  others.push(fieldRef);
  form.set(PDFName.of('Fields'), others);
  // SignaturesExist and AppendOnly.
  form.set(PDFName.of('SigFlags'), context.obj(3));
  catalog.set(PDFName.of('AcroForm'), form);
  catalog.set(PDFName.of('Perms'), context.obj({ DocMDP: signature }));
  // The SubFilter is an extension of ISO 32000-1, registered by ETSI under the prefix ESIC.
  catalog.set(PDFName.of('Extensions'), context.obj({ ESIC: { BaseVersion: '1.7', ExtensionLevel: 2 } }));
}

function isSigned(fields: PDFArray): boolean {
  for (let index = 0; index < fields.size(); index++) {
    const field = fields.lookupMaybe(index, PDFDict);
    if (field?.get(PDFName.of('FT')) === PDFName.of('Sig') && field.has(PDFName.of('V'))) return true;
  }
  return false;
}

/** The dictionary as raw bytes; otherwise pdf-lib could place it in an object stream. */
function signatureDictionary(signatureSize: number, fields: SignatureFields): Uint8Array {
  const place = `/${DEFAULT_BYTE_RANGE_PLACEHOLDER}`;
  const entries = [
    signatureNamesText,
    `/ByteRange [0 ${place} ${place} ${place}]`,
    // Two hex digits per byte, so the length is always even.
    `/Contents <${'00'.repeat(signatureSize)}>`,
    signatureReferenceText,
    `/M ${PDFString.fromDate(fields.signedAt)}`,
    ...Object.entries(signatureTexts).flatMap(([key, name]) => textEntry(key, fields[name])),
  ];
  return Buffer.from(`<<${entries.join('\n')}>>`, 'latin1');
}

/** UTF-16BE in hex, so that no character of the text can end the string or start another entry. */
function textEntry(key: string, text: string): string[] {
  return text ? [`/${key} ${PDFHexString.fromText(text)}`] : [];
}
