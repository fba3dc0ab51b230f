import type { fontsApi } from '@sello/contracts';
import type { Handler } from '../../http/implement.ts';

export const file: Handler<(typeof fontsApi.calls)['file']> = ({ tenantId, query }, { fonts }) =>
  fonts.file(tenantId, query.sha256);
