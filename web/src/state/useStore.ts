import { useSyncExternalStore } from 'react';
import type { Store } from './store.ts';

export function useStore<Value>(store: Store<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.get, store.get);
}
