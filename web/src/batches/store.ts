import { memory } from '../state/memory.ts';
import { createStore } from '../state/store.ts';
import { emptyTray, type TrayState } from './tray.ts';

export const tray = createStore<TrayState>(emptyTray(null));

const openKey = 'sello.tray';

/** Whether the tray is open; stored, so that a reload keeps it. */
export const trayOpen = createStore<boolean>(memory.read(openKey) === 'open');

export function setTrayOpen(open: boolean): void {
  memory.write(openKey, open ? 'open' : null);
  trayOpen.set(open);
}
