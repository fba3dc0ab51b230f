import { email } from '@sello/contracts';
import { rowErrorOf } from '../students/import/read-row.ts';
import type { NewBatchItem } from './batches.ts';

/** The row of an e-mail batch with the address of the student's record, or its error. */
export function withAddress(item: NewBatchItem, recorded: string): NewBatchItem {
  const address = email.safeParse(recorded.trim());
  return address.success ? { ...item, email: address.data } : { ...item, error: rowErrorOf('email_invalid') };
}
