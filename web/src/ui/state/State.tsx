import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/client.ts';
import { causeOf, describeError } from '../../errors/describe.ts';
import { Button } from '../button/Button.tsx';

/** The empty state: says what to do, left-aligned, without an illustration. */
export function Empty({ title, children, acts }: { title: string; children?: ReactNode; acts?: ReactNode }) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children ? <p>{children}</p> : null}
      {acts ? <div className="row">{acts}</div> : null}
    </div>
  );
}

/** The error state: what failed, why, a retry button, and the request's id for the logs. */
export function Broken({ title, error, onRetry }: { title?: string; error: unknown; onRetry?: () => void }) {
  const { t } = useTranslation();
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  return (
    <div className="empty" role="alert">
      <h2>{title ?? describeError(error, t).title}</h2>
      <p>{causeOf(error, t)}</p>
      <div className="row">
        {onRetry ? (
          <Button icon="retry" onClick={onRetry}>
            {t('common.tryAgain')}
          </Button>
        ) : null}
        {requestId ? <span className="small faint num">{t('common.request', { id: requestId })}</span> : null}
      </div>
    </div>
  );
}
