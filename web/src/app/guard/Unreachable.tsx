import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lastAnswer, NETWORK_ERROR } from '../../api/index.ts';
import { useFormat } from '../../i18n/format.ts';
import { useStore } from '../../state/useStore.ts';
import { Button } from '../../ui/button/Button.tsx';
import { type Fact, Facts } from '../../ui/facts/Facts.tsx';
import { PageTitle } from '../../ui/title/PageTitle.tsx';

/** Backoff in seconds: doubles with each attempt, at most 60. */
function pauseBefore(attempt: number): number {
  return Math.min(60, 5 * 2 ** (attempt - 1));
}

/** Shown while the server does not answer. The session is kept; the request is retried with backoff and on click. */
export function Unreachable({ onRetry, code = NETWORK_ERROR }: { onRetry: () => void; code?: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const answered = useStore(lastAnswer);
  const [attempt, setAttempt] = useState(1);
  const [left, setLeft] = useState(pauseBefore(1));
  useEffect(() => {
    const timer = setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), 1000);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (left > 0) return;
    setAttempt(attempt + 1);
    setLeft(pauseBefore(attempt + 1));
    onRetry();
  }, [left, attempt, onRetry]);
  const facts: Fact[] = [
    { term: t('errors.nextAttempt'), value: t('errors.nextAttemptIn', { count: left }) },
    { term: t('errors.code'), value: code },
  ];
  if (answered) facts.unshift({ term: t('errors.lastAnswer'), value: format.time(new Date(answered)) });
  return (
    <main className="wrap wrap--app denied num">
      <PageTitle>{t('errors.unreachable')}</PageTitle>
      <div role="alert">
        <h1>{t('errors.unreachable')}</h1>
      </div>
      <p className="lead">{t('errors.unreachableText')}</p>
      <Facts facts={facts} />
      <div className="form-acts">
        <Button icon="retry" onClick={onRetry}>
          {t('errors.tryNow')}
        </Button>
      </div>
    </main>
  );
}
