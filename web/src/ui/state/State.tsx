import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/client.ts';
import { causeOf, describeError } from '../../errors/describe.ts';
import { Button } from '../button/Button.tsx';

interface EmptyProps {
  title: string;
  children?: ReactNode;
  acts?: ReactNode;
  /** It is all that the page says, so its title is the page's heading. */
  isPage?: boolean;
}

/** The empty state: says what to do, left-aligned, without an illustration. */
export function Empty({ title, children, acts, isPage = false }: EmptyProps) {
  const Heading = isPage ? 'h1' : 'h2';
  return (
    <div className="empty">
      <Heading>{title}</Heading>
      {children ? <p>{children}</p> : null}
      {acts ? <div className="row">{acts}</div> : null}
    </div>
  );
}

interface BrokenProps {
  title?: string;
  error: unknown;
  onRetry?: () => void;
  /** Other ways on. */
  acts?: ReactNode;
  /** It is all that the page says, so its title is the page's heading. */
  isPage?: boolean;
}

/** The error state: what failed, why, a retry button, and the request's id for the logs. */
export function Broken({ title, error, onRetry, acts, isPage = false }: BrokenProps) {
  const { t } = useTranslation();
  const Heading = isPage ? 'h1' : 'h2';
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  return (
    <div className="empty" role="alert">
      <Heading>{title ?? describeError(error, t).title}</Heading>
      <p>{causeOf(error, t)}</p>
      <div className="row">
        {onRetry ? (
          <Button icon="retry" onClick={onRetry}>
            {t('common.tryAgain')}
          </Button>
        ) : null}
        {acts}
        {requestId ? <span className="small faint num">{t('common.request', { id: requestId })}</span> : null}
      </div>
    </div>
  );
}
