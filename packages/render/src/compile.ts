import { createHash, type Hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Design, DesignElement, DesignPage } from '@sello/contracts';
import {
  coverStyle,
  errorPlace,
  inSealColor,
  isKnownImageVariable,
  kindOf,
  placeImage,
  printedContents,
  printedElements,
  variablesOf,
} from '@sello/design';
import { AppError } from '@sello/kit';
import { type AssetSource, writeImages } from './design-images.ts';
import { type PaintContext, paintElement, painterOf } from './elements/index.ts';
import type { FontLibrary } from './fonts/library.ts';
import { type Layer, layersOf } from './layers.ts';
import { markOperators } from './mark.ts';
import { srgbName, srgbProfile } from './pdf/color/srgb.ts';
import type { Frame } from './pdf/content.ts';
import { writeFont } from './pdf/font-objects.ts';
import { formObject, pageGroup } from './pdf/forms.ts';
import { imageOperators } from './pdf/image-operators.ts';
import type { WrittenImage } from './pdf/images.ts';
import { type Identification, identificationWith } from './pdf/metadata.ts';
import { PrefixWriter } from './pdf/prefix.ts';
import { StaticResources } from './pdf/static-resources.ts';
import { bookmarkCount, bookmarkObjects } from './pdf/structure/bookmarks.ts';
import { ownerReferences } from './pdf/structure/objects.ts';
import {
  documentKids,
  pageOwners,
  type StructurePlan,
  staticNodeBodies,
  staticNodes,
  structureOutline,
} from './pdf/structure/plan.ts';
import { Tagger } from './pdf/structure/tagger.ts';
import { colorOperands, real, streamObject } from './pdf/syntax.ts';
import { xrefEntries, xrefTable } from './pdf/tail.ts';
import { printStatic } from './values.ts';

