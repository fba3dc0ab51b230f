import { hash as hashOf } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { SignatureFields, Signer } from '@sello/contracts';
import { imageVariablesOf } from '@sello/design';
import { AppError } from '@sello/kit';
import type { CompiledTemplate, StampPlan } from './compile.ts';
import { type PaintContext, paintElement } from './elements/index.ts';
import { writeFont } from './pdf/font-objects.ts';
import { formObject } from './pdf/forms.ts';
import { elementWith, writeImage } from './pdf/images.ts';
import { creator, type DocumentFacts, metadataObject, plainText, titleOf } from './pdf/metadata.ts';
import { signatureObject } from './pdf/signature.ts';
import { Tagger } from './pdf/structure/tagger.ts';
import { type MarkedForm, structureEntries, tailStructure } from './pdf/structure/tail.ts';
import { dateString, real, shortTextString, streamObject } from './pdf/syntax.ts';
import { PackedTail, PlainTail } from './pdf/tail.ts';
import { TailResources } from './pdf/tail-resources.ts';
import { printerFor, type StampRow } from './values.ts';

/** One certificate: the file is the template's prefix followed by this tail. */
export interface Stamped {
  tail: Uint8Array;
  /** Hex SHA-256 of prefix + tail: the certificate's hash. */
  sha256: string;
  /** Length of prefix + tail in bytes. */
  size: number;
  /** CRC-32 of prefix + tail, for the entry of a zip archive. */
  crc32: number;
}

/**
 * Renders one certificate of a compiled template. Without a signer the output is deterministic. Throws errors of the
 * row as AppError: `variable_unknown` {variable}, `glyph_missing` {character, field}, `script_unsupported` {character,
 * script}, `text_does_not_fit` {element, minSize}; `signing_failed` for a signature larger than `signatureSize`; and
 * what the signer throws.
 */
export async function stamp(compiled: CompiledTemplate, row: StampRow, signing?: Signing): Promise<Stamped> {
  const room = signing?.signer.signatureSize ?? 0;
  try {
    return await writeTail(compiled, row, signing, room);
  } catch (error) {
    // The tokens of the timestamp authority have become longer, and the signer has updated its `signatureSize`.
    const grown = signing?.signer.signatureSize ?? 0;
    if (grown <= room) throw error;
    return writeTail(compiled, row, signing, grown);
  }
}

interface Signing {
  signer: Signer;
  fields: SignatureFields;
}

