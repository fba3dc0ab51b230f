import '../../ui/sheets/sheets.css';
import './catalog.css';
import { type CatalogSummary, limits, templatesApi } from '@sello/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reading } from '../../api/reading.ts';
import { useFormat } from '../../i18n/format.ts';
import { usePathTo } from '../../tenancy/routes.ts';
import { buttonClass } from '../../ui/button/Button.tsx';
import { Crumbs } from '../../ui/crumbs/Crumbs.tsx';
import { deferDialog } from '../../ui/dialog/deferDialog.tsx';
import { Icon } from '../../ui/icon/Icon.tsx';
import { Link } from '../../ui/link/Link.tsx';
import { Rich } from '../../ui/rich/Rich.tsx';
import { PickBar } from '../../ui/sheets/PickBar.tsx';
import { SheetSkeletons } from '../../ui/sheets/SheetSkeletons.tsx';
import { usePicked } from '../../ui/sheets/usePicked.ts';
import { Broken, Empty } from '../../ui/state/State.tsx';
import { PageTitle } from '../../ui/title/PageTitle.tsx';
import { EntryCard } from './EntryCard.tsx';

const DeleteEntries = deferDialog(async () => (await import('./DeleteEntries.tsx')).DeleteEntries);

/** The catalog, for super admins: its entries in every language are renamed and deleted here. */
export function CatalogScreen() {
  const { t } = useTranslation();
  const format = useFormat();
  const [deleting, setDeleting] = useState<readonly CatalogSummary[]>([]);
  const newEntry = usePathTo()('newEntry');
  const list = useQuery(reading(templatesApi, 'catalog-list', { query: {} }));
  const entries = list.data?.items;
  const total = list.data?.total ?? 0;
  const picked = usePicked(entries);
  const count = picked.items.length;
  const number = format.count(count);
  return (
    <main className="list catalog" id="page" tabIndex={-1}>
      <PageTitle>{t('catalog.title')}</PageTitle>
      <Crumbs />
      <div className="title">
        <h1>{t('catalog.title')}</h1>
        {entries && total > 0 ? (
          <p className="total num">
            <Rich
              text={t('catalog.total', { count: total, number: format.count(total) })}
              parts={{ b: <b className="strong" />, w: <span className="only-wide" /> }}
            />
          </p>
        ) : null}
        {entries && entries.length > 0 ? (
          <Link className={buttonClass('ink', 'small')} to={newEntry}>
            <Icon name="plus" />
            {t('catalog.new')}
          </Link>
        ) : null}
      </div>
      {list.isPending ? (
        <SheetSkeletons count={limits.skeletonRows.catalog} className="sheets sheets--4" />
      ) : null}
      {list.isError && !entries ? (
        <Broken title={t('catalog.errorLoading')} error={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      {entries?.length === 0 ? (
        <Empty
          title={t('catalog.empty')}
          acts={
            <Link className={buttonClass()} to={newEntry}>
              <Icon name="plus" />
              {t('catalog.new')}
            </Link>
          }
        >
          {t('catalog.emptyText')}
        </Empty>
      ) : null}
      {entries && entries.length > 0 ? (
        <>
          <PickBar
            picked={picked}
            texts={{
              label: t('catalog.selection'),
              all: t('catalog.selectAll'),
              selected: t('catalog.selected', { count, number, total: format.count(total) }),
              clear: t('catalog.clear'),
              delete: t('catalog.deleteMany', { count, number }),
              deleteShort: t('catalog.deleteManyShort', { number }),
            }}
            onDelete={() => setDeleting(picked.items)}
          />
          <ul className="sheets sheets--4">
            {entries.map((entry) => (
              <EntryCard
                key={entry._id}
                entry={entry}
                isPicked={picked.has(entry._id)}
                onToggle={() => picked.toggle(entry._id)}
                onDelete={() => setDeleting([entry])}
              />
            ))}
          </ul>
        </>
      ) : null}
      {deleting.length > 0 ? <DeleteEntries entries={deleting} onClose={() => setDeleting([])} /> : null}
    </main>
  );
}
