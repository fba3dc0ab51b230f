// Published attacks on signed PDFs, reproduced by script: incremental saving, signature wrapping and
// universal forgery (CCS 2019), shadow documents (NDSS 2021), attacks on certification (S&P 2021).
import type { ReasonCode } from '@sello/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSigner, validatePdf } from '../src/index.ts';
import { buildDocument } from './support/documents.ts';
import { buildFields, buildMaterial } from './support/material.ts';
import { Random } from './support/random.ts';
import { appendRevision, findObject, objectText, trailerOf } from './support/revisions.ts';
import { signPdf } from './support/sign-pdf.ts';

const random = new Random(3);
let pdf: Buffer;
let text: string;

beforeAll(async () => {
  const signer = createSigner({ id: 'signer', material: await buildMaterial() });
  pdf = Buffer.from(await signPdf(await buildDocument(random, 2), signer, buildFields()));
  text = pdf.toString('latin1');
});

const replaced = (pattern: RegExp | string, by: string): Buffer =>
  Buffer.from(text.replace(pattern, by), 'latin1');
/** Replaces a text by one of the same length, so that all offsets stay. */
const inPlace = (pattern: RegExp, by: string): Buffer =>
  Buffer.from(
    text.replace(pattern, (found) => by.padEnd(found.length)),
    'latin1',
  );
const refuses = (bytes: Uint8Array, outcome: string, ...expected: ReasonCode[]) => {
  expect(Buffer.compare(bytes, pdf)).not.toBe(0);
  const verdict = validatePdf(bytes);
  expect(verdict.outcome).toBe(outcome);
  expect(verdict.reasons.map(({ code }) => code)).toEqual(expect.arrayContaining(expected));
};

const page = () => findObject(pdf, /\/Type \/Page\b(?!s)/);
const catalog = () => findObject(pdf, /\/Type \/Catalog/);
const signature = () => findObject(pdf, /\/Type ?\/Sig\b/);
const evilPage = () => {
  const number = trailerOf(pdf).size;
  return {
    [number]: '<</Length 14>>\nstream\n0 0 99 99 re f\nendstream',
    [page()]: objectText(pdf, page()).replace(/\/Contents (?:\[[^\]]*\]|\d+ 0 R)/, `/Contents ${number} 0 R`),
  };
};

describe('incremental saving', () => {
  it('of new content is refused', () => {
    refuses(appendRevision(pdf, { objects: evilPage() }), 'altered', 'not_whole_file', 'several_revisions');
  });

  it('of objects without a cross-reference is refused', () => {
    const objects = Object.entries(evilPage()).map(([number, body]) => `${number} 0 obj\n${body}\nendobj\n`);
    refuses(
      Buffer.from(`${text}\n${objects.join('')}`, 'latin1'),
      'altered',
      'bytes_after_end',
      'not_whole_file',
    );
    refuses(
      Buffer.from(`${text}\n${objects.join('')}trailer\n<</Root ${catalog()} 0 R>>\n%%EOF`, 'latin1'),
      'altered',
      'not_whole_file',
    );
  });

  it('that contains a copy of the signature is refused', () => {
    const objects = { ...evilPage(), [signature()]: objectText(pdf, signature()) };
    refuses(appendRevision(pdf, { objects }), 'altered', 'gap_not_signature');
  });

  it('that removes the signature from the form is refused', () => {
    const bare = objectText(pdf, catalog()).replace(/\/AcroForm\s*(?:<<[\s\S]*?>>|\d+ 0 R)/, '');
    refuses(appendRevision(pdf, { objects: { [catalog()]: bare } }), 'altered', 'signature_without_field');
  });

  it('that removes the signature completely leaves an unsigned file', () => {
    const bare = '<</Type /Catalog /Pages 2 0 R>>';
    const verdict = validatePdf(
      appendRevision(pdf, { objects: { [catalog()]: bare, [signature()]: 'null' } }),
    );
    expect(verdict.outcome).toBe('unknown');
    expect(verdict.reasons.map(({ code }) => code)).toEqual(['signature_hidden']);
  });
});

describe('signature wrapping', () => {
  let roomy: string;
  let start: number;
  let resume: number;
  let after: number;
  let cms: string;
  beforeAll(async () => {
    // A signature with unused space after it, as most programs leave.
    const signer = createSigner({ id: 'signer', material: await buildMaterial() });
    const roomySigner = { ...signer, signatureSize: signer.signatureSize + 1_000 };
    roomy = Buffer.from(await signPdf(await buildDocument(random), roomySigner, buildFields())).toString(
      'latin1',
    );
    const range = /\/ByteRange \[0 (\d+) (\d+) (\d+)\]/.exec(roomy)?.map(Number) ?? [];
    [, start = 0, resume = 0, after = 0] = range;
    cms = roomy.slice(start + 1, start + 1 + signer.signatureSize * 2);
    expect(validatePdf(Buffer.from(roomy, 'latin1')).outcome).toBe('intact');
  });
  const inGap = (gap: string) => Buffer.from(roomy.slice(0, start) + gap + roomy.slice(resume), 'latin1');

  it('by entries in the unused space of Contents is refused', () => {
    const planted = `<${cms}> /Evil true`.padEnd(resume - start);
    refuses(inGap(planted), 'altered', 'gap_not_signature');
  });

  it('by a second ByteRange in that space is refused', () => {
    const planted = `<${cms}> /ByteRange [0 ${start} ${resume} ${after}]`.padEnd(resume - start);
    refuses(inGap(planted), 'altered', 'gap_not_signature', 'signature_incomplete');
  });

  it('by moving the second range after inserted objects is refused', () => {
    const evil = `\n3 0 obj\n<</Evil true>>\nendobj\n`;
    const head = `<${cms}> /ByteRange [0 ${start} `;
    const tail = ` ${after}] >>\nendobj\n${evil}`;
    const moved = start + head.length + 6 + tail.length;
    const planted = `${head}${String(moved).padStart(6)}${tail}`;
    refuses(inGap(planted), 'altered', 'gap_not_signature', 'signature_incomplete');
  });

  it('by digits in the space after the signature is refused', () => {
    refuses(inGap(`<${cms.padEnd(resume - start - 4, '0')}41>`), 'altered', 'gap_not_signature');
    refuses(inGap(`<${cms.padEnd(resume - start - 4, '0')} 0>`), 'altered', 'gap_not_signature');
  });

  it('by a second signature dictionary is refused', () => {
    const number = trailerOf(pdf).size + 1;
    const objects = { [number]: objectText(pdf, signature()), ...evilPage() };
    refuses(appendRevision(pdf, { objects }), 'altered', 'several_signatures', 'not_whole_file');
  });
});

