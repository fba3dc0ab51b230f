import { memory } from './memory.ts';
import { createStore } from './store.ts';

const activeTenantKey = 'activeTenantId';

/** The active tenant of this window. Stored for the next visit; another window can have its own. */
export const activeTenant = createStore<string | null>(memory.read(activeTenantKey));

export function setActiveTenant(id: string | null): void {
  memory.write(activeTenantKey, id);
  activeTenant.set(id);
}
