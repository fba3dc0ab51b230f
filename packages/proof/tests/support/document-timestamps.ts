// Timestamps of a whole document, as PAdES archives it (ETSI EN 319 142-1, 5.4.3): each in a revision of its own.
import { appendRevision, findObject, objectText, trailerOf } from './revisions.ts';
import { testAuthority } from './test-authority.ts';

const room = 4_000;
const place = '0000000000 0000000000 0000000000';
const authority = testAuthority();

interface TimestampOptions {
  /** Entries of the catalog to add, such as certificates for later (DSS). */
  catalog?: string;
  /** Objects of the revision to add. */
  objects?: Record<number, string>;
  /** What the token stamps, of what its ByteRange covers. Default: the same. */
  stamp?: (covered: Uint8Array) => Uint8Array;
}

/** The file with a revision that stamps it as it is. */
export function timestamped(
  pdf: Uint8Array,
  { catalog = '', objects = {}, stamp = (covered) => covered }: TimestampOptions = {},
): Buffer {
  const { root, size } = trailerOf(pdf);
  const number = Math.max(size, ...Object.keys(objects).map((key) => Number(key) + 1));
  const fields = findObject(pdf, /\/Type ?\/Catalog/) === root ? objectText(pdf, root) : '';
  const withField = fields.includes('/Fields [')
    ? fields.replace('/Fields [', `/Fields [${number} 0 R `)
    : fields.replace(/>>$/, `/AcroForm <</Fields [${number} 0 R] /SigFlags 3>>>>`);
  const text = Buffer.from(
    appendRevision(pdf, {
      objects: {
        ...objects,
        [root]: withField.replace(/>>$/, `${catalog}>>`),
        [number]: `<</FT /Sig /T (timestamp${number}) /V ${number + 1} 0 R /Rect [0 0 0 0]>>`,
        [number + 1]:
          `<</Type /DocTimeStamp /Filter /Adobe.PPKLite /SubFilter /ETSI.RFC3161 /ByteRange [0 ${place}] /Contents <${'00'.repeat(room)}>>>`,
      },
    }),
  ).toString('latin1');
  const from = text.lastIndexOf('<00000000');
  const resume = text.indexOf('>', from) + 1;
  const range = [from, resume, text.length - resume].map((value) => String(value).padStart(10, '0'));
  const at = text.lastIndexOf(place);
  const filled = Buffer.from(text.slice(0, at) + range.join(' ') + text.slice(at + place.length), 'latin1');
  const covered = Buffer.concat([filled.subarray(0, from), filled.subarray(resume)]);
  filled.write(authority.token(stamp(covered)).toString('hex'), from + 1, 'latin1');
  return filled;
}
