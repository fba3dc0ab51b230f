import type { Batch, BatchItem } from '@sello/contracts';
import type { TFunction } from 'i18next';
import { textOfCode } from '../../errors/describe.ts';

/** Why a row failed, translated; the message of another server (such as a mail server) follows as it is. */
export function failureOf(item: BatchItem, t: TFunction): string {
  if (!item.error) return item.state === 'failed' ? t('errors.unexpected') : '';
  const said = item.error.details?.said ?? item.error.details?.response;
  const text = textOfCode(item.error.code, item.error.details, t);
  return typeof said === 'string' && said ? `${text} (${said})` : text;
}

/** How many of an ended batch's failed rows are what. */
export interface FailedCounts {
  /** E-mails that may have arrived: they are sent again by themselves, after a question. */
  unknown: number;
  /** The others: of e-mails those that certainly did not arrive. */
  lost: number;
  /** Of those: until somebody corrects their cause. */
  permanent: number;
  /** Of those: what a retry repeats. */
  repeatable: number;
}

export function failedCounts({ failed, unknown = 0, permanent = 0 }: Batch): FailedCounts {
  const lost = failed - unknown;
  return { unknown, lost, permanent, repeatable: lost - permanent };
}
