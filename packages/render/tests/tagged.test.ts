import type { DesignElementInput, Signer } from '@sello/contracts';
import { plainText } from '@sello/design';
import { describe, expect, it } from 'vitest';
import { buildDesign, buildRow, buildText, certificateOf, compileDesign } from './builders.ts';
import { everyImage } from './every-element.ts';
import { faultsOf, readFile } from './reader/read.ts';
import { allNodes } from './reader/structure.ts';
import { textIn } from './reader/values.ts';

async function nodesOf(design: ReturnType<typeof buildDesign>, row = buildRow()) {
  const pdf = await certificateOf(await compileDesign(design, { images: everyImage }), row);
  expect(faultsOf(pdf)).toEqual([]);
  return [...allNodes(readFile(pdf).structure.root)].slice(1);
}

/** Roles with the text that a screen reader gets. */
const read = (nodes: Awaited<ReturnType<typeof nodesOf>>) =>
  nodes.map(({ role, text, alt }) => [role, alt ?? text]);

const box = { x: 40, y: 40, width: 60, height: 60 };
const logo = { kind: 'asset', assetId: 'logo' } as const;

describe('the structure of a certificate', () => {
  it('has texts as headings and paragraphs in layer order, static or variable', async () => {
    const design = buildDesign([
      buildText('of {{idNumber}}', { fontSize: 12, fit: 'clip' }),
      // It overlaps no variable element, so it is painted before the previous text, and read after it.
      buildText('Certificate of something that is rather long to say', { fontSize: 12, y: 200, fit: 'clip' }),
      buildText('{{fullName}}', { fontSize: 40 }),
      buildText('Diploma', { fontSize: 24 }),
    ]);
    expect(read(await nodesOf(design))).toEqual([
      ['P', 'of 70418821'],
      ['P', 'Certificate of something that is rather long to say'],
      ['H1', 'Lucía Fernanda Quispe Mamani'],
      ['H2', 'Diploma'],
    ]);
  });

  it('follows the reading order of the page, then the layer order', async () => {
    const design = buildDesign([], {
      pages: [
        {
          ...{ id: 'page', width: 400, height: 300, readingOrder: ['b', 'g'] },
          elements: [
            buildText('first', { id: 'a' }),
            buildText('{{idNumber}}', { id: 'b' }),
            { ...box, type: 'group', id: 'g', elements: [buildText('in a group'), buildText('beside it')] },
            buildText('last', { id: 'c' }),
          ],
        },
      ],
    });
    expect(read(await nodesOf(design)).map(([, text]) => text)).toEqual([
      ...['70418821', 'in a group', 'beside it', 'first', 'last'],
    ]);
  });

  it('has figures for pictures with a description, and no others', async () => {
    const design = buildDesign([
      { ...box, type: 'image', id: 'a', source: logo, alt: 'The seal of {{tenant.publicName}}' },
      { ...box, type: 'image', id: 'b', source: logo },
      { ...box, type: 'rectangle', id: 'c', fill: '#ff0000' },
      {
        ...box,
        type: 'path',
        id: 'd',
        d: 'M0 0L9 9',
        viewBox: [0, 0, 9, 9],
        stroke: '#000000',
        alt: 'Signed: (Ана)',
      },
      { ...box, type: 'qr', id: 'e' },
      { ...box, type: 'barcode', id: 'f', content: '{{idNumber}}', alt: 'Number of the holder' },
    ]);
    expect(read(await nodesOf(design))).toEqual([
      ['Figure', 'The seal of Instituto Cordillera'],
      ['Figure', 'Signed: (Ана)'],
      ['Figure', 'QR code: https://sello.example/c/7K3M9QXT2VHBC0RD8WJN5PZE4F'],
      ['Figure', 'Number of the holder'],
    ]);
  });

  it('has the bounding box of a figure on its page, also when it is rotated and grouped', async () => {
    const inner: DesignElementInput = {
      ...{ type: 'image', id: 'a', source: logo, alt: 'A' },
      ...{ x: 10, y: 20, width: 30, height: 40 },
    };
    const design = buildDesign([
      { type: 'group', id: 'g', x: 100, y: 50, width: 80, height: 80, rotation: 180, elements: [inner] },
    ]);
    const [figure] = await nodesOf(design);
    const attributes = figure?.entries.get('A') as Map<string, number[]>;
    // The corners of the box are at (140, 70) and (170, 110) from the top left corner of a page 300 points high.
    expect(attributes.get('BBox')?.map(Math.round)).toEqual([140, 190, 170, 230]);
  });

  it('has the elements of a half transparent group one by one, static and variable', async () => {
    const group = (id: string, content: string): DesignElementInput => ({
      ...{ ...box, type: 'group', id, opacity: 0.5 },
      elements: [
        buildText('Awarded to'),
        { ...box, type: 'rectangle', id: `${id}-ground`, fill: '#eeeeee' },
        buildText(content),
      ],
    });
    const design = buildDesign([group('a', 'nobody'), group('b', '{{idNumber}}')]);
    expect(read(await nodesOf(design)).map(([, text]) => text)).toEqual([
      ...['Awarded to', 'nobody', 'Awarded to', '70418821'],
    ]);
  });

  it('skips no heading level when a heading is omitted', async () => {
    const design = buildDesign(
      [
        buildText('{{custom.honour}}', { fontSize: 60, hideWhenEmpty: true }),
        buildText('Diploma', { fontSize: 40, role: 'heading' }),
        buildText('{{custom.honour}}', { fontSize: 30, hideWhenEmpty: true, role: 'heading' }),
        buildText('Nursing', { fontSize: 20, role: 'heading' }),
        buildText('Said in passing', { fontSize: 50, role: 'paragraph' }),
        buildText('ornament', { role: 'artifact' }),
      ],
      { variables: [{ name: 'custom.honour', optional: true }] },
    );
    const roles = async (honour: string) =>
      (await nodesOf(design, buildRow({ custom: { honour } }))).map(({ role }) => role);
    expect(await roles('')).toEqual(['H1', 'H2', 'P']);
    expect(await roles('With distinction')).toEqual(['H1', 'H1', 'H2', 'H2', 'P']);
  });

  it('has a table as rows of header and data cells, including empty ones', async () => {
    const design = buildDesign([
      {
        ...{ ...box, type: 'table', id: 't', width: 300, height: 200, rows: 'Anatomy|40;|{{idNumber}}' },
        columns: [{ header: 'Module' }, { header: 'Hours' }],
        ...{ fontFamily: 'Source Sans 3', fontSize: 9 },
      },
    ]);
    expect(read(await nodesOf(design))).toEqual([
      ['Table', ''],
      ...[
        ['TR', ''],
        ['TH', 'Module'],
        ['TH', 'Hours'],
      ],
      ...[
        ['TR', ''],
        ['TD', 'Anatomy'],
        ['TD', '40'],
      ],
      ...[
        ['TR', ''],
        ['TD', ''],
        ['TD', '70418821'],
      ],
    ]);
  });

  it('separates words at the ends of lines', async () => {
    const design = buildDesign([buildText('has completed the difficult office course', { width: 120 })]);
    expect(read(await nodesOf(design))).toEqual([['P', 'has completed the difficult office course']]);
  });

  it('has the language of texts that differs from that of the document', async () => {
    const design = buildDesign(
      [
        buildText('Diplôme', { language: 'fr' }),
        buildText('Diploma'),
        { ...box, type: 'qr', id: 'q', content: 'x' },
      ],
      { locale: 'sv' },
    );
    expect((await nodesOf(design)).map(({ language }) => language)).toEqual(['fr', 'sv', 'en']);
  });

  it('has the language of runs within a text, and its paragraphs one by one', async () => {
    const text = buildText('', {
      ...{ fontSize: 12, width: 380, height: 200, opacity: 0.5, language: 'es' },
      paragraphs: [
        {
          runs: [
            { text: 'El título ' },
            { text: 'Maîtrise', language: 'fr' },
            { text: ' y ' },
            { text: 'Master', language: null },
          ],
        },
        { runs: [{ text: 'a {{fullName}}' }] },
      ],
    });
    const nodes = await nodesOf(buildDesign([text]));
    expect(
      nodes.map(({ role, text, language, runLanguages }) => [role, text, language, runLanguages]),
    ).toEqual([
      ['P', 'El título Maîtrise y Master', 'es', ['fr', 'en']],
      ['P', 'a Lucía Fernanda Quispe Mamani', 'es', []],
    ]);
  });

  it('has bookmarks for pages by their headings or their numbers', async () => {
    const page = (id: string, content: string) => ({
      ...{ id, width: 400, height: 300 },
      elements: [
        buildText('A small line of text that runs on', { fontSize: 8 }),
        buildText(content, { fontSize: 30 }),
      ],
    });
    const design = buildDesign([], {
      pages: [page('one', 'Diploma'), page('two', '{{fullName}}')],
      locale: 'es',
    });
    const { document } = readFile(await certificateOf(await compileDesign(design)));
    const outline = document.dictionary(document.catalog.get('Outlines'));
    const first = document.dictionary(outline.get('First'));
    const last = document.dictionary(outline.get('Last'));
    expect([textIn(first.get('Title')), textIn(last.get('Title'))]).toEqual(['Diploma', 'Página 2']);
  });

  it('has the signature field at the signature box of the design', async () => {
    const design = buildDesign([
      {
        ...{ ...box, type: 'signature', id: 's', fontFamily: 'Source Sans 3', fontSize: 8 },
        paragraphs: plainText('{{signature.name}}'),
      },
    ]);
    const signer: Signer = {
      id: 'test',
      algorithm: 'rsa-2048',
      signatureSize: 40,
      sign: async () => new Uint8Array(40),
    };
    const fields = {
      ...{ name: 'Ana Ruiz', reason: '', location: '', contactInfo: '' },
      signedAt: new Date('2026-11-14T15:00:00Z'),
    };
    const pdf = await certificateOf(await compileDesign(design), buildRow(), { signer, fields });
    expect(faultsOf(pdf)).toEqual([]);
    const { document, structure } = readFile(pdf);
    const nodes = [...allNodes(structure.root)].slice(1);
    expect(read(nodes)).toEqual([
      ['P', 'Ana Ruiz'],
      ['Form', ''],
    ]);
    const widget = document.dictionary(document.object(nodes[1]?.objects[0] as number));
    expect([widget.get('Rect'), textIn(widget.get('TU'))]).toEqual([
      [40, 200, 100, 260],
      'Digital signature',
    ]);
  });
});

