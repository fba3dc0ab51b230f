import { deferDialog } from './deferDialog.tsx';
import type { DialogProps } from './props.ts';

/** A modal dialog. Its implementation (react-aria) is loaded while the page is idle. */
export const Dialog = deferDialog<DialogProps>(async () => (await import('./Sheet.tsx')).Sheet);
