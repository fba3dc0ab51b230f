import { memory } from '../state/memory.ts';
import { createStore } from '../state/store.ts';
import { emptyTray, type TrayState } from './tray.ts';

export const tray = createStore<TrayState>(emptyTray(null));

const openKey = 'sello.tray';

/** On a phone the tray takes half of the window. */
const isNarrow = (): boolean => globalThis.matchMedia?.('(max-width: 768px)').matches ?? false;

/** Whether the tray is open; stored, so that a reload keeps it, except on a phone, where it starts closed. */
export const trayOpen = createStore<boolean>(memory.read(openKey) === 'open' && !isNarrow());

export function setTrayOpen(open: boolean): void {
  memory.write(openKey, open ? 'open' : null);
  trayOpen.set(open);
}
