import type { ComponentType } from 'react';
import { deferred, useDeferred } from '../deferred/deferred.ts';
import { Fetching } from './Fetching.tsx';

/** A dialog whose code is loaded while the page is idle, or when it is opened. */
export function deferDialog<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props & { onClose: () => void }> {
  const part = deferred(load);
  return function DeferredDialog(props) {
    const Dialog = useDeferred(part);
    if (typeof Dialog === 'string') return <Fetching part={part} onClose={props.onClose} />;
    return <Dialog {...props} />;
  };
}
