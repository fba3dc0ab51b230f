import { templatesApi } from '@sello/contracts';
import { assetsOf } from '@sello/design';
import { saveBlob, saveText } from '../../../ui/save/save.ts';
import { currentPage, exportTemplate } from '../../model/index.ts';
import type { EditorSession } from '../../session/session.ts';
import { dataUrlOf } from './read-image.ts';

/** A name that every file system takes. */
function fileName({ document }: EditorSession, ending: string): string {
  const name = document()
    .name.replace(/[\p{Cc}\\/:*?"<>|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 100);
  return `${name || 'template'}.${ending}`;
}

/** Prints the template as the renderer issues it, marked as a specimen. Rejects as calls do. */
export async function printSpecimen(
  session: EditorSession,
  studentId?: string,
  signal?: AbortSignal,
): Promise<Blob> {
  const { name, design } = session.document();
  const bytes = await session.client.call(templatesApi, 'export', {
    body: { ...design, name, ...(studentId && { studentId }) },
    ...(signal && { signal }),
  });
  return new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'application/pdf' });
}

/** Saves the specimen with the values that the page is shown with; samples for the names of variables. */
export async function savePdf(session: EditorSession): Promise<void> {
  const { shown } = session.view.get();
  saveBlob(
    fileName(session, 'pdf'),
    await printSpecimen(session, shown.kind === 'student' ? shown.studentId : undefined),
  );
}

/** Saves the page that is shown. Rejects with RangeError for more dots than a browser can hold. */
export async function savePng(session: EditorSession, dotsPerInch: number): Promise<void> {
  const page = currentPage(session.state);
  const canvas = session.canvas.get();
  if (!canvas) throw new RangeError('there is no canvas');
  const blob = await canvas.toPng(page.id, Math.round((page.width / 72) * dotsPerInch));
  saveBlob(fileName(session, 'png'), blob);
}

/** Saves the template with its pictures. One that is gone is left out. */
export async function saveJson(session: EditorSession): Promise<void> {
  const { name, tags, design } = session.document();
  const images = new Map<string, string>();
  for (const assetId of assetsOf(design)) {
    const blob = await session.images.asset(assetId);
    if (blob) images.set(assetId, await dataUrlOf(blob));
  }
  saveText(fileName(session, 'json'), exportTemplate({ name, tags, design, images }), 'application/json');
}
