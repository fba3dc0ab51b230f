// A signed PDF written object by object, so that a test can write what no library would.
import { createHash } from 'node:crypto';

export interface RawPdfOptions {
  /** Replaces or adds objects of the valid document. */
  objects?: Record<number, string>;
  /** Replaces the end of line after the end-of-file marker. */
  end?: string;
}

const ROOM = 6_000;
const PLACE = '0000000000 0000000000 0000000000';

const sound: Record<number, string> = {
  1: '<</Type /Catalog /Pages 2 0 R /AcroForm <</Fields [5 0 R] /SigFlags 3>> /Perms <</DocMDP 6 0 R>>>>',
  2: '<</Type /Pages /Kids [3 0 R] /Count 1>>',
  3: '<</Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 4 0 R /Annots [5 0 R]>>',
  4: '<</Length 14>>\nstream\n9 9 90 90 re f\nendstream',
  5: '<</Type /Annot /Subtype /Widget /FT /Sig /T (s) /V 6 0 R /P 3 0 R /Rect [0 0 0 0] /F 132>>',
  6: `<</Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached /ByteRange [0 ${PLACE}]
/Contents <${'00'.repeat(ROOM)}> /M (D:${new Date().toISOString().replace(/[-:T]|\.\d+Z/g, '')}Z)
/Reference [<</Type /SigRef /TransformMethod /DocMDP /TransformParams <</Type /TransformParams /P 1 /V /1.2>>>>]>>`,
};

/** Writes the objects with a cross-reference table and fills ByteRange and Contents of object 6. */
export function rawPdf(
  { objects = {}, end = '' }: RawPdfOptions,
  sign: (digest: Uint8Array) => Uint8Array,
): Buffer {
  const all: Record<number, string> = { ...sound, ...objects };
  let text = '%PDF-1.7\n';
  const table = ['0000000000 65535 f \n'];
  for (const [number, body] of Object.entries(all)) {
    table[Number(number)] = `${String(text.length).padStart(10, '0')} 00000 n \n`;
    text += `${number} 0 obj\n${body}\nendobj\n`;
  }
  const start = text.length;
  text += `xref\n0 ${table.length}\n${table.join('')}trailer\n<</Size ${table.length} /Root 1 0 R>>\nstartxref\n${start}\n%%EOF${end || '\n'}`;

  const from = text.indexOf('<00000000');
  const resume = text.indexOf('>', from) + 1;
  const range = [from, resume, text.length - resume]
    .map((value) => String(value).padStart(10, '0'))
    .join(' ');
  const filled = Buffer.from(text.replace(PLACE, range), 'latin1');
  const digest = createHash('sha256')
    .update(filled.subarray(0, from))
    .update(filled.subarray(resume))
    .digest();
  filled.write(Buffer.from(sign(digest)).toString('hex'), from + 1, 'latin1');
  return filled;
}
