import type { Design } from '@sello/contracts';
import type { PrintedValues } from '@sello/design';
import { samplesOf } from '../samples.ts';
import type { EditorSession } from '../session/session.ts';
import type { ShownWith } from '../session/view-state.ts';

/** What the page is filled with; null for the names of variables. */
export function valuesOf(
  shown: ShownWith,
  design: Design,
  session: Pick<EditorSession, 'tenant'>,
): PrintedValues | null {
  if (shown.kind === 'names') return null;
  return shown.kind === 'sample' ? samplesOf(design, session.tenant) : shown.values;
}
