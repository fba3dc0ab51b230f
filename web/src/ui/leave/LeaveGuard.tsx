import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { holdUnsaved } from '../../state/unsaved.ts';
import { Confirm } from '../dialog/Confirm.tsx';

interface Props {
  /** Whether something would be lost. */
  isUnsaved: boolean;
  /** What it is called where a person is asked whether to sign out. */
  name: string;
  title: string;
  text: string;
  act: string;
  keep: string;
}

const nothing = (): Promise<void> => Promise.resolve();

/**
 * Asks before the page is left with something unsaved: by a link, back, a change of organization, sign-out, or by closing
 * the window. When the person stays, nothing is lost.
 */
export function LeaveGuard({ isUnsaved, name, title, text, act, keep }: Props) {
  const hasAgreed = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isUnsaved && !hasAgreed.current && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const ask = (event: BeforeUnloadEvent): void => {
      if (!hasAgreed.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    const end = holdUnsaved({ name, isUnsaved: () => true, flush: nothing, leave: nothing });
    return () => {
      window.removeEventListener('beforeunload', ask);
      end();
    };
  }, [isUnsaved, name]);
  if (blocker.state !== 'blocked') return null;
  return (
    <Confirm
      title={title}
      act={act}
      keep={keep}
      onAct={() => {
        hasAgreed.current = true;
        blocker.proceed();
      }}
      onClose={() => blocker.reset()}
    >
      <p>{text}</p>
    </Confirm>
  );
}
