import type { studentImportsApi } from '@sello/contracts';
import type { Handler } from '../../http/implement.ts';

export const importPreview: Handler<(typeof studentImportsApi.calls)['import-preview']> = (
  { tenantId, query: { importId, show, cursor } },
  { studentImports },
) => studentImports.preview({ tenantId, importId }, show, cursor);
