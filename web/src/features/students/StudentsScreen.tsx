import './students.css';
import { type Student, studentsApi, type TemplateSummary, templatesApi } from '@sello/contracts';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reading } from '../../api/reading.ts';
import { useFormat } from '../../i18n/format.ts';
import { useMay } from '../../tenancy/Gate.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { Crumbs } from '../../ui/crumbs/Crumbs.tsx';
import { Pager } from '../../ui/pager/Pager.tsx';
import { Rich } from '../../ui/rich/Rich.tsx';
import { SearchField } from '../../ui/search/SearchField.tsx';
import { Broken, Empty } from '../../ui/state/State.tsx';
import { PageTitle } from '../../ui/title/PageTitle.tsx';
import { Dialogs } from './Dialogs.tsx';
import { ChosenFilters, Panel } from './filter/deferred.tsx';
import { Bar, Bulk, Growth } from './many/deferred.tsx';
import type { Open } from './open.ts';
import { PageSizes } from './PageSizes.tsx';
import { StudentTable } from './StudentTable.tsx';
import {
  isOfAnother,
  nobody,
  refreshed,
  type Selection,
  sizeOf,
  toggled,
  toggledAll,
  without,
} from './selection.ts';
import { Toolbar } from './Toolbar.tsx';
import { useAsked } from './useAsked.ts';
import { useGenerating } from './useGenerating.ts';
import { filterOf, isFiltered, isNarrowed, noFilters, queryOf, useView } from './view.ts';

const noTemplates: readonly TemplateSummary[] = [];

