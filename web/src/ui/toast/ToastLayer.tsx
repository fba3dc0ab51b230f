import { useStore } from '../../state/useStore.ts';
import { deferred, useDeferred } from '../deferred/deferred.ts';
import { hasToasts } from './queue.ts';

const list = deferred(async () => (await import('./ToastList.tsx')).ToastList);

/** How long it is waited until a list that could not be had is asked for again, ms. */
const againMs = 3_000;

/** The one toast layer. Its list is fetched with the first toast, or before it while nothing else goes on. */
export function ToastLayer() {
  const wanted = useStore(hasToasts);
  const List = useDeferred(list, wanted, againMs);
  return typeof List === 'string' ? null : <List />;
}