describe('the rules for PDF/A-2a and PDF/UA-1', () => {
  it.each([
    ['/Tabs/S', '/Tabs/R', '7.18.3'],
    ['/Alt(', '/Xlt(', '7.3'],
    ['/Marked true', '/Marked null', '6.7.2'],
    ['/S/H1/', '/S/H3/', '7.4.2'],
    ['/CIDToGIDMap', '/CIDToGIDXap', '6.2.11.3'],
    ['<pdfuaid:part>1', '<pdfuaid:part>2', '5'],
    ['/GTS_PDFA1', '/GTS_PDFX1', '6.2.3'],
  ])('find that %s became %s', async (from, to, clause) => {
    const design = buildDesign([
      buildText('Diploma', { role: 'heading' }),
      { ...box, type: 'image', id: 'a', source: logo, alt: 'The seal' },
    ]);
    const identification = { pdfa: { part: 1, conformance: 'A' }, pdfua: true } as const;
    const pdf = await certificateOf(await compileDesign(design, { images: everyImage, identification }));
    const broken = Buffer.from(pdf.toString('latin1').replaceAll(from, to), 'latin1');
    const clauses = faultsOf(broken).map((fault) => fault.split(' ')[0]);
    expect(clauses).toContain(clause);
    expect(faultsOf(pdf).map((fault) => fault.split(' ')[0])).not.toContain(clause);
  });
});
