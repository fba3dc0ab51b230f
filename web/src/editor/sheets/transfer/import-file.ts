import {
  assetsApi,
  type Design,
  type DesignPage,
  designPage,
  limits,
  type PdfImportProgress,
} from '@sello/contracts';
import { assetsOf } from '@sello/design';
import type { TFunction } from 'i18next';
import { ApiError } from '../../../api/index.ts';
import { causeOf } from '../../../errors/describe.ts';
import { kindBytes, kindOfFile } from '../../file-kind.ts';
import {
  closestFamily,
  importTemplate,
  newId,
  noteText,
  refusalText,
  withAssets,
} from '../../model/index.ts';
import type { EditorSession } from '../../session/session.ts';
import { fileOfDataUrl, pageOfPicture } from './read-image.ts';

/** What a file holds for this template, with what could not be taken over, in sentences. */
export type FileContent =
  | {
      kind: 'template';
      name: string;
      tags: string[];
      design: Design;
      notes: string[];
      /** Families that are not here, with the closest one that is; the design still names the former. */
      fonts: readonly { family: string; closest: string }[];
    }
  | { kind: 'pages'; pages: DesignPage[]; notes: string[] };

export type FileRead = { ok: true; content: FileContent } | { ok: false; reason: string };

const shelfOf = ({ kind }: EditorSession) => (kind === 'catalog' ? 'catalog' : 'organization');
const failed = (reason: string): FileRead => ({ ok: false, reason });

const pageWith = (size: { width: number; height: number }, assetId: string): DesignPage =>
  designPage.parse({ id: newId(), ...size, background: { color: '#ffffff', assetId }, elements: [] });

export interface Reading {
  session: EditorSession;
  t: TFunction;
  /** Aborted when the person does not want the file any more. */
  signal: AbortSignal;
  /** Called before each page of a PDF is read. */
  onPage(progress: PdfImportProgress): void;
}

/**
 * Reads a template (JSON), a PDF, or a picture as a page. Pictures and pages are uploaded, and the template is not changed.
 * Rejects only when it is aborted.
 */
export async function readFile(file: File, reading: Reading): Promise<FileRead> {
  try {
    const start = new Uint8Array(await file.slice(0, kindBytes).arrayBuffer());
    switch (kindOfFile(start, file.name)) {
      case 'pdf':
        return await readPdf(file, reading);
      case 'image':
        return await readPicture(file, reading);
      case 'json':
        return await readJson(utf8Of(await file.slice().arrayBuffer()), reading);
      case null:
        return failed(reading.t('editorSheets.transfer.otherKind'));
    }
  } catch (error) {
    reading.signal.throwIfAborted();
    return failed(causeOf(error, reading.t));
  }
}

/** JSON is UTF-8 (RFC 8259, 8.1). What is not would lose letters in its texts: it is no JSON, as an empty text is none. */
function utf8Of(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return '';
  }
}

async function readPicture(file: File, { session, t, signal }: Reading): Promise<FileRead> {
  if (file.size > limits.imageUpload) {
    return failed(t('errors.upload_image_large', { max: limits.imageUpload / 1024 / 1024 }));
  }
  const asset = await session.client.call(assetsApi, 'upload', {
    ...{ file, signal, body: { use: 'image', shelf: shelfOf(session) } },
  });
  const { width = 0, height = 0 } = asset;
  const pages = [pageWith(pageOfPicture({ width, height }), asset._id)];
  return { ok: true, content: { kind: 'pages', pages, notes: [] } };
}

async function readPdf(file: File, { session, t, signal, onPage }: Reading): Promise<FileRead> {
  if (file.size > limits.pdfUpload) {
    return failed(t('errors.upload_pdf_large', { max: limits.pdfUpload / 1024 / 1024 }));
  }
  const { pages, notes } = await session.client.call(assetsApi, 'import-pdf', {
    ...{ file, signal, body: { shelf: shelfOf(session) }, onProgress: onPage },
  });
  const said = notes.map(({ kind, count, names = [] }) =>
    t(`editorSheets.transfer.pdfNotes.${kind}`, { count, number: count, fonts: names.join(', ') }),
  );
  if (pages.length === 0) return failed(said.join(' ') || t('editorSheets.transfer.noPages'));
  const made = pages.map(({ assetId, width, height }) => pageWith({ width, height }, assetId));
  return { ok: true, content: { kind: 'pages', pages: made, notes: said } };
}

async function readJson(text: string, { session, t, signal }: Reading): Promise<FileRead> {
  const read = importTemplate(text);
  if (!read.ok) return failed(refusalText(read, t));
  const { name, tags, design, images, notes, families } = read.template;
  const said = new Set(
    notes.map((note) => t('editorSheets.transfer.note', { page: note.page, note: noteText(note, t) })),
  );
  const ids = new Map<string, string | null>();
  const inFile = new Set(images.map(({ assetId }) => assetId));
  for (const assetId of assetsOf(design)) {
    if (inFile.has(assetId) || (await isHere(assetId, session, signal))) continue;
    said.add(t('editorSheets.transfer.pictureLost'));
    ids.set(assetId, null);
  }
  for (const { assetId, dataUrl } of images) {
    const id = await uploadPicture(fileOfDataUrl(dataUrl, assetId), session, signal);
    if (id === null) said.add(t('editorSheets.transfer.pictureLost'));
    ids.set(assetId, id);
  }
  const here = familiesHere(session);
  // A pack that was not fetched yet may be named, too.
  const named = new Set([...here, ...session.fonts.list.packs.map((pack) => pack.name)]);
  const fonts = families
    .filter((family) => !named.has(family))
    .map((family) => ({ family, closest: closestFamily(family, here) }));
  const content = { name, tags, design: withAssets(design, ids), notes: [...said], fonts };
  return { ok: true, content: { kind: 'template', ...content } };
}

/** The families that what is edited may be set in. */
export const familiesHere = ({ fonts }: EditorSession): string[] => [
  ...new Set(fonts.list.families.map(({ family }) => family)),
];

/** Whether a picture that the file does not hold is one of this organization or of the catalog. */
async function isHere(assetId: string, session: EditorSession, signal: AbortSignal): Promise<boolean> {
  try {
    // An entry of the catalog shows images of the catalog alone: those that are found without an organization.
    const options = { query: { id: assetId }, signal, ...(session.kind === 'catalog' && { tenantId: null }) };
    await session.client.call(assetsApi, 'file', options);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) return false;
    throw error;
  }
}

/** The id of an uploaded picture; null when the server refuses it. Rejects when it cannot be reached. */
async function uploadPicture(
  file: File,
  session: EditorSession,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    const body = { use: 'image', shelf: shelfOf(session) } as const;
    return (await session.client.call(assetsApi, 'upload', { file, body, signal }))._id;
  } catch (error) {
    if (error instanceof ApiError && (error.status === 400 || error.status === 413)) return null;
    throw error;
  }
}
