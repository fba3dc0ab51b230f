import type { BatchItem } from '@sello/contracts';
import type { TFunction } from 'i18next';
import { textOfCode } from '../../errors/describe.ts';

/** Why a row failed, translated; the message of another server (such as a mail server) follows as it is. */
export function failureOf(item: BatchItem, t: TFunction): string {
  if (!item.error) return item.state === 'failed' ? t('errors.unexpected') : '';
  const said = item.error.details?.said ?? item.error.details?.response;
  const text = textOfCode(item.error.code, item.error.details, t);
  return typeof said === 'string' && said ? `${text} (${said})` : text;
}
