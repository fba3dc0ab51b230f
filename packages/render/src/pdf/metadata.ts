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

// PDF/A takes properties of its own list alone; that of PDF/UA must be declared (ISO 19005-2, 6.6.2.3).
const uaNamespace = 'http://www.aiim.org/pdfua/ns/id/';
const uaDeclaration = (() => {
  const value = (name: string, text: string) => `<${name}>${text}</${name}>`;
  const property = [
    value('pdfaProperty:name', 'part'),
    value('pdfaProperty:valueType', 'Integer'),
    value('pdfaProperty:category', 'internal'),
    value('pdfaProperty:description', 'Part'),
  ].join('');
  const schema = [
    value('pdfaSchema:schema', 'PDF/UA'),
    value('pdfaSchema:namespaceURI', uaNamespace),
    value('pdfaSchema:prefix', 'pdfuaid'),
    `<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">${property}</rdf:li></rdf:Seq></pdfaSchema:property>`,
  ].join('');
  return (
    `<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">${schema}</rdf:li></rdf:Bag></pdfaExtension:schemas>` +
    '<pdfuaid:part>1</pdfuaid:part>'
  );
})();
const uaNamespaces = {
  pdfuaid: uaNamespace,
  pdfaExtension: 'http://www.aiim.org/pdfa/ns/extension/',
  pdfaSchema: 'http://www.aiim.org/pdfa/ns/schema#',
  pdfaProperty: 'http://www.aiim.org/pdfa/ns/property#',
};

/** The author and the maker of every file. */
export const creator = 'Sello';

/** A packet that says the same as the document information dictionary, as PDF/A demands of it. */
function xmpPacket({ title, author, createdAt }: DocumentFacts, { pdfa, pdfua }: Identification): Buffer {
  const declared = Object.entries({ ...namespaces, ...(pdfua && uaNamespaces) })
    .map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`)
    .join('');
  const packet =
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n' +
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
    `<rdf:Description rdf:about=""${declared}>` +
    `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escaped(title)}</rdf:li></rdf:Alt></dc:title>` +
    `<dc:creator><rdf:Seq><rdf:li>${escaped(author)}</rdf:li></rdf:Seq></dc:creator>` +
    `<xmp:CreatorTool>${creator}</xmp:CreatorTool><xmp:CreateDate>${createdAt.toISOString().slice(0, 19)}Z</xmp:CreateDate>` +
    `<pdf:Producer>${creator}</pdf:Producer>` +
    `<pdfaid:part>${pdfa.part}</pdfaid:part><pdfaid:conformance>${pdfa.conformance}</pdfaid:conformance>` +
    `${pdfua ? uaDeclaration : ''}</rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end="r"?>`;
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
