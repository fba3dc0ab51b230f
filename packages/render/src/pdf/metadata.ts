// The XMP metadata of the file (ISO 16684-1), which archives read.
import { TwoGenerationCache } from '@sello/design';
import { deflateTemplate } from './deflate-template.ts';

/** The standards that a file claims to conform to. */
export interface Identification {
  /** ISO 19005; null for a file that is not for archives. */
  pdfa: { part: 1 | 2 | 3; conformance: 'A' | 'B' | 'U' } | null;
  /** ISO 14289-1. */
  pdfua: boolean;
}

const defaultIdentification: Identification = { pdfa: { part: 2, conformance: 'A' }, pdfua: true };

/** With images that do not conform to more, see `WrittenImage`. PDF/UA asks for the characters of texts, too. */
export function identificationWith(levels: readonly ('A' | 'B' | 'none')[]): Identification {
  if (levels.includes('none')) return { pdfa: null, pdfua: false };
  if (levels.includes('B')) return { pdfa: { part: 2, conformance: 'B' }, pdfua: false };
  return defaultIdentification;
}

export interface DocumentFacts {
  /** The holder of the certificate. */
  holder: string;
  /** The organization that issued it. */
  author: string;
  createdAt: Date;
}

const titleEnd = (author: string): string => ` · ${author}`;

export const titleOf = ({ holder, author }: DocumentFacts): string => holder + titleEnd(author);

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

// PDF/A allows only predefined properties; that of PDF/UA needs an extension schema (ISO 19005-2, 6.6.2.3), which
// readers expect before the property.
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

/** The creator and producer of every file. */
export const creator = 'Sello';

interface Packet {
  head: Buffer;
  tail: Buffer;
  pack(middle: Buffer): Buffer;
}

/** Cached for as many organizations as a worker serves at a time. */
const packets = new TwoGenerationCache<Packet>(200);

/** The constant parts of the packets with one author and identification; the time and the holder come between them. */
function packetOf({ pdfa, pdfua }: Identification, author: string): Packet {
  return packets.get(`${pdfa?.part}${pdfa?.conformance}${pdfua} ${author}`, () => {
    const mark = '\0';
    const properties =
      `<xmp:CreatorTool>${creator}</xmp:CreatorTool><pdf:Producer>${creator}</pdf:Producer>` +
      (pdfa
        ? `<pdfaid:part>${pdfa.part}</pdfaid:part><pdfaid:conformance>${pdfa.conformance}</pdfaid:conformance>`
        : '') +
      `${pdfua ? '<pdfuaid:part>1</pdfuaid:part>' : ''}` +
      `<dc:creator><rdf:Seq><rdf:li>${escaped(author)}</rdf:li></rdf:Seq></dc:creator>` +
      `<xmp:CreateDate>${mark}${escaped(titleEnd(author))}</rdf:li></rdf:Alt></dc:title>`;
    const whole =
      '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n' +
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
      (pdfua ? uaDeclaration : '') +
      description({ ...namespaces, ...(pdfua && uaNamespace) }, properties) +
      '</rdf:RDF></x:xmpmeta>\n<?xpacket end="r"?>';
    const [head, tail] = whole.split(mark).map((text) => Buffer.from(text, 'utf8')) as [Buffer, Buffer];
    return { head, tail, pack: deflateTemplate(head, tail) };
  });
}

/**
 * The metadata stream, whose values equal those of the document information dictionary, as PDF/A requires. PDF/A-1 does
 * not allow compressed metadata (ISO 19005-1, 6.7.2).
 */
export function metadataObject(facts: DocumentFacts, identification: Identification): Buffer {
  const packet = packetOf(identification, facts.author);
  const middle = Buffer.from(
    `${facts.createdAt.toISOString().slice(0, 19)}Z</xmp:CreateDate>` +
      `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escaped(facts.holder)}`,
    'utf8',
  );
  const isPacked = identification.pdfa?.part !== 1;
  const content = isPacked ? packet.pack(middle) : Buffer.concat([packet.head, middle, packet.tail]);
  const filter = isPacked ? '/Filter/FlateDecode' : '';
  return Buffer.concat([
    Buffer.from(`<</Type/Metadata/Subtype/XML${filter}/Length ${content.length}>>\nstream\n`, 'latin1'),
    content,
    Buffer.from('\nendstream', 'latin1'),
  ]);
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function escaped(text: string): string {
  return text.replace(/[&<>]/g, (character) => entities[character] as string);
}

/** A text that is valid in XML: no lone surrogates, no control characters. */
export function plainText(text: string): string {
  return text.toWellFormed().replace(/[\p{Cc}\ufffe\uffff]/gu, ' ');
}