/** `room`: bytes reserved for the signature. */
async function writeTail(
  compiled: CompiledTemplate,
  row: StampRow,
  signing: Signing | undefined,
  room: number,
): Promise<Stamped> {
  const { plan, prefix } = compiled;
  const { design, objects, structure } = plan;
  const resources = new TailResources(plan);
  const tagger = new Tagger(structure.owners.map(({ count }) => count));
  const tags = { tagger, roles: structure.roles, texts: structure.texts };
  const { name = '', reason = '', location = '', signedAt } = signing?.fields ?? {};
  const values = signedAt ? { ...row, signature: { name, reason, location, signedAt } } : row;
  const context: PaintContext = {
    resources,
    setting: design,
    signed: signing !== undefined,
    print: printerFor(design, values),
    tags,
  };
  const tail = structure.isPacked ? new PackedTail(plan) : new PlainTail(plan);
  const hasCidSet = structure.identification.pdfa?.part === 1;

  let next = plan.nextObject;
  const add = (body: string | Uint8Array) => {
    if (typeof body === 'string') tail.pack(next, body);
    else tail.add(next, body);
    next += 1;
    return next - 1;
  };
  if (row.images) await addImages(row.images, plan, resources, { add, next: () => next });

  for (const { object, page, pageHeight, elements } of plan.layers) {
    tagger.startPage(page);
    const operators = elements
      .map((element) => paintElement(element, { x: 0, y: pageHeight }, context))
      .filter((text) => text !== '');
    const content = Buffer.from(`q\n${operators.join('\n')}\nQ`, 'latin1');
    tail.add(object, streamObject(content, '', 'operators'));
  }
  const fonts = [...plan.faces.values()].map(({ name, object }) => `/${name} ${object} 0 R`);
  for (const [key, { name, texts }] of resources.extraFaces) {
    const source = plan.fonts.source(key);
    if (!source) throw new RangeError(`the font ${key} has gone`);
    const setting = { design, hasCidSet, compression: 'tail' } as const;
    fonts.push(`/${name} ${writeFont(source, texts, add, setting)} 0 R`);
  }
  const images = [...resources.images.values()].map((image) => `/${image.name} ${image.number} 0 R`);
  let nextKey = structure.nextKey;
  const formOwners: MarkedForm[] = [];
  const forms = resources.forms.map((form, index) => {
    const key = form.marks ? nextKey : null;
    const number = add(formObject(form, { resources: objects.resources, key, compression: 'operators' }));
    if (form.marks) {
      form.marks.form = number;
      formOwners.push({ key: nextKey, owners: form.marks.owners });
      nextKey += 1;
    }
    return `/V${index} ${number} 0 R`;
  });
  tail.pack(
    objects.resources,
    `<</Font<<${fonts.join('')}>>/XObject<<${plan.xObjects}${images.join('')}${forms.join('')}>>/ExtGState<<${plan.graphicsStates}>>>>`,
  );
  tail.add(objects.info, infoObject(row));
  // The second part of the id is the certificate's own (ISO 32000-1, 14.4).
  const id = [
    compiled.prefixSha256,
    hashOf('sha256', `${row.certificate.id} ${row.certificate.issuedAt.toISOString()}`),
  ]
    .map((hex) => `<${hex.slice(0, 32)}>`)
    .join('');
  const [signatureNumber, widget] = signing ? [next, next + 1] : [];
  next += signing ? 2 : 0;
  tail.add(structure.objects.metadata, metadataObject(documentFacts(row), structure.identification));
  const field = widget === undefined ? null : { widget, key: nextKey, element: next };
  const parts = tailStructure(structure, { tagger, formOwners, field, next: field ? next + 1 : next });
  for (const { number, body, isDescribed } of parts) {
    if (isDescribed) tail.add(number, body);
    else tail.pack(number, body);
  }
  const catalog =
    `/Type/Catalog/Pages ${plan.pagesObject} 0 R/Lang(${design.locale})` +
    `/ViewerPreferences<</DisplayDocTitle true>>${structureEntries(structure)}`;

  if (!signing) {
    tail.pack(objects.annotations, '[]');
    tail.add(objects.catalog, `<<${catalog}>>`);
    return finish(plan, prefix, tail.finish(id));
  }

  const { signer, fields } = signing;
  if (signatureNumber === undefined || widget === undefined)
    throw new RangeError('the signature has no object');
  tail.pack(objects.annotations, `[${widget} 0 R]`);
  const page = structure.pages[structure.field.page];
  tail.pack(
    widget,
    `<</Type/Annot/Subtype/Widget/FT/Sig/T(Signature)/F 132/Rect[${tagger.field.map(real).join(' ')}]/P ${page} 0 R` +
      `/V ${signatureNumber} 0 R/TU${shortTextString(structure.texts.signature)}/StructParent ${nextKey}` +
      `/AP<</N ${structure.field.appearance} 0 R>>>>`,
  );
  tail.add(
    objects.catalog,
    `<<${catalog}/AcroForm<</Fields[${widget} 0 R]/SigFlags 3>>/Perms<</DocMDP ${signatureNumber} 0 R>>` +
      '/Extensions<</ESIC<</BaseVersion/1.7/ExtensionLevel 2>>>>>>',
  );
  const signature = signatureObject(fields, room);
  const at = tail.add(signatureNumber, signature.body);
  const bytes = tail.finish(id);
  const gapStart = at + signature.contents.start;
  const gapEnd = at + signature.contents.end;
  const end = prefix.byteLength + bytes.length;
  const range = [
    0,
    prefix.byteLength + gapStart,
    prefix.byteLength + gapEnd,
    end - prefix.byteLength - gapEnd,
  ];
  bytes.write(range.join(' ').padEnd(signature.range.length), at + signature.range.start, 'latin1');
  const digest = plan.hash.copy().update(bytes.subarray(0, gapStart)).update(bytes.subarray(gapEnd)).digest();
  const cms = await signer.sign(digest);
  if (cms.byteLength > room) {
    throw new AppError('signing_failed', {
      cause: new RangeError(`the signature has ${cms.byteLength} bytes`),
    });
  }
  bytes.write(
    Buffer.from(cms.buffer, cms.byteOffset, cms.byteLength).toString('hex'),
    gapStart + 1,
    'latin1',
  );
  return finish(plan, prefix, bytes);
}

/** Writes the images that only this certificate shows, such as its holder's photograph. */
async function addImages(
  images: Readonly<Record<string, Uint8Array>>,
  { design }: StampPlan,
  resources: TailResources,
  tail: { add(body: string | Uint8Array): number; next(): number },
): Promise<void> {
  const writer = {
    add: tail.add,
    get next() {
      return tail.next();
    },
  };
  for (const [index, name] of imageVariablesOf(design).entries()) {
    const bytes = Object.hasOwn(images, name) ? images[name] : undefined;
    if (bytes === undefined) continue;
    const element = elementWith(design, { variable: name });
    const image = await writeImage(bytes, `{{${name}}}`, writer, element);
    resources.images.set(name, { ...image, name: `K${index}` });
  }
}

function finish(plan: StampPlan, prefix: Uint8Array, tail: Buffer): Stamped {
  return {
    tail,
    sha256: plan.hash.copy().update(tail).digest('hex'),
    size: prefix.byteLength + tail.byteLength,
    crc32: crc32(tail, plan.crc),
  };
}

function documentFacts({ student, tenant, certificate }: StampRow): DocumentFacts {
  return {
    holder: plainText(student.fullName),
    author: plainText(tenant.publicName),
    createdAt: certificate.issuedAt,
  };
}

/**
 * The document information dictionary (ISO 32000-1, 14.3.3). The custom key `SelloCertificate` holds the certificate id
 * as plain text, so that an altered file can be distinguished from a file that was never issued.
 */
function infoObject(row: StampRow): string {
  const { certificate } = row;
  const id = certificate.id.replace(/[^0-9A-Za-z]/g, '');
  const facts = documentFacts(row);
  return (
    `<</Title${shortTextString(titleOf(facts))}/Author${shortTextString(facts.author)}` +
    `/Creator(${creator})/Producer(${creator})/CreationDate${dateString(certificate.issuedAt)}/SelloCertificate(${id})>>`
  );
}
