import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { holdUnsaved } from '../../state/unsaved.ts';
import { Confirm } from '../dialog/Confirm.tsx';

interface Props {
  /** Whether something would be lost. */
  isUnsaved: boolean;
  /** What it is called where a person is asked whether to sign out. */
  name: string;
  /** Without texts of its own it asks whether to discard the changes. */
  title?: string;
  text?: string;
  act?: string;
  keep?: string;
}

const nothing = (): Promise<void> => Promise.resolve();

/**
 * Asks before the page is left with something unsaved: by a link, back, a change of organization, sign-out, or by closing
 * the window. When the person stays, nothing is lost.
 */
export function LeaveGuard({ isUnsaved, name, title, text, act, keep }: Props) {
  const { t } = useTranslation();
  const hasAgreed = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isUnsaved &&
      !hasAgreed.current &&
      (currentLocation.pathname !== nextLocation.pathname || currentLocation.search !== nextLocation.search),
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
      title={title ?? t('common.unsaved.title')}
      act={act ?? t('common.unsaved.discard')}
      keep={keep ?? t('common.unsaved.keep')}
      keepsHistory
      onAct={() => {
        hasAgreed.current = true;
        blocker.proceed();
      }}
      onClose={() => blocker.reset()}
    >
      <p>{text ?? t('common.unsaved.text')}</p>
    </Confirm>
  );
}
