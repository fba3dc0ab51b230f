import {
  type Design,
  designLimits,
  designVersion,
  longestTemplateFile,
  nameText,
  templateFile,
} from '@sello/contracts';
import { assetsOf, type DesignProblem, type FontRequest, kindOf, parseDesign } from '@sello/design';
import type { ParseKeys } from 'i18next';
import { type Refusal, refusalOfRead } from '../limits.ts';
import { indexOf, mapElements } from '../tree.ts';
import { parseBounded } from './bounded-json.ts';
import { isFabricPage, mapFabricPages } from './fabric-pages.ts';
import type { ImportedImage, ImportNote } from './imported.ts';

const mostTags = 50;

export interface ImportedTemplate {
  /** Empty when the file has none. */
  name: string;
  tags: string[];
  design: Design;
  /** Pictures of the file: the design names them by these ids until they are uploaded, see `withAssets`. */
  images: ImportedImage[];
  /** What could not be taken over as it was. */
  notes: ImportNote[];
  /** Font families that the design asks for; one that does not exist here has to be replaced. */
  families: string[];
}

export type ImportResult = { ok: true; template: ImportedTemplate } | ({ ok: false } & Refusal);

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A name that the server takes; empty when there is none. */
function nameOf(value: unknown, longest: number): string {
  const read = nameText(longest).safeParse(typeof value === 'string' ? value.trim().slice(0, longest) : '');
  return read.success ? read.data : '';
}

const failed = (key: ParseKeys, problems: readonly DesignProblem[] = []): ImportResult => ({
  ...{ ok: false, key, problems },
  values: {
    max: String(designLimits.json),
    problem: [problems[0]?.path, problems[0]?.message].filter(Boolean).join(': '),
  },
});

const dataUrl = /^data:image\/(?:png|jpeg|webp|svg\+xml);base64,[A-Za-z0-9+/=\s]+$/;

/** The pictures of an exported file: data URLs by the asset ids that its design names. */
function imagesOf(value: unknown): ImportedImage[] {
  if (!isFields(value)) return [];
  return Object.entries(value).flatMap(([assetId, url]) =>
    /^[A-Za-z0-9_-]{1,64}$/.test(assetId) && typeof url === 'string' && dataUrl.test(url)
      ? [{ assetId, dataUrl: url }]
      : [],
  );
}

/** The design that a file means: our own of any version, a template of the API, or pages of fabric objects. */
function designIn(fields: Fields): { design: unknown; images: ImportedImage[]; notes: ImportNote[] } | null {
  const { pages } = fields;
  if (!Array.isArray(pages) || pages.length === 0 || !pages.every(isFields)) return null;
  if (pages.every(isFabricPage)) return mapFabricPages(pages.slice(0, designLimits.pages), fields);
  if (!pages.every((page) => Array.isArray(page.elements))) return null;
  const names = [
    'version',
    'renderingVersion',
    'locale',
    'dateStyle',
    'timeZone',
    'pages',
    'variables',
  ] as const;
  const known = names.filter((name) => Object.hasOwn(fields, name)).map((name) => [name, fields[name]]);
  return { design: { version: designVersion, ...Object.fromEntries(known) }, images: [], notes: [] };
}

/** What the schema cannot say about elements, such as path data that no renderer reads. */
function elementProblems(design: Design): DesignProblem[] {
  return design.pages
    .flatMap((page) => [...indexOf(page.elements).values()])
    .flatMap(({ element }) =>
      kindOf(element)
        .problems(element)
        .map((problem) => ({ path: element.id, message: String(problem) })),
    )
    .slice(0, 20);
}

function familiesOf(design: Design): string[] {
  const requests = design.pages.flatMap((page) =>
    [...indexOf(page.elements).values()].flatMap(({ element }): readonly FontRequest[] =>
      kindOf(element).fonts(element),
    ),
  );
  return [...new Set(requests.map(({ family }) => family))];
}

/**
 * Reads a template from the text of a JSON file: what `exportTemplate` writes, a design of any version, a template as the
 * API answers it, or pages of fabric objects. Within bounds of memory, depth and time, whatever the file holds.
 */
export function importTemplate(json: string): ImportResult {
  const parsed = parseBounded(json.replace(/^\ufeff/, ''), longestTemplateFile);
  if (!parsed.ok)
    return failed(parsed.problem === 'invalid' ? 'editor.import.invalidJson' : 'editor.import.tooLarge');
  if (!isFields(parsed.value)) return failed('editor.import.notTemplate');
  const file = parsed.value;
  const isOurs = file.sello === templateFile.sello;
  if (isOurs && file.version !== templateFile.version) return failed('editor.import.notTemplate');
  const fields = isOurs ? file.template : file;
  const found = isFields(fields) ? designIn(fields) : null;
  if (!found) return failed('editor.import.notTemplate');
  const read = parseDesign(found.design);
  if (!read.ok) {
    const refusal = refusalOfRead(found.design, read);
    if (refusal.key === 'editor.refusals.invalid')
      return failed('editor.import.invalidDesign', refusal.problems);
    return { ok: false, ...refusal };
  }
  const wrong = elementProblems(read.design);
  if (wrong.length > 0) return failed('editor.import.invalidDesign', wrong);
  const { tags } = file;
  const { design } = read;
  const named = new Set(assetsOf(design));
  return {
    ok: true,
    template: {
      name: nameOf(file.name, 200),
      tags: (Array.isArray(tags) ? tags : []).slice(0, mostTags).flatMap((tag) => nameOf(tag, 60) || []),
      design,
      images: [...found.images, ...imagesOf(file.images)].filter(({ assetId }) => named.has(assetId)),
      notes: found.notes,
      families: familiesOf(design),
    },
  };
}

export interface ExportedTemplate {
  name: string;
  tags: readonly string[];
  design: Design;
  /** Data URLs of the design's pictures by their asset ids, so that another organization can use it. */
  images: ReadonlyMap<string, string>;
}

/**
 * A template as a JSON file: `{ sello: 'template', version: 1, name, tags, template, images }`, where `template` is the
 * design and `images` are data URLs by asset id.
 */
export function exportTemplate({ name, tags, design, images }: ExportedTemplate): string {
  const file = {
    ...templateFile,
    name,
    tags,
    template: design,
    images: Object.fromEntries(images),
  };
  return JSON.stringify(file, null, 1);
}

/**
 * The design with other asset ids, as after an upload. An image whose id has no new one keeps it; one whose new id is null
 * is removed.
 */
export function withAssets(design: Design, ids: ReadonlyMap<string, string | null>): Design {
  const pages = design.pages.map((page) => {
    const elements = mapElements(page.elements, (element) => {
      if (!('source' in element) || !('assetId' in element.source)) return element;
      const id = ids.get(element.source.assetId);
      if (id === undefined) return element;
      return id === null ? [] : { ...element, source: { kind: 'asset', assetId: id } };
    });
    const { assetId } = page.background;
    const ground = assetId === null ? undefined : ids.get(assetId);
    const background = ground === undefined ? page.background : { ...page.background, assetId: ground };
    return elements === page.elements && background === page.background
      ? page
      : { ...page, elements, background };
  });
  return { ...design, pages };
}
