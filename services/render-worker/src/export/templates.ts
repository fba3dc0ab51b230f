import { type Design, fileNameText, longestTemplateFile, templateFile } from '@sello/contracts';
import { assetsOf, currentDesign } from '@sello/design';
import { isAppError } from '@sello/kit';
import { type AssetRecord, catalogTenantId, type RevisionRecord, type TemplateRecord } from '@sello/store';
import { pictureKeyOf } from '../object-keys.ts';
import { type Entries, type ExportContext, emailsOf, inPages, pagesOf, perPage } from './context.ts';
import { csvEntry } from './csv-entry.ts';
import { bytesEntry, jsonEntry } from './json-entry.ts';

/** Pictures beyond it are in the folder `pictures` alone: a longer file could not be imported. */
const longestPictures = longestTemplateFile - 4_000_000;

/** Each template as the file that the editor exports and imports. */
export async function* templates(context: ExportContext): Entries {
  const { store, tenant } = context;
  for await (const page of pagesOf((query) => store.templates.list(tenant._id, query))) {
    for (const { _id } of page) {
      const template = await store.templates.get(tenant._id, _id);
      // Deleted meanwhile.
      if (template === null) continue;
      const name = `templates/${fileNameText(template.name, 'template', 80)} ${_id}.json`;
      yield { name, modifiedAt: template.updatedAt, stream: templateJson(context, template) };
    }
  }
}

/**
 * Every stored version, each as a file that the editor imports: those that certificates were printed from, also of deleted
 * templates, and the history. Their images are in the folder `pictures` alone, because many versions have the same ones.
 */
export async function* revisions(context: ExportContext): Entries {
  const { store, tenant, startedAt } = context;
  const fileOf = ({ _id, name }: Pick<RevisionRecord, '_id' | 'name'>) =>
    `revisions/${fileNameText(name, 'template', 80)} ${_id}.json`;
  for await (const revision of store.revisions.each(tenant._id)) {
    const template = currentDesign(revision.design);
    const file = { ...templateFile, name: revision.name, tags: [], template, images: {} };
    yield jsonEntry(fileOf(revision), revision.createdAt, file);
  }
  async function* rows() {
    for await (const page of inPages(store.revisions.each(tenant._id))) {
      const emailOf = await emailsOf(
        context,
        page.map(({ createdBy }) => createdBy),
      );
      yield page.map((one) => [
        ...[one._id, one.templateId, fileOf(one), one.name, one.label, one.reason ?? 'batch'],
        ...[one.createdAt, one.frozenAt, emailOf.get(one.createdBy)],
      ]);
    }
  }
  const columns = ['revisionId', 'templateId', 'file', 'name', 'label', 'reason'];
  const added = ['createdAt', 'frozenAt', 'createdBy'];
  yield csvEntry('revisions/index.csv', startedAt, [...columns, ...added], rows());
}

/** Picture by picture, so that one of them at a time is in memory. */
async function* templateJson(
  context: ExportContext,
  { name, tags, design: stored }: TemplateRecord,
): AsyncGenerator<Uint8Array> {
  const design: Design = currentDesign(stored);
  const { images: _, ...head } = { ...templateFile, name, tags, template: design, images: {} };
  yield Buffer.from(`${JSON.stringify(head).slice(0, -1)},"images":{`);
  let length = 0;
  let between = '';
  for (const assetId of assetsOf(design)) {
    const asset = await findAsset(context, assetId);
    // Data URLs are a third longer.
    if (asset === null || length + (asset.size * 4) / 3 > longestPictures) continue;
    // Of a page of a PDF its picture, as in a file that the editor exports.
    const { key, mediaType } = asset.pictureKey ? { key: asset.pictureKey, mediaType: 'image/png' } : asset;
    const bytes = await readObject(context, key);
    if (bytes === undefined) continue;
    const url = `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}`;
    length += url.length;
    yield Buffer.from(`${between}${JSON.stringify(assetId)}:${JSON.stringify(url)}`);
    between = ',';
  }
  yield Buffer.from('}}\n');
}

async function findAsset({ store, tenant }: ExportContext, assetId: string): Promise<AssetRecord | null> {
  return (await store.assets.get(tenant._id, assetId)) ?? (await store.assets.get(catalogTenantId, assetId));
}

async function readObject({ blobs, onMissing }: ExportContext, key: string): Promise<Uint8Array | undefined> {
  try {
    return await blobs.read(key);
  } catch (error) {
    if (!isAppError(error, 'object_missing')) throw error;
    onMissing();
    return undefined;
  }
}

const endings: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
};

/** The logo, the signatures, the images of templates and students with an index, and the organization's own fonts. */
export async function* pictures(context: ExportContext): Entries {
  const { store, tenant, startedAt } = context;
  const logoKey = pictureKeyOf(tenant.logoUrl);
  const logo = logoKey && (await readObject(context, logoKey));
  if (logoKey && logo)
    yield bytesEntry(`pictures/logo${logoKey.slice(logoKey.lastIndexOf('.'))}`, startedAt, logo);

  const signed = (tenant.signatories ?? []).flatMap(({ signature }) => signature ?? []);
  const signatures = await store.assets.getMany(tenant._id, signed);
  async function* read() {
    const listed = signatures.filter(({ use }) => use === 'signature');
    if (listed.length > 0) yield listed;
    yield* pagesOf((query) => store.assets.list(tenant._id, { ...query, withPhotos: true }), perPage);
  }
  const fileOf = ({ _id, mediaType }: AssetRecord) => `pictures/${_id}.${endings[mediaType] ?? 'bin'}`;
  for await (const page of read()) {
    for (const asset of page) {
      const bytes = await readObject(context, asset.key);
      if (bytes) yield bytesEntry(fileOf(asset), asset.createdAt, bytes);
    }
  }
  async function* rows() {
    for await (const page of read())
      yield page.map((one) => [one._id, fileOf(one), one.fileName, one.mediaType, one.size, one.createdAt]);
  }
  const columns = ['pictureId', 'file', 'fileName', 'mediaType', 'size', 'createdAt'];
  yield csvEntry('pictures/index.csv', startedAt, columns, rows());

  for (const { family, weight, italic, key, _id, createdAt } of await store.fonts.list(tenant._id)) {
    const bytes = await readObject(context, key);
    const style = `${weight}${italic ? ' italic' : ''}`;
    const name = `fonts/${fileNameText(`${family} ${style}`, 'font', 80)} ${_id}.ttf`;
    if (bytes) yield bytesEntry(name, createdAt, bytes);
  }
}
