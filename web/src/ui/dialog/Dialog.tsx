import { deferred, useDeferred } from '../deferred/deferred.ts';
import { Fetching } from './Fetching.tsx';
import type { DialogProps } from './props.ts';

const sheet = deferred(async () => (await import('./Sheet.tsx')).Sheet);

/** A sheet laid on the page. What keeps the focus in it is fetched while the first screen is looked at. */
export function Dialog(props: DialogProps) {
  const Sheet = useDeferred(sheet);
  if (typeof Sheet === 'string') return <Fetching part={sheet} onClose={props.onClose} />;
  return <Sheet {...props} />;
}
