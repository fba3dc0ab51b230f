import { createHash, type Hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Design, DesignElement, DesignPage, ImageElement } from '@sello/contracts';
import {
  assetsOf,
  coverStyle,
  type FontRequest,
  imageVariablesOf,
  kindOf,
  placeImage,
  printedContents,
  printedElements,
  variablesOf,
} from '@sello/design';
import { AppError } from '@sello/kit';
import { type PaintContext, paintElement, painterOf } from './elements/index.ts';
import type { Preparation } from './elements/painter.ts';
import type { FontLibrary } from './fonts/library.ts';
import { repertoireOf } from './fonts/repertoire.ts';
import { layersOf } from './layers.ts';
import type { Frame, NamedImage, Resources } from './pdf/content.ts';
import { writeFont } from './pdf/font-objects.ts';
import { isExtractable, recordGlyphs } from './pdf/glyph-texts.ts';
import { imageOperators } from './pdf/image-operators.ts';
import { imageOf, type WrittenImage, writeImage } from './pdf/images.ts';
import { PrefixWriter } from './pdf/prefix.ts';
import { type Compression, colorOperands, real, streamObject } from './pdf/syntax.ts';
import { printStatic } from './values.ts';

/** Loads the images of a design by asset id. */
export interface AssetSource {
  /** A rejection, or bytes that are not a PNG or JPEG, fail the template with `image_unreadable`. */
  get(assetId: string): Promise<Uint8Array>;
}

export interface CompileOptions {
  fonts: FontLibrary;
  assets: AssetSource;
  /** Images that are the same on all certificates, by the variable that names them, such as the organization's logo. */
  images?: ReadonlyMap<string, Uint8Array>;
}

/** A font face that the prefix embeds. */
export interface EmbeddedFace {
  /** Resource name. */
  name: string;
  /** Object number. */
  object: number;
  /** The embedded glyphs with the text each maps to. */
  texts: ReadonlyMap<number, string>;
}

export interface VariableLayer {
  /** Object number of the content stream that `stamp` writes. */
  object: number;
  pageHeight: number;
  elements: readonly DesignElement[];
}

/** The state that `stamp` continues from. Immutable, so any number of stamps use it concurrently. */
export interface StampPlan {
  design: Design;
  fonts: FontLibrary;
  /** SHA-256 state after the prefix; it is copied for each certificate. */
  hash: Hash;
  /** CRC-32 of the prefix. */
  crc: number;
  /** Cross-reference entries of the static objects, including the head of the free list. */
  xref: string;
  pagesObject: number;
  firstPageObject: number;
  /** Object numbers of the objects in every tail. */
  objects: { catalog: number; info: number; resources: number; annotations: number };
  layers: readonly VariableLayer[];
  /** First free object number, for the signature and extra fonts. */
  nextObject: number;
  faces: ReadonlyMap<string, EmbeddedFace>;
  opacities: ReadonlyMap<number, string>;
  images: ReadonlyMap<string, WrittenImage & { name: string }>;
  /** The static entries of the resource dictionary. */
  xObjects: string;
  graphicsStates: string;
}

/** A compiled template revision: the static part that all of its certificates share. */
export interface CompiledTemplate {
  readonly prefix: Uint8Array;
  /** Hex SHA-256 of the prefix: its content address. */
  readonly prefixSha256: string;
  /** Names of the variables the design prints, in the order of their first use. */
  readonly variables: readonly string[];
  readonly pages: number;
  readonly plan: StampPlan;
}

interface StaticFace {
  name: string;
  texts: Map<number, string>;
}

class StaticResources implements Resources, Preparation {
  readonly fonts: FontLibrary;
  readonly faces = new Map<string, StaticFace>();
  readonly opacities = new Map<number, string>();
  readonly images = new Map<string, WrittenImage & { name: string }>();
  readonly forms: { content: string; bounds: readonly number[] }[] = [];

  constructor(fonts: FontLibrary) {
    this.fonts = fonts;
  }

  face(key: string): StaticFace {
    let face = this.faces.get(key);
    if (!face) {
      face = { name: `F${this.faces.size}`, texts: new Map() };
      this.faces.set(key, face);
    }
    return face;
  }

