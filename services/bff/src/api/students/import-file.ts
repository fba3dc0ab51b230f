import type { studentImportsApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';

const newest = 20;

/** Keeps the file. If an import of the same file was stopped and not continued, this one continues it. */
export const importFile: Handler<(typeof studentImportsApi.calls)['import-file']> = async (
  { tenantId, file, operationId: importId },
  { store, studentImports },
) => {
  if (file === undefined || file.size === 0) throw new AppError('csv_empty');
  const query = { kinds: ['import' as const], running: false, limit: newest };
  const ended = (await store.batches.list(tenantId, query)).items;
  const last = ended.find(({ source }) => source?.sha256 === file.sha256);
  const stopped = last?.state === 'cancelled' ? last : undefined;
  const origin = stopped?.source?.origin ?? importId;
  await studentImports.keep({ tenantId, importId }, file, {
    origin,
    ...(stopped && { continues: stopped._id }),
  });
  const other =
    ended[0]?.state === 'cancelled' && isSameName(ended[0].title, file.fileName) ? ended[0] : undefined;
  return {
    ...{ importId, fileName: file.fileName, size: file.size },
    ...(stopped && { stopped: { batchId: stopped._id, done: stopped.done, total: stopped.total } }),
    ...(!stopped && other && { other: { fileName: other.title } }),
  };
};

/** Also when the browser that saved the second one has numbered it. */
function isSameName(one: string, other: string): boolean {
  const plain = (name: string): string => name.replace(/ ?\(\d+\)(?=\.[^.]+$)/, '').toLowerCase();
  return plain(one) === plain(other);
}