/** The register of students: state from the URL, one of four states rendered. */
export function StudentsScreen() {
  const { t } = useTranslation();
  const format = useFormat();
  const { view, narrow, setSort, setSize, goTo, replacePage } = useView();
  const filter = useMemo(() => filterOf(view), [view]);
  const [chosen, setSelection] = useState<Selection>(nobody);
  // A rule is about one search and its filters: others make another list.
  const selection = isOfAnother(chosen, filter) ? nobody : chosen;
  const [open, setOpen] = useState<Open>(null);
  const [isFiltering, setIsFiltering] = useState(false);
  useAsked(view, setOpen);
  const mayCreate = useMay('students.create');
  const mayImport = useMay('students.import');
  const list = useQuery(reading(studentsApi, 'list', { query: queryOf(view) }));
  const templates = useQuery({
    ...reading(templatesApi, 'list', { query: {} }),
    enabled: useMay('templates.view'),
  });
  const known = templates.data?.items ?? noTemplates;
  const generating = useGenerating();
  // A template's name may take a second line: rows that are shown before the names move those below them.
  const isNaming = templates.isLoading && templates.failureCount === 0;
  const page = isNaming ? undefined : list.data?.items;
  const total = list.data?.total ?? 0;
  const pages = Math.max(1, Math.ceil(total / view.size));
  const start = useTopOfEachPage(view.page);

  const select = useCallback(
    (change: (now: Selection) => Selection): void =>
      setSelection((now) => change(isOfAnother(now, filter) ? nobody : now)),
    [filter],
  );
  const toggle = useCallback((student: Student): void => select((now) => toggled(now, student)), [select]);
  const toggleAll = useCallback((): void => {
    if (page) select((now) => toggledAll(now, page));
  }, [page, select]);
  useEffect(() => {
    if (page) select((now) => refreshed(now, page));
  }, [page, select]);
  // Students were deleted, or the address names a page that is not there: the last one is shown.
  const isBeyond = page?.length === 0 && view.page > 1 && !list.isPlaceholderData;
  useEffect(() => {
    if (isBeyond) replacePage(Math.min(pages, view.page - 1));
  }, [isBeyond, pages, view.page, replacePage]);

  const isChosen = sizeOf(selection) > 0 || selection.rule !== undefined;
  const nextCursor = list.data?.nextCursor;
  const narrowed = isNarrowed(view);
  const filtered = isFiltered(view);
  const clear = (): void => narrow({ ...noFilters, search: '' });
  return (
    <main className="list students" id="page" tabIndex={-1} ref={start}>
      <PageTitle>{t('students.title')}</PageTitle>
      <Crumbs />
      <div className="title">
        <h1>{t('students.title')}</h1>
        <p className="total num" role="status">
          {list.data ? (
            <Rich
              text={t(narrowed ? 'students.match' : 'students.total', {
                count: narrowed ? list.data.all : total,
                number: format.count(total),
                all: format.count(list.data.all),
                certified: t('students.certifiedTotal', {
                  count: list.data.certified,
                  number: format.count(list.data.certified),
                }),
              })}
              parts={{ b: <b className="strong" /> }}
            />
          ) : (
            '\u00a0'
          )}
        </p>
      </div>
      <div className="title tools">
        <SearchField
          label={t('students.search')}
          value={view.search}
          onChange={(search) => narrow({ search })}
        />
        <Button
          kind="bare"
          size="small"
          icon="filter"
          aria-expanded={isFiltering}
          aria-controls="student-filters"
          onClick={() => setIsFiltering(!isFiltering)}
        >
          {t('students.filters.title')}
        </Button>
        <Toolbar onOpen={setOpen}>
          {isChosen ? <Bulk selection={selection} onOpen={setOpen} onSelect={setSelection} /> : null}
        </Toolbar>
      </div>
      {isFiltering ? <Panel view={view} templates={known} onChange={narrow} /> : null}
      {filtered ? <ChosenFilters view={view} templates={known} onChange={narrow} /> : null}
      {list.isError && !page ? (
        <Broken title={t('students.broken')} error={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      {page?.length === 0 && narrowed && !isBeyond ? (
        <Empty
          title={filtered ? t('students.nobodyFits') : t('students.nobodyMatches', { search: view.search })}
          acts={
            <Button kind="line" onClick={clear}>
              {filtered ? t('students.filters.clear') : t('students.clearSearch')}
            </Button>
          }
        >
          {filtered ? t('students.filters.help') : t('students.searchHelp')}
        </Empty>
      ) : null}
      {page?.length === 0 && !narrowed && view.page === 1 ? (
        <Empty
          title={t('students.empty')}
          acts={
            <>
              {mayImport ? (
                <Button icon="upload" onClick={() => setOpen({ is: 'import' })}>
                  {t('students.importCsv')}
                </Button>
              ) : null}
              {mayCreate ? (
                <Button kind="line" onClick={() => setOpen({ is: 'form' })}>
                  {t('students.new')}
                </Button>
              ) : null}
            </>
          }
        >
          {t('students.emptyText')}
        </Empty>
      ) : null}
      {list.isPending || (isNaming && !list.isError) || (page && page.length > 0) ? (
        <>
          <StudentTable
            page={page}
            templates={known}
            view={view}
            selection={selection}
            generating={generating}
            onSort={setSort}
            onToggle={toggle}
            onToggleAll={toggleAll}
            onOpen={setOpen}
            line={
              page && isChosen && (selection.rule || selection.isListed || total > page.length) ? (
                <Bar
                  {...{ selection, page, filter, total }}
                  onSelect={select}
                  onOpen={setOpen}
                  key={String(selection.isListed)}
                />
              ) : null
            }
          />
          {page ? (
            <Pager
              before={(view.page - 1) * view.size}
              shown={page.length}
              total={total}
              page={{ at: view.page, of: pages, onGo: goTo }}
              onPrevious={view.page > 1 ? () => goTo(view.page - 1) : undefined}
              onNext={nextCursor ? () => goTo(view.page + 1, nextCursor) : undefined}
            >
              <PageSizes size={view.size} onChange={setSize} />
            </Pager>
          ) : null}
        </>
      ) : null}
      <Growth isWanted={selection.rule !== undefined} />
      <Dialogs
        open={open}
        templates={known}
        onOpen={setOpen}
        onSelect={setSelection}
        onGone={(ids) => select((now) => without(now, ids))}
      />
    </main>
  );
}

/** Another page begins at its top. */
function useTopOfEachPage(page: number) {
  const start = useRef<HTMLElement>(null);
  const seen = useRef(page);
  useEffect(() => {
    if (seen.current === page) return;
    seen.current = page;
    start.current?.scrollIntoView({ block: 'start' });
    start.current?.scrollTo({ top: 0 });
  }, [page]);
  return start;
}
