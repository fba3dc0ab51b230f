import { type PersonSession, sessionsApi } from '@sello/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reading } from '../../api/reading.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Skeleton } from '../../ui/skeleton/Skeleton.tsx';
import { Broken } from '../../ui/state/State.tsx';
import { EndEverywhere } from './EndEverywhere.tsx';
import { EndOthers } from './EndOthers.tsx';
import { SessionRow } from './SessionRow.tsx';

/** The person's sessions, which they end one by one, all others, or all. */
export function Sessions() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [asking, setAsking] = useState<'others' | 'everywhere' | null>(null);
  // The sessions belong to the person and do not depend on the active tenant.
  const options = { ...reading(sessionsApi, 'list', {}), queryKey: ['sessions', 'list'] };
  const list = useQuery(options);
  const sessions = list.data && inOrder(list.data);
  const count = sessions?.length ?? 0;
  const keep = (kept: (session: PersonSession) => boolean): void => {
    queries.setQueryData<PersonSession[]>(options.queryKey, (known) => known?.filter(kept));
  };
  return (
    <section className="set sessions">
      <div>
        <h2>{t('account.sessions')}</h2>
        <p>{t('account.sessionsText')}</p>
        {sessions ? (
          <div className="acts">
            {count > 1 ? (
              <Button kind="line" size="small" onClick={() => setAsking('others')}>
                {t('account.others')}
              </Button>
            ) : null}
            <Button kind="danger" size="small" onClick={() => setAsking('everywhere')}>
              {t('account.everywhere')}
            </Button>
          </div>
        ) : null}
      </div>
      {sessions ? (
        <div>
          <Table sessions={sessions} onEnded={(id) => keep((session) => session.id !== id)} />
          <p className="hint">{t('account.networkHint')}</p>
          {sessions.some(({ repeats }) => repeats) ? (
            <p className="hint">{t('account.repeatsHint')}</p>
          ) : null}
        </div>
      ) : list.isError ? (
        <Broken title={t('account.broken')} error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <div className="stack-s" aria-busy="true">
          {[320, 280, 300].map((width) => (
            <Skeleton key={width} width={width} />
          ))}
        </div>
      )}
      {asking === 'others' ? (
        <EndOthers
          count={count - 1}
          onEnded={() => keep(({ current }) => current)}
          onClose={() => setAsking(null)}
        />
      ) : null}
      {asking === 'everywhere' ? <EndEverywhere count={count} onClose={() => setAsking(null)} /> : null}
    </section>
  );
}

/** This one first, then the one used last. */
const inOrder = (sessions: readonly PersonSession[]) =>
  [...sessions].sort((a, b) => Number(b.current) - Number(a.current));

function Table({ sessions, onEnded }: { sessions: readonly PersonSession[]; onEnded: (id: string) => void }) {
  const { t } = useTranslation();
  return (
    <table className="table sessions-table">
      <thead>
        <tr>
          <th>{t('account.columns.device')}</th>
          <th>{t('account.columns.network')}</th>
          <th>{t('account.columns.lastUsed')}</th>
          <th>{t('account.columns.signedIn')}</th>
          <th>
            <span className="hide">{t('account.columns.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} onEnded={onEnded} />
        ))}
      </tbody>
    </table>
  );
}
