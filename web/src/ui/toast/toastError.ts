import type { TFunction } from 'i18next';
import { describeError } from '../../errors/describe.ts';
import { toast } from './queue.ts';

/** Shows a failed call as a toast: what did not happen, and why. */
export function toastError(error: unknown, t: TFunction, title?: string): void {
  const described = describeError(error, t);
  toast({ tone: 'bad', title: title ?? described.title, text: described.cause });
}