  font({ face, run }: Parameters<Resources['font']>[0]): { name: string; extractable: boolean } {
    const { name, texts } = this.face(face.key);
    recordGlyphs(run, face, texts);
    return { name, extractable: isExtractable(run, texts) };
  }

  opacity(value: number): string {
    let name = this.opacities.get(value);
    if (!name) {
      name = `G${this.opacities.size}`;
      this.opacities.set(value, name);
    }
    return name;
  }

  image(source: ImageElement['source']): NamedImage | null {
    return imageOf(this.images, source);
  }

  repertoire({ family, weight, italic }: FontRequest): void {
    const first = this.fonts.chain(family, weight, italic)?.[0];
    const source = first && this.fonts.source(first.key);
    if (!source) return;
    const { texts } = this.face(source.key);
    for (const [glyph, text] of repertoireOf(source, this.fonts.subsetter)) {
      if (!texts.has(glyph)) texts.set(glyph, text);
    }
  }

  form(content: string, bounds: [number, number, number, number]): string {
    this.forms.push({ content, bounds });
    return `S${this.forms.length - 1}`;
  }
}

async function readAsset(assets: AssetSource, assetId: string): Promise<Uint8Array> {
  try {
    return await assets.get(assetId);
  } catch (cause) {
    throw new AppError('image_unreadable', { details: { assetId }, cause });
  }
}

/** Throws errors of the design itself before any certificate is stamped. */
function checkElements(elements: Iterable<DesignElement>, fonts: FontLibrary): void {
  for (const element of elements) {
    const kind = kindOf(element);
    for (const { family, weight, italic } of kind.fonts(element)) {
      if (fonts.chain(family, weight, italic)) continue;
      throw new AppError('template_invalid', { details: { element: element.id, fontFamily: family } });
    }
    for (const cause of kind.problems(element)) {
      throw new AppError('template_invalid', { details: { element: element.id }, cause });
    }
  }
}

/** Adds to the prefix the resources that variable elements will use: opacities, font repertoires. */
function prepareVariable(elements: Iterable<DesignElement>, resources: StaticResources): void {
  for (const element of elements) {
    if (element.opacity < 1) resources.opacity(element.opacity);
    painterOf(element).prepare(element, resources);
  }
}

/**
 * Compiles a template revision: images, fonts and all static content become a prefix that its certificates share. The
 * output is deterministic: the same revision, fonts and images give the same bytes. Throws AppError `image_unreadable`
 * {assetId}, `template_invalid` {element}, and for static texts `glyph_missing` {character, field},
 * `script_unsupported` {character, script} and `text_does_not_fit` {element, minSize}. Every row that uses the revision
 * fails with that error.
 */
