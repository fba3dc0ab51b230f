import { hash as hashOf } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { ImageElement, SignatureFields, Signer } from '@sello/contracts';
import { imageVariablesOf, type ShapedRun } from '@sello/design';
import { AppError } from '@sello/kit';
import { type CompiledTemplate, type EmbeddedFace, formObject, type StampPlan } from './compile.ts';
import { type PaintContext, paintElement } from './elements/index.ts';
import type { NamedImage, Resources } from './pdf/content.ts';
import { writeFont } from './pdf/font-objects.ts';
import { isExtractable, recordGlyphs } from './pdf/glyph-texts.ts';
import { imageOf, type WrittenImage, writeImage } from './pdf/images.ts';
import { signatureObject } from './pdf/signature.ts';
import { dateString, streamObject, textString } from './pdf/syntax.ts';
import { TailWriter } from './pdf/tail.ts';
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

/** Whether the prefix embeds all glyphs of a run, and whether its text can be extracted from them. */
type Coverage = 'missing' | 'extractable' | 'not-extractable';

// Shaped runs are cached, so the same run object recurs for later certificates.
const coverages = new WeakMap<EmbeddedFace, WeakMap<ShapedRun, Coverage>>();

function coverageOf(run: ShapedRun, face: EmbeddedFace): Coverage {
  let cache = coverages.get(face);
  if (!cache) {
    cache = new WeakMap();
    coverages.set(face, cache);
  }
  let coverage = cache.get(run);
  if (coverage === undefined) {
    const isEmbedded = run.glyphs.every((glyph) => face.texts.has(glyph.id));
    coverage = !isEmbedded ? 'missing' : isExtractable(run, face.texts) ? 'extractable' : 'not-extractable';
    cache.set(run, coverage);
  }
  return coverage;
}

class StampResources implements Resources {
  readonly #plan: StampPlan;
  readonly extraFaces = new Map<string, { name: string; texts: Map<number, string> }>();
  readonly forms: { content: string; bounds: readonly number[] }[] = [];
  /** Of this certificate, by the variable that names them. */
  readonly images = new Map<string, WrittenImage & { name: string }>();

  constructor(plan: StampPlan) {
    this.#plan = plan;
  }

  get fonts() {
    return this.#plan.fonts;
  }

  font({ face, run }: Parameters<Resources['font']>[0]): { name: string; extractable: boolean } {
    const embedded = this.#plan.faces.get(face.key);
    const coverage = embedded ? coverageOf(run, embedded) : 'missing';
    if (embedded && coverage !== 'missing')
      return { name: embedded.name, extractable: coverage === 'extractable' };
    let extra = this.extraFaces.get(face.key);
    if (!extra) {
      extra = { name: `X${this.extraFaces.size}`, texts: new Map() };
      this.extraFaces.set(face.key, extra);
    }
    recordGlyphs(run, face, extra.texts);
    return { name: extra.name, extractable: isExtractable(run, extra.texts) };
  }

  opacity(value: number): string {
    const name = this.#plan.opacities.get(value);
    if (!name) throw new RangeError(`opacity ${value} was not compiled`);
    return name;
  }

