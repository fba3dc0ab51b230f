// What the file says of itself to archives, in XMP (ISO 16684-1).
import { streamObject } from './syntax.ts';

/** Which standards a file claims to follow. */
export interface Identification {
  /** ISO 19005. */
  pdfa: { part: 1 | 2 | 3; conformance: 'A' | 'B' | 'U' };
  /** ISO 14289-1. */
  pdfua: boolean;
}

export const defaultIdentification: Identification = { pdfa: { part: 2, conformance: 'A' }, pdfua: true };

export interface DocumentFacts {
  title: string;
  author: string;
  createdAt: Date;
}

const namespaces = {
  dc: 'http://purl.org/dc/elements/1.1/',
  xmp: 'http://ns.adobe.com/xap/1.0/',
  pdf: 'http://ns.adobe.com/pdf/1.3/',
  pdfaid: 'http://www.aiim.org/pdfa/ns/id/',
};
const uaNamespace = { pdfuaid: 'http://www.aiim.org/pdfua/ns/id/' };
const extensionNamespaces = {
  pdfaExtension: 'http://www.aiim.org/pdfa/ns/extension/',
  pdfaSchema: 'http://www.aiim.org/pdfa/ns/schema#',
  pdfaProperty: 'http://www.aiim.org/pdfa/ns/property#',
};

function description(prefixes: Record<string, string>, properties: string): string {
  const declared = Object.entries(prefixes).map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`);
  return `<rdf:Description rdf:about=""${declared.join('')}>${properties}</rdf:Description>`;
}

// PDF/A takes properties of its own list alone; that of PDF/UA must be declared (ISO 19005-2, 6.6.2.3), and readers want
// to know it before it comes.
const uaDeclaration = (() => {
  const texts = (values: Record<string, string>) =>
    Object.entries(values)
      .map(([name, text]) => `<${name}>${text}</${name}>`)
      .join('');
  const list = (kind: string, item: string) =>
    `<rdf:${kind}><rdf:li rdf:parseType="Resource">${item}</rdf:li></rdf:${kind}>`;
  const property = texts({
    'pdfaProperty:name': 'part',
    'pdfaProperty:valueType': 'Integer',
    'pdfaProperty:category': 'internal',
    'pdfaProperty:description': 'Part',
  });
  const schema = texts({
    'pdfaSchema:schema': 'PDF/UA',
    'pdfaSchema:namespaceURI': uaNamespace.pdfuaid,
    'pdfaSchema:prefix': 'pdfuaid',
    'pdfaSchema:property': list('Seq', property),
  });
  return description(extensionNamespaces, texts({ 'pdfaExtension:schemas': list('Bag', schema) }));
})();

/** The author and the maker of every file. */
export const creator = 'Sello';

/** A packet that says the same as the document information dictionary, as PDF/A demands of it. */
function xmpPacket({ title, author, createdAt }: DocumentFacts, { pdfa, pdfua }: Identification): Buffer {
  const properties =
    `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escaped(title)}</rdf:li></rdf:Alt></dc:title>` +
    `<dc:creator><rdf:Seq><rdf:li>${escaped(author)}</rdf:li></rdf:Seq></dc:creator>` +
    `<xmp:CreatorTool>${creator}</xmp:CreatorTool><xmp:CreateDate>${createdAt.toISOString().slice(0, 19)}Z</xmp:CreateDate>` +
    `<pdf:Producer>${creator}</pdf:Producer>` +
    `<pdfaid:part>${pdfa.part}</pdfaid:part><pdfaid:conformance>${pdfa.conformance}</pdfaid:conformance>` +
    (pdfua ? '<pdfuaid:part>1</pdfuaid:part>' : '');
  const packet =
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n' +
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
    (pdfua ? uaDeclaration : '') +
    description({ ...namespaces, ...(pdfua && uaNamespace) }, properties) +
    '</rdf:RDF></x:xmpmeta>\n<?xpacket end="r"?>';
  return Buffer.from(packet, 'utf8');
}

/** The first part of PDF/A takes no packed metadata (ISO 19005-1, 6.7.2). */
export function metadataObject(facts: DocumentFacts, identification: Identification): Buffer {
  const packet = xmpPacket(facts, identification);
  const type = '/Type/Metadata/Subtype/XML';
  if (identification.pdfa.part > 1) return streamObject(packet, type, 'tail');
  return Buffer.concat([
    Buffer.from(`<<${type}/Length ${packet.length}>>\nstream\n`, 'latin1'),
    packet,
    Buffer.from('\nendstream', 'latin1'),
  ]);
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function escaped(text: string): string {
  return text.replace(/[&<>]/g, (character) => entities[character] as string);
}

/** A text that XML can hold: no lone surrogates, no control characters. */
export function plainText(text: string): string {
  return text.toWellFormed().replace(/[\p{Cc}\ufffe\uffff]/gu, ' ');
}
