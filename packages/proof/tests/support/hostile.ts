// Files that are made to exhaust the resources of a reader: loops, decompression bombs, and claims of gigabytes. Each is
// built on demand.
import { deflateSync } from 'node:zlib';
import { integer, nullValue, octetString, oid, sequence, setOf, tagged } from '../../src/asn1/der-write.ts';
import { OID } from '../../src/asn1/oids.ts';
import { attribute } from './custom-cms.ts';
import { rawPdf } from './raw-pdf.ts';

const MEGABYTE = 1_048_576;
/** Just below the largest file that is checked. */
const LARGE = 47 * MEGABYTE;

/** A file with these objects; `trailer` and the `size` of the table may be wrong. */
function file(
  objects: Record<number, string | Buffer>,
  trailer = '/Size 9 /Root 1 0 R',
  table?: string,
): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  let at = 9;
  const entries: string[] = [];
  for (const [number, body] of Object.entries(objects)) {
    const object = Buffer.concat([
      Buffer.from(`${number} 0 obj\n`),
      typeof body === 'string' ? Buffer.from(body, 'latin1') : body,
      Buffer.from('\nendobj\n'),
    ]);
    entries.push(`${number} 1\n${String(at).padStart(10, '0')} 00000 n \n`);
    parts.push(object);
    at += object.length;
  }
  parts.push(
    Buffer.from(
      `xref\n${table ?? entries.join('')}trailer\n<<${trailer}>>\nstartxref\n${at}\n%%EOF\n`,
      'latin1',
    ),
  );
  return Buffer.concat(parts);
}

/** A file whose cross-reference is a stream. */
function streamed(dict: string, data: Buffer, before = ''): Buffer {
  const head = `%PDF-1.7\n${before}`;
  return Buffer.concat([
    Buffer.from(`${head}1 0 obj\n<</Type /XRef ${dict} /Length ${data.length}>>\nstream\n`, 'latin1'),
    data,
    Buffer.from(`\nendstream\nendobj\nstartxref\n${head.length}\n%%EOF\n`),
  ]);
}

const catalog = '<</Type /Catalog /Pages 2 0 R>>';
const stream = (dict: string, data: Buffer) =>
  Buffer.concat([
    Buffer.from(`<<${dict} /Length ${data.length}>>\nstream\n`),
    data,
    Buffer.from('\nendstream'),
  ]);
const bomb = (megabytes: number) => deflateSync(Buffer.alloc(megabytes * MEGABYTE), { level: 1 });
const repeated = (text: string, length: number) => Buffer.alloc(length, text);
const offsetOf = (bytes: Buffer, text: string) => bytes.indexOf(text);

/** A large object that every entry of a large table refers to. */
function sharedObject(body: Buffer, entries: number): Buffer {
  const line = `${'9'.padStart(10, '0')} 00000 n \n`;
  const head = Buffer.from('%PDF-1.7\n');
  const object = Buffer.concat([Buffer.from('5 0 obj\n'), body, Buffer.from('\nendobj\n')]);
  const table = Array.from({ length: entries }, () => `5 1\n${line}`).join('');
  const numbered = `xref\n${table}5 1\n${line}trailer\n<</Size 9 /Root 5 0 R>>\nstartxref\n${head.length + object.length}\n%%EOF\n`;
  return Buffer.concat([head, object, Buffer.from(numbered)]);
}