export async function compile(
  revision: { id: string; design: Design },
  { fonts, assets, images = new Map() }: CompileOptions,
): Promise<CompiledTemplate> {
  const { design } = revision;
  const printed = design.pages.flatMap((page) => [...printedElements(page.elements)]);
  checkElements(printed, fonts);
  const prefix = new PrefixWriter();
  const resources = new StaticResources(fonts);
  for (const [index, assetId] of assetsOf(design).entries()) {
    const image = await writeImage(await readAsset(assets, assetId), assetId, prefix);
    resources.images.set(assetId, { ...image, name: `I${index}` });
  }
  for (const [index, name] of imageVariablesOf(design).entries()) {
    const bytes = images.get(name);
    if (bytes === undefined) continue;
    const key = `{{${name}}}`;
    resources.images.set(key, { ...(await writeImage(bytes, key, prefix)), name: `J${index}` });
  }

  const context: PaintContext = { resources, setting: design, signed: false, print: printStatic };
  const pages = design.pages.map((page) => ({ page, layers: layersOf(page) }));
  for (const { layers } of pages) {
    for (const layer of layers) {
      if (layer.kind === 'variable') prepareVariable(printedElements(layer.elements), resources);
    }
  }
  type Content = { object: number } | { elements: readonly DesignElement[]; pageHeight: number };
  const contents = pages.map(({ page, layers }): Content[] => {
    const frame: Frame = { x: 0, y: page.height };
    const background = [
      page.background.color
        ? `${colorOperands(page.background.color)} rg 0 0 ${real(page.width)} ${real(page.height)} re f`
        : '',
      page.background.assetId ? backgroundImage(page, page.background.assetId, frame, resources) : '',
    ].filter((operators) => operators !== '');
    const painted = (
      layers[0]?.kind === 'static' ? layers : [{ kind: 'static' as const, elements: [] }, ...layers]
    ).map((layer, place): Content => {
      if (layer.kind === 'variable') return { elements: layer.elements, pageHeight: page.height };
      const operators = [
        ...(place === 0 ? background : []),
        ...layer.elements.map((element) => paintElement(element, frame, context)),
      ].filter((text) => text !== '');
      const body = Buffer.from(`q\n${operators.join('\n')}\nQ`, 'latin1');
      return { object: prefix.add(streamObject(body, '', 'prefix')) };
    });
    return painted;
  });

  const faces = new Map<string, EmbeddedFace>();
  for (const [key, { name, texts }] of resources.faces) {
    const source = fonts.source(key);
    if (!source || texts.size === 0) continue;
    const object = writeFont(source, texts, fonts.subsetter, (body) => prefix.add(body), 'prefix');
    faces.set(key, { name, object, texts });
  }

  // The number of static objects is known here, so the objects of the tail can be numbered.
  const tail = prefix.next + resources.forms.length + pages.length + 1;
  const objects = { catalog: tail, info: tail + 1, resources: tail + 2, annotations: tail + 3 };
  const formObjects = resources.forms.map(({ content, bounds }) =>
    prefix.add(formObject(content, bounds, objects.resources, 'prefix')),
  );
  let nextObject = tail + 4;
  const layers: VariableLayer[] = [];
  const pagesObject = tail - 1;
  const pageObjects = pages.map(({ page }, index) => {
    const streams = (contents[index] as Content[]).map((content) => {
      if ('object' in content) return content.object;
      layers.push({ object: nextObject, ...content });
      nextObject += 1;
      return nextObject - 1;
    });
    return prefix.add(
      `<</Type/Page/Parent ${pagesObject} 0 R/MediaBox[0 0 ${real(page.width)} ${real(page.height)}]` +
        `/Resources ${objects.resources} 0 R/Contents[${streams.map((number) => `${number} 0 R`).join(' ')}]` +
        `${index === 0 ? `/Annots ${objects.annotations} 0 R` : ''}>>`,
    );
  });
  prefix.add(
    `<</Type/Pages/Kids[${pageObjects.map((number) => `${number} 0 R`).join(' ')}]/Count ${pageObjects.length}>>`,
  );

  const { bytes, offsets } = prefix.finish();
  const hash = createHash('sha256').update(bytes);
  return {
    prefix: bytes,
    prefixSha256: hash.copy().digest('hex'),
    variables: variablesOf(printedContents(design)),
    pages: pages.length,
    plan: {
      design,
      fonts,
      hash,
      crc: crc32(bytes),
      xref: offsets
        .map((offset, number) =>
          number === 0 ? '0000000000 65535 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`,
        )
        .join(''),
      pagesObject,
      firstPageObject: pageObjects[0] as number,
      objects,
      layers,
      nextObject,
      faces,
      opacities: resources.opacities,
      images: resources.images,
      xObjects: [
        ...[...resources.images.values()].map(({ name, number }) => `/${name} ${number} 0 R`),
        ...formObjects.map((number, index) => `/S${index} ${number} 0 R`),
      ].join(''),
      graphicsStates: [...resources.opacities]
        .map(([value, name]) => `/${name}<</ca ${real(value)}/CA ${real(value)}>>`)
        .join(''),
    },
  };
}

/** A page's background image covers the page and is clipped to it. */
function backgroundImage(page: DesignPage, assetId: string, frame: Frame, resources: Resources): string {
  const image = resources.image({ kind: 'asset', assetId });
  return image ? imageOperators(image, frame, placeImage(page, image, coverStyle)) : '';
}

/** A transparency group XObject (ISO 32000-1, 11.6.6): composited as one object at one opacity. */
export function formObject(
  content: string,
  bounds: readonly number[],
  resources: number,
  compression: Compression,
): Buffer {
  return streamObject(
    Buffer.from(content, 'latin1'),
    `/Type/XObject/Subtype/Form/BBox[${bounds.map(real).join(' ')}]/Group<</S/Transparency>>/Resources ${resources} 0 R`,
    compression,
  );
}