export interface CompileOptions {
  fonts: FontLibrary;
  assets: AssetSource;
  /** Images that are the same on all certificates, by their variable, such as the organization's logo. */
  images?: ReadonlyMap<string, Uint8Array>;
  /** The standards that files conform to; by default PDF/A-2a and PDF/UA-1, or what imported pages allow. */
  identification?: Identification;
  /** Marks every page as a specimen, above its content. */
  isSpecimen?: boolean | undefined;
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
  page: number;
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
  /** Length of the prefix. */
  start: number;
  offsets: readonly number[];
  /** Cross-reference entries of the static objects, the free head included. */
  xref: { table: string; stream: Buffer };
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
  structure: StructurePlan;
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

/** Throws the errors of the design before any certificate is stamped. */
function checkElements(elements: Iterable<DesignElement>, fonts: FontLibrary): void {
  for (const element of elements) {
    const kind = kindOf(element);
    for (const { family, weight, italic } of kind.fonts(element)) {
      if (fonts.chain(family, weight, italic)) continue;
      throw new AppError('template_invalid', { details: { ...errorPlace(element), fontFamily: family } });
    }
    for (const variable of kind.imageVariables(element)) {
      if (!isKnownImageVariable(variable)) {
        throw new AppError('variable_unknown', { details: { variable, ...errorPlace(element) } });
      }
    }
    for (const cause of kind.problems(element)) {
      throw new AppError('template_invalid', { details: errorPlace(element), cause });
    }
  }
}

/** Adds to the prefix the resources that variable elements will use: opacities, font repertoires. */
function prepareVariable(elements: Iterable<DesignElement>, resources: StaticResources): void {
  for (const element of elements) {
    if (element.opacity < 1) resources.opacity(element.opacity);
    try {
      painterOf(element).prepare(element, resources);
    } catch (cause) {
      // Only fonts are prepared, so a font of this element is broken.
      throw new AppError('template_invalid', { details: errorPlace(element), cause });
    }
  }
}

/**
 * Compiles a template revision: images, fonts and all static content become a prefix that its certificates share. Of the
 * organization it holds what `images` has, and its seal colour where `inSealColor` put it into the design. The
 * output is deterministic: the same revision, fonts and images give the same bytes. Throws AppError `image_unreadable`
 * {assetId}, `page_letters_lost` {assetId, page, element}, `template_invalid` {element}, and for static texts `glyph_missing` {character, field},
 * `script_unsupported` {character, script} and `text_does_not_fit` {element, minSize}. Every row that uses the revision
 * fails with that error.
 */
export async function compile(
  revision: { id: string; design: Design },
  { fonts, assets, images = new Map(), identification: claimed, isSpecimen = false }: CompileOptions,
): Promise<CompiledTemplate> {
  // Its own colour in place of a seal paint that the caller left.
  const design = inSealColor(revision.design);
  const printed = design.pages.flatMap((page) => [...printedElements(page.elements)]);
  checkElements(printed, fonts);
  const prefix = new PrefixWriter();
  const resources = new StaticResources(fonts);
  await writeImages(design, { assets, images, prefix, resources });

  const levels = [...resources.images.values()].map(({ archiveLevel = 'A' }) => archiveLevel);
  const identification = claimed ?? identificationWith(levels);
  const outline = structureOutline(design, (element) => painterOf(element).passage(element));
  const tagger = new Tagger(design.pages.map(() => 0));
  const tags = { tagger, roles: outline.roles, texts: outline.texts };
  const context: PageContext = { resources, setting: design, signed: false, print: printStatic, tags };
  const pages = design.pages.map((page) => ({ page, layers: layersOf(page) }));
  const varying = pages.flatMap(({ layers }) =>
    layers.flatMap((layer) => (layer.kind === 'variable' ? [...printedElements(layer.elements)] : [])),
  );
  prepareVariable(varying, resources);
  const contents = pages.map(({ page, layers }, index) => {
    tagger.startPage(index);
    const content = pageContents(page, index, layers, context, prefix);
    return isSpecimen ? [...content, contentObject([markOperators(page, context)], prefix)] : content;
  });

  const faces = new Map<string, EmbeddedFace>();
  const hasCidSet = identification.pdfa?.part === 1;
  const setting = { design, hasCidSet, compression: 'prefix' } as const;
  for (const [key, { name, texts }] of resources.faces) {
    const source = fonts.source(key);
    if (!source || texts.size === 0) continue;
    const object = writeFont(source, texts, (body) => prefix.add(body), setting);
    faces.set(key, { name, object, texts });
  }
  const intent = addOutputIntent(prefix);
  const fieldPage = Math.max(0, design.pages.findIndex(holdsField));
  const appearance = prefix.add(emptyForm);

  // The number of static objects is now known, so the object numbers of the tail can be assigned.
  const firstForm = prefix.next;
  const pageObjects = pages.map((_, index) => firstForm + resources.forms.length + index);
  const pagesObject = firstForm + resources.forms.length + pages.length;
  const nodes = staticNodes(tagger, pagesObject + 1);
  const markedForms = resources.forms.filter(({ marks }) => marks);
  const firstBookmark = pagesObject + 1 + nodes.count + markedForms.length;
  const tail = firstBookmark + bookmarkCount(design);
  const objects = { catalog: tail, info: tail + 1, resources: tail + 2, annotations: tail + 3 };
  const structureObjects = { metadata: tail + 4, root: tail + 5, document: tail + 6 };
  let nextObject = tail + 7;

  let nextKey = pages.length;
  for (const form of resources.forms) {
    const key = form.marks ? nextKey : null;
    const number = prefix.add(formObject(form, { resources: objects.resources, key, compression: 'prefix' }));
    if (form.marks) {
      form.marks.form = number;
      nextKey += 1;
    }
  }
  const layers: VariableLayer[] = [];
  for (const [index, { page }] of pages.entries()) {
    const streams = (contents[index] as Content[]).map((content) => {
      if ('object' in content) return content.object;
      layers.push({ object: nextObject, ...content });
      nextObject += 1;
      return nextObject - 1;
    });
    const group = isSpecimen || isTransparent(page, resources) ? pageGroup : '';
    prefix.add(
      `<</Type/Page/Parent ${pagesObject} 0 R/MediaBox[0 0 ${real(page.width)} ${real(page.height)}]` +
        `/Resources ${objects.resources} 0 R/Contents[${streams.map((number) => `${number} 0 R`).join(' ')}]` +
        `${index === fieldPage ? `/Annots ${objects.annotations} 0 R` : ''}/StructParents ${index}/Tabs/S${group}>>`,
    );
  }
  prefix.add(
    `<</Type/Pages/Kids[${pageObjects.map((number) => `${number} 0 R`).join(' ')}]/Count ${pageObjects.length}>>`,
  );

  for (const body of staticNodeBodies(tagger.nodes, structureObjects.document, pageObjects)) prefix.add(body);
  const formOwners = markedForms.map(({ marks }, index) => {
    const owners = prefix.add(`[${ownerReferences(marks?.owners ?? [])}]`);
    return `${pages.length + index} ${owners} 0 R`;
  });
  for (const body of bookmarkObjects(outline, pageObjects, firstBookmark)) prefix.add(body);
  const structure: StructurePlan = {
    roles: outline.roles,
    texts: outline.texts,
    identification,
    isPacked: identification.pdfa?.part !== 1,
    objects: structureObjects,
    pages: pageObjects,
    owners: pageOwners(tagger),
    formOwners: formOwners.join(' '),
    nextKey,
    kids: documentKids(outline.read, nodes.bySource, new Set(varying.map(({ id }) => id))),
    field: { page: fieldPage, appearance },
    catalog: `/OutputIntents[${intent} 0 R]${pages.length > 1 ? `/Outlines ${firstBookmark} 0 R` : ''}`,
  };

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
      start: bytes.length,
      offsets,
      xref: { table: xrefTable(offsets), stream: xrefEntries(offsets) },
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
        ...resources.forms.map((_, index) => `/S${index} ${firstForm + index} 0 R`),
      ].join(''),
      graphicsStates: [...resources.opacities]
        .map(([value, name]) => `/${name}<</ca ${real(value)}/CA ${real(value)}>>`)
        .join(''),
      structure,
    },
  };
}