/** Overlapping objects: many object headers, which all share one object at their end. */
function overlapping(filler: Buffer, count: number): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const entries: string[] = [];
  let at = 9;
  for (let number = 1; number <= count; number++) {
    // Each header begins a comment, which contains all later headers and ends after the filler.
    const header = Buffer.from(`${number} 0 obj %`);
    entries.push(`${String(at).padStart(10, '0')} 00000 n \n`);
    parts.push(header);
    at += header.length;
  }
  parts.push(filler, Buffer.from('\n<<>>\nendobj\n'));
  at += filler.length + 13;
  parts.push(
    Buffer.from(
      `xref\n1 ${count}\n${entries.join('')}trailer\n<</Size 9 /Root 1 0 R>>\nstartxref\n${at}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

/** A CMS with a worthless signature: just enough for its byte ranges to be hashed. */
function unsignedCms(): Buffer {
  const sha512 = sequence(oid(OID.sha512));
  const attributes = [
    attribute(OID.contentType, oid(OID.data)),
    attribute(OID.messageDigest, octetString(Buffer.alloc(64))),
  ];
  const signer = sequence(
    integer(1),
    sequence(sequence(), integer(1)),
    sha512,
    tagged(0, ...attributes),
    sequence(oid(OID.sha512WithRSA), nullValue()),
    octetString(Buffer.alloc(256)),
  );
  const data = sequence(integer(1), setOf(sha512), sequence(oid(OID.data)), setOf(signer));
  return sequence(oid(OID.signedData), tagged(0, data));
}

/** 64 signatures, each over the whole of a large file except its own gap. */
export function manySignatures(size = LARGE): Buffer {
  const cms = unsignedCms().toString('hex');
  const resumingAt = (resume: number) => {
    const signatures = Object.fromEntries(
      Array.from({ length: 64 }, (_, nth) => [
        10 + nth,
        `<</Type /Sig /SubFilter /ETSI.CAdES.detached /ByteRange [0 ${1_000 + nth} ${resume} ${size - 4_000}] /Contents <${cms}>>>`,
      ]),
    );
    return file({ 1: catalog, ...signatures, 99: stream('', Buffer.alloc(size)) });
  };
  // The gaps end like a signature: where there is none, nothing is hashed.
  return resumingAt(resumingAt(2_000).indexOf('>', 2_000) + 1);
}

export const hostileFiles: Record<string, () => Buffer> = {
  'a previous revision that is this one': () => {
    const bytes = file({ 1: catalog }, '/Size 2 /Root 1 0 R /Prev 0000000');
    return Buffer.from(
      bytes.toString('latin1').replace('0000000>>', `${String(offsetOf(bytes, 'xref')).padStart(7, '0')}>>`),
      'latin1',
    );
  },
  'a length that refers to itself': () =>
    file({ 1: '5 0 R', 5: '<</Type /ObjStm /N 1 /First 4 /Length 5 0 R>>\nstream\n0 0 \nendstream' }),
  'references in a circle': () => file({ 1: '2 0 R', 2: '1 0 R' }),
  'fields in a circle': () =>
    file({
      1: '<</Type /Catalog /AcroForm 2 0 R>>',
      2: '<</Fields [3 0 R 2 0 R]>>',
      3: '<</Kids [3 0 R 2 0 R 1 0 R]>>',
      4: '<</Type /Sig /ByteRange [0 1 2 3] /Contents <00>>>',
    }),
  'an object stream inside itself': () => {
    const data = Buffer.from([2, 0, 0, 0, 1, 0, 2, 0, 0, 1]);
    return streamed('/W [1 2 2] /Index [1 2] /Size 3 /Root 2 0 R', data);
  },
  'a cross-reference bomb': () => streamed('/W [1 2 2] /Size 99 /Filter /FlateDecode /Root 1 0 R', bomb(256)),
  'a bomb inside a bomb': () =>
    streamed('/W [1 2 2] /Size 99 /Filter [/FlateDecode /FlateDecode] /Root 1 0 R', deflateSync(bomb(128))),
  'object streams that are bombs': () => {
    const parts = [Buffer.from('%PDF-1.7\n')];
    const rows: Buffer[] = [];
    let at = 9;
    for (let number = 2; number < 10; number++) {
      const data = deflateSync(Buffer.from(`${number + 98} 0 null`.padEnd(10 * MEGABYTE)), { level: 1 });
      const object = Buffer.concat([
        Buffer.from(`${number} 0 obj\n`),
        stream('/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode', data),
        Buffer.from('\nendobj\n'),
      ]);
      const row = Buffer.alloc(7);
      row[0] = 1;
      row.writeUInt32BE(at, 1);
      const inside = Buffer.alloc(7);
      inside[0] = 2;
      inside.writeUInt32BE(number, 1);
      rows.push(row, inside);
      parts.push(object);
      at += object.length;
    }
    const table = Buffer.concat(rows);
    const index = Array.from({ length: 8 }, (_, nth) => `${nth + 2} 1 ${nth + 100} 1`).join(' ');
    const end = `1 0 obj\n<</Type /XRef /W [1 4 2] /Size 200 /Index [${index}] /Root 2 0 R /Length ${table.length}>>\nstream\n`;
    return Buffer.concat([
      ...parts,
      Buffer.from(end),
      table,
      Buffer.from(`\nendstream\nendobj\nstartxref\n${at}\n%%EOF\n`),
    ]);
  },
  'a predictor of gigabytes': () =>
    streamed(
      '/W [1 2 2] /Size 99 /Filter /FlateDecode /DecodeParms <</Predictor 12 /Columns 4000000000>> /Root 1 0 R',
      deflateSync(Buffer.alloc(999)),
    ),
  'a table of four thousand million entries': () =>
    file({ 1: catalog }, '/Size 9 /Root 1 0 R', `0 4000000000\n${'0000000009 00000 n \n'.repeat(300_000)}`),
  'a cross-reference stream of as many': () =>
    streamed('/W [0 0 8] /Index [0 9007199254740991] /Size 9007199254740991 /Root 1 0 R', Buffer.alloc(80)),
  'entries of no width': () =>
    streamed('/W [0 0 0] /Index [0 9007199254740991] /Size 9007199254740991 /Root 1 0 R', Buffer.alloc(80)),
  'a stream of gigabytes': () =>
    file({ 1: catalog, 5: '<</Type /ObjStm /N 1 /First 4 /Length 99999999999>>\nstream\n0 0 ' }),
  'an object stream of countless objects': () => {
    const data = deflateSync(repeated('1 0 ', 20 * MEGABYTE));
    const head = '%PDF-1.7\n';
    const object = Buffer.concat([
      Buffer.from('2 0 obj\n'),
      stream('/Type /ObjStm /N 99999999999 /First 4 /Filter /FlateDecode', data),
      Buffer.from('\nendobj\n'),
    ]);
    const row = Buffer.from([1, 0, 9, 0, 0, 2, 0, 2, 0, 0]);
    const rows = Buffer.concat([row.subarray(0, 5), row.subarray(5, 10)]);
    const start = head.length + object.length;
    return Buffer.concat([
      Buffer.from(head),
      object,
      Buffer.from('1 0 obj\n'),
      stream('/Type /XRef /W [1 2 2] /Index [2 2] /Size 4 /Root 3 0 R', rows),
      Buffer.from(`\nendobj\nstartxref\n${start}\n%%EOF\n`),
    ]);
  },
  'arrays in arrays without end': () => file({ 1: repeated('[', LARGE) }),
  'dictionaries in dictionaries without end': () => file({ 1: repeated('<</A', LARGE) }),
  'one array of all numbers': () =>
    file({ 1: Buffer.concat([Buffer.from('['), repeated('1 ', LARGE), Buffer.from(']')]) }),
  'one dictionary of all keys': () =>
    file({
      1: `<<${Array.from({ length: 2_000_000 }, (_, nth) => `/k${nth} 1`).join(' ')}>>`,
    }),
  'a string without end': () => file({ 1: repeated('(', LARGE) }),
  'a comment without end': () => file({ 1: repeated('%', LARGE) }),
  'a name without end': () => file({ 1: Buffer.concat([Buffer.from('/'), repeated('n', LARGE)]) }),
  'one large object under many entries': () =>
    sharedObject(Buffer.concat([Buffer.from('['), repeated('1 ', MEGABYTE / 4), Buffer.from(']')]), 150_000),
  'many objects that share one long comment': () => overlapping(repeated('x', 40 * MEGABYTE), 10_000),
  'a million ends': () => Buffer.concat([Buffer.from('%PDF-1.7\n'), repeated('startxref 9\n', LARGE)]),
  'nothing but traces of signatures': () =>
    Buffer.concat([Buffer.from('%PDF-1.7\n'), repeated('1 0 obj <</ByteRange [', LARGE)]),
  'a hundred thousand signatures': () =>
    file({
      1: `[${'<</Type /Sig /ByteRange [0 1 2 3] /Contents <30>>> '.repeat(40_000)}]`,
    }),
  'many signatures over all of a large file': () => manySignatures(),
  'a signature of megabytes': () =>
    file({
      1: '<</Type /Catalog /AcroForm <</Fields [2 0 R]>>>>',
      2: '<</FT /Sig /V 3 0 R>>',
      3: Buffer.concat([
        Buffer.from('<</Type /Sig /SubFilter /ETSI.CAdES.detached /ByteRange [0 9 99 9] /Contents <'),
        repeated('30', LARGE),
        Buffer.from('>>>'),
      ]),
    }),
  'a CMS nested without end': () => {
    let nested = Buffer.alloc(0);
    for (let depth = 0; depth < 5_000; depth++) {
      const { length } = nested;
      nested = Buffer.concat([
        length < 128
          ? Buffer.from([0x30, length])
          : length < 256
            ? Buffer.from([0x30, 0x81, length])
            : Buffer.from([0x30, 0x82, length >> 8, length & 255]),
        nested,
      ]);
      if (nested.length > 5_900) break;
    }
    return rawPdf({}, () => nested);
  },
};
