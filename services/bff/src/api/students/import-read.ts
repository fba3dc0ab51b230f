import type { studentImportsApi } from '@sello/contracts';
import type { Handler } from '../../http/implement.ts';

export const importRead: Handler<(typeof studentImportsApi.calls)['import-read']> = (
  { tenantId, body: { importId, ...options }, report, left },
  { studentImports },
) => studentImports.read({ tenantId, importId }, options, { onProgress: report, signal: left });