  image(source: ImageElement['source']): NamedImage | null {
    const own = source.kind === 'variable' ? this.images.get(source.name) : undefined;
    return own ?? imageOf(this.#plan.images, source);
  }

  form(content: string, bounds: [number, number, number, number]): string {
    this.forms.push({ content, bounds });
    return `V${this.forms.length - 1}`;
  }
}

/**
 * Renders one certificate of a compiled template. Without a signer the output is deterministic. Throws errors of the
 * row as AppError: `variable_unknown` {variable}, `glyph_missing` {character, field}, `script_unsupported` {character,
 * script}, `text_does_not_fit` {element, minSize}; `signing_failed` for a signature larger than `signatureSize`; and
 * what the signer throws.
 */
export async function stamp(
  compiled: CompiledTemplate,
  row: StampRow,
  signing?: { signer: Signer; fields: SignatureFields },
): Promise<Stamped> {
  const { plan, prefix } = compiled;
  const { design, objects } = plan;
  const resources = new StampResources(plan);
  const { name = '', reason = '', location = '', signedAt } = signing?.fields ?? {};
  const values = signedAt ? { ...row, signature: { name, reason, location, signedAt } } : row;
  const context: PaintContext = {
    resources,
    setting: design,
    signed: signing !== undefined,
    print: printerFor(design, values),
  };
  const tail = new TailWriter(prefix.byteLength, plan);
  let next = plan.nextObject;
  const add = (body: string | Uint8Array) => {
    tail.add(next, body);
    next += 1;
    return next - 1;
  };
  if (row.images) await addImages(row.images, plan, resources, { add, next: () => next });

  for (const { object, pageHeight, elements } of plan.layers) {
    const operators = elements
      .map((element) => paintElement(element, { x: 0, y: pageHeight }, context))
      .filter((text) => text !== '');
    tail.add(object, streamObject(Buffer.from(`q\n${operators.join('\n')}\nQ`, 'latin1'), '', 'tail'));
  }
  const fonts = [...plan.faces.values()].map(({ name, object }) => `/${name} ${object} 0 R`);
  for (const [key, { name, texts }] of resources.extraFaces) {
    const source = plan.fonts.source(key);
    if (!source) throw new RangeError(`the font ${key} has gone`);
    fonts.push(`/${name} ${writeFont(source, texts, plan.fonts.subsetter, add, 'tail')} 0 R`);
  }
  const images = [...resources.images.values()].map((image) => `/${image.name} ${image.number} 0 R`);
  const forms = resources.forms.map(
    ({ content, bounds }, index) =>
      `/V${index} ${add(formObject(content, bounds, objects.resources, 'tail'))} 0 R`,
  );
  tail.add(
    objects.resources,
    `<</Font<<${fonts.join('')}>>/XObject<<${plan.xObjects}${images.join('')}${forms.join('')}>>/ExtGState<<${plan.graphicsStates}>>>>`,
  );
  tail.add(objects.info, infoObject(row));
  const catalog =
    `/Type/Catalog/Pages ${plan.pagesObject} 0 R/Lang(${design.locale})` +
    '/ViewerPreferences<</DisplayDocTitle true>>';
  // File identifier (ISO 32000-1, 14.4): the first part is the template's, the second the certificate's.
  const id = [
    compiled.prefixSha256,
    hashOf('sha256', `${row.certificate.id} ${row.certificate.issuedAt.toISOString()}`),
  ]
    .map((hex) => `<${hex.slice(0, 32)}>`)
    .join('');

  if (!signing) {
    tail.add(objects.annotations, '[]');
    tail.add(objects.catalog, `<<${catalog}>>`);
    return finish(plan, prefix, tail.finish(id));
  }

  const { signer, fields } = signing;
  const [signatureNumber, widget] = [next, next + 1];
  tail.add(objects.annotations, `[${widget} 0 R]`);
  tail.add(
    widget,
    `<</Type/Annot/Subtype/Widget/FT/Sig/T(Signature)/F 132/Rect[0 0 0 0]/P ${plan.firstPageObject} 0 R/V ${signatureNumber} 0 R>>`,
  );
  tail.add(
    objects.catalog,
    `<<${catalog}/AcroForm<</Fields[${widget} 0 R]/SigFlags 3>>/Perms<</DocMDP ${signatureNumber} 0 R>>` +
      '/Extensions<</ESIC<</BaseVersion/1.7/ExtensionLevel 2>>>>>>',
  );
  const signature = signatureObject(fields, signer.signatureSize);
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
  if (cms.byteLength > signer.signatureSize) {
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

/** Writes the images of this certificate alone, such as its holder's photograph. */
async function addImages(
  images: Readonly<Record<string, Uint8Array>>,
  { design }: StampPlan,
  resources: StampResources,
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
    const image = await writeImage(bytes, `{{${name}}}`, writer);
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

/**
 * The document information dictionary (ISO 32000-1, 14.3.3). The custom key `SelloCertificate` holds the certificate id
 * as plain text, so that an altered file can be distinguished from a file that was never issued.
 */
function infoObject({ student, tenant, certificate }: StampRow): string {
  const id = certificate.id.replace(/[^0-9A-Za-z]/g, '');
  return (
    `<</Title${textString(`${student.fullName} · ${tenant.publicName}`)}/Author${textString(tenant.publicName)}` +
    `/Creator(Sello)/Producer(Sello)/CreationDate${dateString(certificate.issuedAt)}/SelloCertificate(${id})>>`
  );
}
