import './gallery.css';
import type { CatalogSummary } from '@sello/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toastError } from '../../../batches/actions.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Sheet } from '../../../ui/dialog/Sheet.tsx';
import { SheetSkeletons } from '../../../ui/sheets/SheetSkeletons.tsx';
import { Broken, Empty } from '../../../ui/state/State.tsx';
import { Entries } from './Entries.tsx';
import { Find } from './Find.tsx';
import { useCopy } from './useCopy.ts';
import { useEntries } from './useEntries.ts';

/** The gallery of the catalog: what is chosen here is copied to the organization. */
export function NewTemplate({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [tag, setTag] = useState('');
  const [chosen, setChosen] = useState<CatalogSummary>();
  const list = useEntries({ search, tag });
  const copy = useCopy({ onDone: onClose, onError: (error) => toastError(error, t) });
  const entries = list.data?.pages.flatMap(({ items }) => items);
  const isNarrowed = search !== '' || tag !== '';
  return (
    <Sheet
      title={t('templates.new')}
      wide
      className="gal"
      onClose={onClose}
      busy={copy.isPending}
      end={
        <>
          <span className="mute small foot-text">
            {chosen ? t('templates.gallery.copied', { name: chosen.name }) : t('templates.gallery.choose')}
          </span>
          <Button
            disabled={!chosen}
            working={copy.isPending}
            onClick={() => chosen && copy.mutate(chosen._id)}
          >
            {t('templates.gallery.act')}
          </Button>
        </>
      }
    >
      <div className="body">
        {isNarrowed || entries?.length !== 0 ? (
          <Find search={search} onSearch={setSearch} tag={tag} onTag={setTag} />
        ) : null}
        {entries ? (
          entries.length > 0 ? (
            <Entries
              entries={entries}
              chosenId={chosen?._id}
              onChoose={setChosen}
              more={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
              isLoadingMore={list.isFetchingNextPage}
            />
          ) : isNarrowed ? (
            <Empty
              title={t('templates.gallery.none')}
              acts={
                <Button
                  kind="line"
                  onClick={() => {
                    setSearch('');
                    setTag('');
                  }}
                >
                  {t('templates.gallery.showAll')}
                </Button>
              }
            >
              {t('templates.gallery.noneText')}
            </Empty>
          ) : (
            <Empty title={t('templates.gallery.empty')}>{t('templates.gallery.emptyText')}</Empty>
          )
        ) : list.isError ? (
          <Broken
            title={t('templates.gallery.broken')}
            error={list.error}
            onRetry={() => void list.refetch()}
          />
        ) : (
          <SheetSkeletons count={6} />
        )}
      </div>
    </Sheet>
  );
}