const emptyForm = '<</Type/XObject/Subtype/Form/BBox[0 0 1 1]/Resources<<>>/Length 0>>\nstream\n\nendstream';

function holdsField(page: DesignPage): boolean {
  return [...printedElements(page.elements)].some((element) => painterOf(element).isField);
}

/** A page is no artifact as a whole. */
type PageContext = PaintContext & { tags: NonNullable<PaintContext['tags']> };

type Content = { object: number } | Omit<VariableLayer, 'object'>;

/** The content streams of a page in order: static ones are written, variable ones get their numbers later. */
function pageContents(
  page: DesignPage,
  index: number,
  layers: readonly Layer[],
  context: PageContext,
  prefix: PrefixWriter,
): Content[] {
  const frame: Frame = { x: 0, y: page.height };
  const background = backgroundOperators(page, frame, context);
  const all = layers[0]?.kind === 'static' ? layers : [{ kind: 'static' as const, elements: [] }, ...layers];
  return all.map((layer, place): Content => {
    if (layer.kind === 'variable') return { elements: layer.elements, page: index, pageHeight: page.height };
    const operators = [
      place === 0 ? background : '',
      ...layer.elements.map((element) => paintElement(element, frame, context)),
    ];
    return contentObject(operators, prefix);
  });
}

function contentObject(operators: readonly string[], prefix: PrefixWriter): { object: number } {
  const written = operators.filter((text) => text !== '').join('\n');
  return { object: prefix.add(streamObject(Buffer.from(`q\n${written}\nQ`, 'latin1'), '', 'prefix')) };
}

/** The background of a page: its colour, and its image, which covers the page and is cropped to its proportions. */
function backgroundOperators(page: DesignPage, frame: Frame, { resources, tags }: PageContext): string {
  const { color, assetId } = page.background;
  const image = assetId === null ? null : resources.image({ kind: 'asset', assetId });
  const operators = [
    color ? `${colorOperands(color)} rg 0 0 ${real(page.width)} ${real(page.height)} re f` : '',
    image ? imageOperators(image, frame, placeImage(page, image, coverStyle)) : '',
  ];
  const painted = operators.filter((text) => text !== '').join('\n');
  return tags.tagger.mark(page.id, 'artifact', painted);
}

/** Whether a page may have transparent content. */
function isTransparent(page: DesignPage, { images }: StaticResources): boolean {
  const elements = [...printedElements(page.elements)];
  const shown = [
    page.background.assetId ?? [],
    elements.flatMap((element) => kindOf(element).assets(element)),
  ];
  return (
    elements.some(({ opacity }) => opacity < 1) ||
    shown.flat().some((assetId) => images.get(assetId)?.isTransparent) ||
    // The image of an image variable may be transparent.
    elements.some((element) => kindOf(element).imageVariables(element).length > 0)
  );
}

/** Adds the output intent (ISO 32000-1, 14.11.5) of sRGB. Returns its object number. */
function addOutputIntent(prefix: PrefixWriter): number {
  const profile = prefix.add(streamObject(srgbProfile(), '/N 3/Alternate/DeviceRGB', 'prefix'));
  return prefix.add(
    `<</Type/OutputIntent/S/GTS_PDFA1/OutputConditionIdentifier(${srgbName})/Info(${srgbName})/DestOutputProfile ${profile} 0 R>>`,
  );
}
