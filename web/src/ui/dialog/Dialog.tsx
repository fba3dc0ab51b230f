import { deferDialog } from './deferDialog.tsx';
import type { DialogProps } from './props.ts';

/** A sheet laid on the page. What keeps the focus in it is fetched while the first screen is looked at. */
export const Dialog = deferDialog<DialogProps>(async () => (await import('./Sheet.tsx')).Sheet);
