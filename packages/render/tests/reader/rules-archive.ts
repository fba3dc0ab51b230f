// The rules of PDF/A-2a (ISO 19005-2) that files of this writer could violate.
import { tablesOf } from '../../src/fonts/sfnt.ts';
import { dictionaries, namesOf, type Rule, rule, shownFonts, streams, typed } from './rules.ts';
import { isDictionary, isStream, type Reference, textIn } from './values.ts';

const filters = new Set(['FlateDecode', 'DCTDecode']);
const forbiddenActions = ['AA', 'OpenAction', 'JS'];
const standardTypes = new Set([
  ...['Document', 'Part', 'Sect', 'Div', 'P', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6'],
  ...['Table', 'TR', 'TH', 'TD', 'THead', 'TBody', 'Span', 'Figure', 'Form'],
]);

export const archiveRules: Rule[] = [
  rule(
    '6.1.2',
    'a header of PDF 1.n, and a comment of four bytes above 127 below it',
    function* ({ document }) {
      const head = document.bytes.toString('latin1', 0, 16);
      if (!/^%PDF-1\.[0-7]\n%[\x80-\xff]{4}\n/.test(head)) yield head;
    },
  ),
  rule('6.1.3', 'an identifier, no encryption, nothing behind the end', function* ({ document }) {
    if (document.array(document.trailer.get('ID')).length !== 2) yield 'ID';
    if (document.trailer.has('Encrypt')) yield 'Encrypt';
    if (!document.bytes.toString('latin1').endsWith('%%EOF\n')) yield 'the end';
  }),
  rule('6.1.7.1', 'streams within the file', function* ({ document }) {
    for (const { number, entries } of streams(document)) {
      if (['F', 'FFilter', 'FDecodeParms'].some((key) => entries.has(key))) yield `object ${number}`;
    }
  }),
  rule('6.1.7.2', 'filters of the list', function* ({ document }) {
    for (const { number, entries } of streams(document)) {
      for (const name of namesOf(entries.get('Filter'))) if (!filters.has(name)) yield `${number}: ${name}`;
    }
  }),
  rule('6.1.12', 'no permissions but DocMDP, without digests of its own', function* ({ document }) {
    const permissions = document.resolve(document.catalog.get('Perms'));
    if (isDictionary(permissions)) for (const key of permissions.keys()) if (key !== 'DocMDP') yield key;
    for (const reference of typed(document, 'SigRef')) {
      if (['DigestLocation', 'DigestMethod', 'DigestValue'].some((key) => reference.has(key))) yield 'SigRef';
    }
  }),
  rule('6.1.13', 'limits of size and depth', function* ({ document, structure }) {
    for (const { depth } of structure.pages) if (depth > 28) yield `q ${depth} deep`;
    if (document.entries.length > 8_388_607) yield 'objects';
    for (const { number, entries } of dictionaries(document)) {
      for (const [key, value] of entries) {
        if (key.length > 127) yield `name in ${number}`;
        const isSignature = key === 'Contents' && entries.has('ByteRange');
        if (Buffer.isBuffer(value) && value.length > 32_767 && !isSignature) yield `string in ${number}`;
        if (typeof value === 'number' && Math.abs(value) > 2_147_483_647) yield `number in ${number}`;
      }
    }
  }),
  rule('6.2.3', 'one output intent with a profile of the screen', function* ({ document }) {
    const intents = document
      .array(document.catalog.get('OutputIntents'))
      .map((one) => document.dictionary(one));
    if (intents.length !== 1) yield `${intents.length} intents`;
    for (const intent of intents) {
      if (document.name(intent.get('S')) !== 'GTS_PDFA1') yield 'S';
      const profile = document.content(intent.get('DestOutputProfile'));
      const [version, kind, space] = [
        profile[8],
        profile.toString('latin1', 12, 16),
        profile.toString('latin1', 16, 20),
      ];
      if (version === undefined || version > 4 || kind !== 'mntr' || space !== 'RGB ')
        yield `${version} ${kind} ${space}`;
      if (profile.readUInt32BE(0) !== profile.length || profile.toString('latin1', 36, 40) !== 'acsp')
        yield 'the profile';
      if (document.stream(intent.get('DestOutputProfile')).entries.get('N') !== 3) yield 'N';
    }
  }),
  rule('6.2.4.2', 'profiles with as many components as they are used for', function* ({ document }) {
    for (const { number, value } of document.objects()) {
      if (!isStream(value) || !value.entries.has('N') || value.entries.has('First')) continue;
      const profile = document.content(value);
      const components = { 'RGB ': 3, GRAY: 1, CMYK: 4 }[profile.toString('latin1', 16, 20)];
      if (components !== value.entries.get('N')) yield `object ${number}`;
    }
  }),
  rule('6.2.4.3', 'no colours of a device that the intent is not about', function* ({ document, structure }) {
    for (const { number, entries } of dictionaries(document)) {
      for (const key of ['ColorSpace', 'CS']) {
        if (namesOf(document.resolve(entries.get(key))).includes('DeviceCMYK')) yield `object ${number}`;
      }
    }
    for (const { painted } of structure.pages) {
      for (const { operators } of painted) if (operators.some((one) => 'kK'.includes(one))) yield 'k';
    }
  }),
  rule('6.2.5', 'no transfer functions or halftones', function* ({ document }) {
    for (const { number, entries } of dictionaries(document)) {
      if (entries.has('TR') || entries.has('TR2') || entries.has('HTP') || entries.has('HTO'))
        yield `${number}`;
    }
  }),
  rule('6.2.8', 'images that are one thing', function* ({ document }) {
    for (const { number, entries } of streams(document)) {
      if (entries.has('Alternates') || entries.has('OPI') || entries.get('Interpolate') === true)
        yield `${number}`;
    }
  }),
  rule('6.2.9', 'forms without PostScript or references', function* ({ document }) {
    for (const { number, entries } of streams(document)) {
      if (entries.has('PS') || entries.has('Ref') || document.name(entries.get('Subtype2')) === 'PS')
        yield `${number}`;
    }
  }),
  rule('6.2.10', 'transparency in colours that are named', function* ({ document }) {
    for (const { number, entries } of dictionaries(document)) {
      const group = document.resolve(entries.get('Group'));
      if (isDictionary(group) && document.name(group.get('CS')) !== 'DeviceRGB') yield `object ${number}`;
    }
    const isTransparent = [...dictionaries(document)].some(
      ({ entries }) =>
        entries.has('SMask') || (typeof entries.get('ca') === 'number' && entries.get('ca') !== 1),
    );
    if (isTransparent && !document.pages.some((page) => document.dictionary(page).has('Group')))
      yield 'no page group';
  }),
  rule('6.2.11.3', 'composite fonts whose glyphs are addressed in a way that is named', function* (subject) {
    for (const { number, entries, cid } of shownFonts(subject)) {
      const { document } = subject;
      const isTrueType = document.name(cid.get('Subtype')) === 'CIDFontType2';
      if (document.name(entries.get('Encoding')) !== 'Identity-H') yield `${number} Encoding`;
      if (isTrueType && document.name(cid.get('CIDToGIDMap')) !== 'Identity') yield `${number} CIDToGIDMap`;
      const system = document.dictionary(cid.get('CIDSystemInfo'));
      if (textIn(system.get('Ordering')) !== 'Identity') yield `${number} CIDSystemInfo`;
    }
  }),
  rule(
    '6.2.11.4',
    'fonts that are embedded, and CID sets that name all that is in them',
    function* (subject) {
      for (const { number, descriptor } of shownFonts(subject)) {
        if (!descriptor.has('FontFile2') && !descriptor.has('FontFile3')) yield `${number} is not embedded`;
        const set = descriptor.get('CIDSet');
        if (set === undefined || !descriptor.has('FontFile2')) continue;
        const glyphs =
          tablesOf(subject.document.content(descriptor.get('FontFile2')))
            .get('maxp')
            ?.getUint16(4) ?? 0;
        const bits = subject.document.content(set);
        for (let cid = 0; cid < glyphs; cid += 1) {
          if (((bits[cid >> 3] ?? 0) & (0x80 >> (cid & 7))) === 0) yield `${number} lacks ${cid}`;
        }
      }
    },
  ),
  rule('6.2.11.5', 'widths as the font program has them', function* (subject) {
    for (const { number, descriptor, font } of shownFonts(subject)) {
      if (!descriptor.has('FontFile2')) continue;
      const tables = tablesOf(subject.document.content(descriptor.get('FontFile2')));
      const [head, hhea, hmtx] = [tables.get('head'), tables.get('hhea'), tables.get('hmtx')];
      if (!head || !hhea || !hmtx) {
        yield `${number} lacks a table`;
        continue;
      }
      const [em, count] = [head.getUint16(18), hhea.getUint16(34)];
      for (const [glyph, width] of font.widths) {
        const own = (hmtx.getUint16(Math.min(glyph, count - 1) * 4) * 1000) / em;
        if (Math.abs(own - width) > 1) yield `${number}: ${glyph} has ${own}, not ${width}`;
      }
    }
  }),
  rule('6.2.11.7.2', 'a text for every glyph that is shown', function* ({ structure }) {
    for (const { painted } of structure.pages) for (const { unmapped } of painted) yield* unmapped;
    for (const { painted } of structure.pages) {
      for (const { text } of painted) if (/[\0\ufeff\ufffe]/.test(text)) yield `${JSON.stringify(text)}`;
    }
  }),
  rule('6.2.11.8', 'no glyph that stands for none', function* (subject) {
    for (const { number, font } of shownFonts(subject)) if (font.texts.has(0)) yield `${number}`;
  }),
  rule(
    '6.3',
    'annotations that print and have an appearance unless they have no size',
    function* ({ document }) {
      for (const annotation of typed(document, 'Annot')) {
        const flags = annotation.get('F');
        if (typeof flags !== 'number' || (flags & 4) === 0 || (flags & (1 | 2 | 32 | 256)) !== 0)
          yield `F ${String(flags)}`;
        const [left, bottom, right, top] = document.array(annotation.get('Rect'));
        if ((left !== right || bottom !== top) && !annotation.has('AP')) yield 'AP';
      }
    },
  ),
  rule('6.4', 'a form that readers need not build, without actions', function* ({ document }) {
    const form = document.resolve(document.catalog.get('AcroForm'));
    if (!isDictionary(form)) return;
    if (form.get('NeedAppearances') === true || form.has('XFA')) yield 'AcroForm';
  }),
  rule('6.5', 'no actions', function* ({ document }) {
    for (const { number, entries } of dictionaries(document)) {
      if (forbiddenActions.some((key) => entries.has(key))) yield `object ${number}`;
      if (document.name(entries.get('Type')) === 'Annot' && entries.has('A')) yield `object ${number}`;
    }
  }),
  rule('6.6.2', 'metadata that every reader finds', function* ({ document, xmp }) {
    const { entries } = document.stream(document.catalog.get('Metadata'));
    if (document.name(entries.get('Type')) !== 'Metadata' || document.name(entries.get('Subtype')) !== 'XML')
      yield 'Type';
    if (!/^<\?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"\?>/.test(xmp)) yield 'the packet';
    if (!/<pdfaSchema:namespaceURI>http:\/\/www\.aiim\.org\/pdfua\/ns\/id\/</.test(xmp))
      yield 'the schema of PDF/UA';
  }),
  rule('6.6.3', 'document information that says the same as the metadata', function* ({ document, xmp }) {
    const info = document.dictionary(document.trailer.get('Info'));
    const plain = (name: string) =>
      xmp.match(new RegExp(`<${name}>(?:<rdf:[A-Za-z]+>)?(?:<rdf:li[^>]*>)?([^<]*)`))?.[1];
    const pairs = {
      Title: 'dc:title',
      Author: 'dc:creator',
      Creator: 'xmp:CreatorTool',
      Producer: 'pdf:Producer',
    };
    for (const [key, name] of Object.entries(pairs)) {
      const own = textIn(info.get(key))
        ?.replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;');
      if (plain(name) !== own) yield `${key}: ${own} is not ${plain(name)}`;
    }
    const date = textIn(info.get('CreationDate'))?.replace(
      /^D:(\d{4})(..)(..)(..)(..)(..)Z$/,
      '$1-$2-$3T$4:$5:$6Z',
    );
    if (plain('xmp:CreateDate') !== date) yield `CreationDate ${date}`;
  }),
  rule('6.6.4', 'its part and level', function* ({ xmp }) {
    if (!xmp.includes('<pdfaid:part>2</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance>'))
      yield 'pdfaid';
  }),
  rule('6.7.2', 'marked content', function* ({ document }) {
    if (document.dictionary(document.catalog.get('MarkInfo')).get('Marked') !== true) yield 'MarkInfo';
  }),
  rule('6.7.3', 'standard structure types', function* ({ nodes }) {
    for (const { role } of nodes) if (!standardTypes.has(role)) yield role;
  }),
  rule('6.7.4', 'languages that are tags of languages', function* ({ document }) {
    for (const { number, entries } of dictionaries(document)) {
      const language = textIn(entries.get('Lang'));
      if (language !== undefined && !/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$/.test(language))
        yield `${number}: ${language}`;
    }
  }),
  rule('6.8–6.10', 'no embedded files, layers or presentations', function* ({ document }) {
    for (const key of ['OCProperties', 'AF', 'Requirements', 'Collection'])
      if (document.catalog.has(key)) yield key;
    const names = document.resolve(document.catalog.get('Names'));
    if (isDictionary(names)) for (const key of names.keys()) yield key;
    for (const page of document.pages) {
      if (document.dictionary(page as Reference).has('PresSteps')) yield 'PresSteps';
    }
  }),
];
