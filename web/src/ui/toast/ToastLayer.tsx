import { useStore } from '../../state/useStore.ts';
import { deferred, useDeferred } from '../deferred/deferred.ts';
import { hasToasts } from './queue.ts';

const list = deferred(async () => (await import('./ToastList.tsx')).ToastList);

/** Delay before a failed load of the toast list is retried, ms. */
const retryMs = 3_000;

/** The toast layer. Its list is loaded with the first toast, or earlier while the page is idle. */
export function ToastLayer() {
  const wanted = useStore(hasToasts);
  const List = useDeferred(list, wanted, retryMs);
  return typeof List === 'string' ? null : <List />;
}
