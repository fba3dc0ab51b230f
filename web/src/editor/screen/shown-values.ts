import { type Design, specimenCertId, verifyUrl } from '@sello/contracts';
import { type PrintedValues, sampleValues } from '@sello/design';
import type { EditorSession } from '../session/session.ts';
import type { ShownWith } from '../session/view-state.ts';

/** Samples of every variable of a design; the link is as long as a real one and leads nowhere. */
function samplesOf(design: Design, { tenant }: Pick<EditorSession, 'tenant'>): PrintedValues {
  return sampleValues(design, tenant, verifyUrl(specimenCertId, globalThis.location?.origin));
}

/** What the page is filled with; null for the names of variables. */
export function valuesOf(
  shown: ShownWith,
  design: Design,
  session: Pick<EditorSession, 'tenant'>,
): PrintedValues | null {
  if (shown.kind === 'names') return null;
  return shown.kind === 'sample' ? samplesOf(design, session) : shown.values;
}
