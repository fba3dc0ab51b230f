import './audit.css';
import { auditApi } from '@sello/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/index.ts';
import { reading } from '../../../api/reading.ts';
import { causeOf } from '../../../errors/describe.ts';
import { csvDelimiter } from '../../../i18n/csv-delimiter.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useDay } from '../../../tenancy/useDay.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Pager } from '../../../ui/pager/Pager.tsx';
import { saveBlob } from '../../../ui/save/save.ts';
import { Broken, Empty } from '../../../ui/state/State.tsx';
import { toast } from '../../../ui/toast/queue.ts';
import { AuditFilters } from './AuditFilters.tsx';
import { AuditTable } from './AuditTable.tsx';
import { everything, filtersOf, isNarrowed, pageSize, useView } from './view.ts';

/** What had an effect in the organization, and who did it. */
export function AuditTab({ tenantId }: { tenantId: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { view, narrow, next, previous } = useView();
  const filters = filtersOf(tenantId, view);
  const cursor = view.cursors.at(-1);
  const list = useQuery(
    reading(auditApi, 'list', { query: { ...filters, ...(cursor && { cursor }), limit: pageSize } }),
  );
  const page = list.data?.items;
  const total = list.data?.total ?? 0;
  const first = view.cursors.length * pageSize;
  const nextCursor = list.data?.nextCursor;
  const narrowed = isNarrowed(view);
  return (
    <section className="audit" aria-label={t('audit.title')}>
      <div className="intro">
        <p className="mute">{t('audit.text')}</p>
        <ExportButton filters={filters} total={list.isError ? 0 : total} isKnown={list.data !== undefined} />
      </div>
      <AuditFilters tenantId={tenantId} view={view} onChange={narrow} />
      <p className="hide" role="status">
        {page ? t('audit.total', { count: total, number: format.count(total) }) : t('common.loading')}
      </p>
      {list.isError && !page ? (
        <Broken title={t('audit.broken')} error={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      {page?.length === 0 ? (
        <Empty
          title={narrowed ? t('audit.none') : t('audit.empty')}
          acts={
            narrowed ? (
              <Button kind="line" size="small" onClick={() => narrow(everything)}>
                {t('audit.clear')}
              </Button>
            ) : null
          }
        >
          {narrowed ? t('audit.noneText') : t('audit.emptyText')}
        </Empty>
      ) : null}
      {list.isPending || (page && page.length > 0) ? <AuditTable page={page} /> : null}
      {page && page.length > 0 ? (
        <Pager
          before={first}
          shown={page.length}
          total={total}
          labels={{ previous: t('audit.newer'), next: t('audit.older') }}
          onPrevious={view.cursors.length > 0 ? previous : undefined}
          onNext={nextCursor ? () => next(nextCursor) : undefined}
        />
      ) : null}
    </section>
  );
}

/** Downloads all lines that the filters leave, not only those of this page. */
function ExportButton({
  filters,
  total,
  isKnown,
}: {
  filters: ReturnType<typeof filtersOf>;
  total: number;
  isKnown: boolean;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const dayOf = useDay();
  const download = useMutation({
    mutationFn: () => call(auditApi, 'export', { query: { ...filters, delimiter: csvDelimiter() } }),
    onSuccess: (bytes) => {
      const file = new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'text/csv' });
      saveBlob(`audit-log_${dayOf(new Date())}.csv`, file);
    },
    onError: (error) => toast({ tone: 'bad', title: t('audit.exportFailed'), text: causeOf(error, t) }),
  });
  return (
    <Button
      kind="line"
      size="small"
      icon="save"
      disabled={total === 0 || download.isPending}
      onClick={() => download.mutate()}
    >
      {isKnown ? t('audit.export', { count: total, number: format.count(total) }) : 'CSV'}
    </Button>
  );
}
