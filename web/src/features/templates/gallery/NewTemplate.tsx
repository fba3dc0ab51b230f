import './gallery.css';
import type { CatalogSummary } from '@sello/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePathTo } from '../../../tenancy/routes.ts';
import { Button, buttonClass } from '../../../ui/button/Button.tsx';
import { Sheet } from '../../../ui/dialog/Sheet.tsx';
import { Icon } from '../../../ui/icon/Icon.tsx';
import { Link } from '../../../ui/link/Link.tsx';
import { Cancel } from '../../../ui/saving/Cancel.tsx';
import { SheetSkeletons } from '../../../ui/sheets/SheetSkeletons.tsx';
import { Broken, Empty } from '../../../ui/state/State.tsx';
import { toastError } from '../../../ui/toast/toastError.ts';
import { EmptySheet } from './EmptySheet.tsx';
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
  const newTemplate = usePathTo()('newTemplate');
  const isNarrowed = search !== '' || tag !== '';
  return (
    <Sheet
      title={t('templates.new')}
      wide
      className="gal"
      onClose={onClose}
      work={copy}
      end={
        <>
          <span className="mute small foot-text">
            {chosen ? t('templates.gallery.copied', { name: chosen.name }) : t('templates.gallery.choose')}
          </span>
          <Link className={buttonClass('line')} to={`${newTemplate}?import`}>
            <Icon name="upload" />
            {t('templates.gallery.importFile')}
          </Link>
          <Cancel work={copy} />
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
              emptySheet={isNarrowed ? null : <EmptySheet />}
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
            <Empty
              title={t('templates.gallery.empty')}
              acts={
                <Link className={buttonClass()} to={newTemplate}>
                  {t('templates.gallery.emptySheet')}
                </Link>
              }
            >
              {t('templates.gallery.emptyText')}
            </Empty>
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
