import { tenantsApi } from '@sello/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reading } from '../../../api/reading.ts';
import { useFormat } from '../../../i18n/format.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Skeleton } from '../../../ui/skeleton/Skeleton.tsx';
import { Broken } from '../../../ui/state/State.tsx';
import { useReason } from './useReason.ts';

/** Answers that are shown at first. */
const shortest = 8;

/** What the name servers answered, newest first. */
export function DnsAnswers({ tenantId }: { tenantId: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const reasonOf = useReason();
  const [isWhole, setWhole] = useState(false);
  const kept = useQuery(reading(tenantsApi, 'domain-answers', { query: { tenantId } }));
  const lines = (kept.data ?? [])
    .flatMap(({ type, name, answers = [] }) => answers.map((answer) => ({ ...answer, type, name })))
    .toSorted((a, b) => b.at.localeCompare(a.at));
  const shown = isWhole ? lines : lines.slice(0, shortest);
  return (
    <section className="set">
      <div>
        <h2>{t('settings.domains.answers.title')}</h2>
        <p>{t('settings.domains.answers.text')}</p>
      </div>
      <div>
        {kept.isError ? <Broken error={kept.error} onRetry={() => void kept.refetch()} /> : null}
        {kept.isPending ? <Skeleton width={320} /> : null}
        {kept.data && lines.length === 0 ? (
          <p className="mute">{t('settings.domains.answers.none')}</p>
        ) : null}
        {shown.length > 0 ? (
          <ul className="answers">
            {shown.map((line) => (
              <li key={`${line.at} ${line.type} ${line.name}`}>
                <span>{format.moment(line.at)}</span>
                <b className="strong">{line.type}</b>
                <span>{reasonOf(line.type, line)}</span>
              </li>
            ))}
          </ul>
        ) : null}
        {lines.length > shown.length ? (
          <Button kind="bare" size="small" className="more" onClick={() => setWhole(true)}>
            {t('settings.domains.answers.more', { count: lines.length })}
          </Button>
        ) : null}
      </div>
    </section>
  );
}
