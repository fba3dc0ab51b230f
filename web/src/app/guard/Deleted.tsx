import { type Tenant, tenantsApi } from '@sello/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/index.ts';
import { causeOf } from '../../errors/describe.ts';
import { useFormat } from '../../i18n/format.ts';
import { Button } from '../../ui/button/Button.tsx';
import { PageTitle } from '../../ui/title/PageTitle.tsx';

const dayMs = 24 * 60 * 60_000;

/**
 * Shown instead of every page of a deleted organization: to owners with the days in which they can restore it, to others
 * whom to ask.
 */
export function Deleted({ tenant, mayRestore }: { tenant: Tenant; mayRestore: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const queries = useQueryClient();
  const { _id: tenantId, name, deletion } = tenant;
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(tenantsApi, 'restore', { body: { tenantId } }),
    onSuccess: () => queries.invalidateQueries(),
  });
  if (!deletion) return null;
  const left = Math.ceil((new Date(deletion.until).getTime() - Date.now()) / dayMs);
  const title = t('ending.deleted.title');
  const when = { day: format.dayOf(deletion.until), time: format.time(deletion.until) };
  return (
    <main className="wrap wrap--app denied" id="page" tabIndex={-1}>
      <PageTitle>{title}</PageTitle>
      <h1>{title}</h1>
      <p className="lead">{t('ending.deleted.text', { name, day: format.dayOf(deletion.at) })}</p>
      {left <= 0 ? (
        <p className="lead">{t('ending.deleted.over')}</p>
      ) : mayRestore ? (
        <>
          <p className="lead">
            {t('ending.deleted.left', { count: left, number: format.count(left), ...when })}
          </p>
          <div className="form-acts">
            <Button working={isPending} onClick={() => mutate()}>
              {t('ending.deleted.restore')}
            </Button>
          </div>
        </>
      ) : (
        <p className="lead">{t('ending.deleted.ask', when)}</p>
      )}
      {error ? (
        <p className="hint bad" role="alert">
          {causeOf(error, t)}
        </p>
      ) : null}
    </main>
  );
}
