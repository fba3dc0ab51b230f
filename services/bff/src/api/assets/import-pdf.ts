import type { assetsApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';
import { tenantOfShelf } from './shelf.ts';

export const importPdf: Handler<(typeof assetsApi.calls)['import-pdf']> = async (
  call,
  { pdfImports, audit },
) => {
  const owner = tenantOfShelf(call.body.shelf, call);
  const { file } = call;
  if (file === undefined || file.size === 0) throw new AppError('file_missing');
  const imported = await pdfImports.run(owner, await file.read(), {
    onProgress: call.report,
    signal: call.left,
  });
  const details = { file: file.fileName, pages: imported.pages.length };
  await audit.note(owner, call.person, { action: 'assets.import-pdf', details });
  return imported;
};
