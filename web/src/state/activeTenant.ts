import { memory } from './memory.ts';
import { createStore } from './store.ts';

const activeTenantKey = 'activeTenantId';

/** The tenant this window works in. Kept in local storage for the next visit; another window keeps its own. */
export const activeTenant = createStore<string | null>(memory.read(activeTenantKey));

export function setActiveTenant(id: string | null): void {
  memory.write(activeTenantKey, id);
  activeTenant.set(id);
}