describe('universal forgery', () => {
  it.each([
    ['no ByteRange', /\/ByteRange \[[^\]]*\]/, ''],
    ['a ByteRange of null', /\/ByteRange \[[^\]]*\]/, '/ByteRange null'],
    ['an empty ByteRange', /\/ByteRange \[[^\]]*\]/, '/ByteRange []'],
    ['a ByteRange of nothing', /\/ByteRange \[[^\]]*\]/, '/ByteRange [0 0 0 0]'],
    ['a negative ByteRange', /\/ByteRange \[[^\]]*\]/, '/ByteRange [0 -1 -1 -1]'],
    ['a ByteRange twice', /\/ByteRange \[([^\]]*)\]/, '/ByteRange [0 9 9 9] /ByteRange [0 9 9 9]'],
    ['a ByteRange of references', /\/ByteRange \[([^\]]*)\]/, '/ByteRange [0 1 0 R 1 0 R 1]'],
    ['no Contents', /\/Contents <[0-9a-f]*>/, ''],
    ['Contents of null', /\/Contents <[0-9a-f]*>/, '/Contents null'],
    ['empty Contents', /\/Contents <[0-9a-f]*>/, '/Contents <>'],
    ['zero Contents', /\/Contents <[0-9a-f]*>/, `/Contents <${'0'.repeat(500)}>`],
    ['Contents as text', /\/Contents <[0-9a-f]*>/, '/Contents (abc)'],
    ['another kind of signature', /\/ETSI\.CAdES\.detached/, '/adbe.x509.rsa_sha1'],
  ])('by %s is refused', (_, pattern, by) => {
    expect(validatePdf(inPlace(pattern, by)).outcome).toMatch(/altered|unknown/);
  });
});

describe('shadow documents', () => {
  it('that show hidden pages by an update of the catalog are refused', () => {
    const number = trailerOf(pdf).size;
    const hidden = objectText(pdf, catalog()).replace(/\/Pages \d+ 0 R/, `/Pages ${number} 0 R`);
    const objects = { [catalog()]: hidden, [number]: `<</Type /Pages /Kids [${page()} 0 R] /Count 1>>` };
    refuses(appendRevision(pdf, { objects }), 'altered', 'not_whole_file');
  });

  it('that only point the cross-reference to hidden objects are refused', () => {
    refuses(appendRevision(pdf, { objects: {}, root: page() }), 'altered', 'not_whole_file');
  });

  it('that overlay a form field are refused', () => {
    const number = trailerOf(pdf).size;
    const withField = objectText(pdf, catalog()).replace(/\/Fields \[/, `/Fields [${number} 0 R `);
    const objects = {
      [catalog()]: withField,
      [number]: '<</FT /Tx /T (a) /V (another name) /Rect [0 0 200 90]>>',
    };
    refuses(appendRevision(pdf, { objects }), 'altered', 'not_whole_file');
  });
});

describe('attacks on certification', () => {
  it('by an annotation over the page are refused', () => {
    const number = trailerOf(pdf).size;
    const annotated = objectText(pdf, page()).replace(/\/Annots \[/, `/Annots [${number} 0 R `);
    const objects = {
      [page()]: annotated,
      [number]: '<</Type /Annot /Subtype /FreeText /Rect [0 0 900 900] /F 4>>',
    };
    refuses(appendRevision(pdf, { objects }), 'altered', 'not_whole_file');
  });

  it('by a further signature that shows text are refused', async () => {
    const number = trailerOf(pdf).size;
    const withField = objectText(pdf, catalog()).replace(/\/Fields \[/, `/Fields [${number} 0 R `);
    const other = objectText(pdf, signature());
    const objects = {
      [catalog()]: withField,
      [number]: `<</FT /Sig /T (second) /V ${number + 1} 0 R /Rect [0 0 200 90]>>`,
      [number + 1]: other,
    };
    refuses(appendRevision(pdf, { objects }), 'altered', 'several_signatures', 'not_whole_file');
  });

  it('by weakening the certification are refused', () => {
    refuses(replaced('/P 1', '/P 3'), 'altered', 'content_changed');
  });
});

describe('additional bytes', () => {
  it('before or after the file are refused', () => {
    refuses(Buffer.concat([Buffer.from('GIF89a\n'), pdf]), 'altered', 'not_whole_file');
    refuses(
      Buffer.concat([pdf, Buffer.from('PK\u0003\u0004')]),
      'altered',
      'bytes_after_end',
      'not_whole_file',
    );
    refuses(Buffer.concat([pdf, pdf]), 'altered', 'not_whole_file');
  });
});
