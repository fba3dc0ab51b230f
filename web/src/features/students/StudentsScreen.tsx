import './students.css';
import { type Student, studentsApi, type TemplateSummary, templatesApi } from '@sello/contracts';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keepWithinTenant, reading } from '../../api/index.ts';
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
import { Bar, Bulk, Growth } from './many/deferred.tsx';
import type { Open } from './open.ts';
import { PageSizes } from './PageSizes.tsx';
import { StudentTable } from './StudentTable.tsx';
import { nobody, refreshed, type Selection, sizeOf, toggled, toggledAll, without } from './selection.ts';
import { Toolbar } from './Toolbar.tsx';
import { useGenerating } from './useGenerating.ts';
import { queryOf, useView } from './view.ts';

const noTemplates: readonly TemplateSummary[] = [];

/** The list of students: state from the URL, one of four states rendered. */
export function StudentsScreen() {
  const { t } = useTranslation();
  const format = useFormat();
  const { view, setSearch, setSort, setSize, next, previous } = useView();
  const [chosen, setSelection] = useState<Selection>(nobody);
  // A rule is about one search: another one is another list.
  const selection = chosen.rule && chosen.rule.search !== view.search ? nobody : chosen;
  const [open, setOpen] = useState<Open>(null);
  const mayCreate = useMay('students.create');
  const mayImport = useMay('students.import');
  const list = useQuery({
    ...reading(studentsApi, 'list', { query: queryOf(view) }),
    placeholderData: keepWithinTenant,
  });
  const templates = useQuery({
    ...reading(templatesApi, 'list', { query: {} }),
    enabled: useMay('templates.view'),
  });
  const generating = useGenerating();
  const page = list.data?.items;
  const total = list.data?.total ?? 0;

  const select = useCallback(
    (change: (now: Selection) => Selection): void =>
      setSelection((now) => change(now.rule && now.rule.search !== view.search ? nobody : now)),
    [view.search],
  );
  const toggle = useCallback((student: Student): void => select((now) => toggled(now, student)), [select]);
  const toggleAll = useCallback((): void => {
    if (page) select((now) => toggledAll(now, page));
  }, [page, select]);
  useEffect(() => {
    if (page) select((now) => refreshed(now, page));
  }, [page, select]);
  // After the last row of a page is deleted, the previous page is shown.
  useEffect(() => {
    if (page?.length === 0 && view.cursors.length > 0) previous();
  }, [page, view.cursors.length, previous]);

  const first = view.cursors.length * view.size;
  const isChosen = sizeOf(selection) > 0 || selection.rule !== undefined;
  const nextCursor = list.data?.nextCursor;
  return (
    <main className="list students" id="page" tabIndex={-1}>
      <PageTitle>{t('students.title')}</PageTitle>
      <Crumbs />
      <div className="title">
        <h1>{t('students.title')}</h1>
        {list.data ? (
          <p className="total num">
            <Rich
              text={t('students.total', {
                count: total,
                number: format.count(total),
                certified: format.count(list.data.certified),
              })}
              parts={{ b: <b className="strong" /> }}
            />
          </p>
        ) : null}
      </div>
      <div className="title tools">
        <SearchField label={t('students.search')} value={view.search} onChange={setSearch} />
        <Toolbar onOpen={setOpen}>
          {isChosen ? <Bulk selection={selection} onOpen={setOpen} onSelect={setSelection} /> : null}
        </Toolbar>
      </div>
      {list.isError && !page ? (
        <Broken title={t('students.broken')} error={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      {page?.length === 0 && view.search ? (
        <Empty
          title={t('students.nobodyMatches', { search: view.search })}
          acts={
            <Button kind="line" onClick={() => setSearch('')}>
              {t('students.clearSearch')}
            </Button>
          }
        >
          {t('students.searchHelp')}
        </Empty>
      ) : null}
      {page?.length === 0 && !view.search && view.cursors.length === 0 ? (
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
      {list.isPending || (page && page.length > 0) ? (
        <>
          {page && isChosen ? (
            <Bar selection={selection} page={page} search={view.search} total={total} onSelect={select} />
          ) : null}
          <StudentTable
            page={page}
            templates={templates.data?.items ?? noTemplates}
            view={view}
            selection={selection}
            generating={generating}
            onSort={setSort}
            onToggle={toggle}
            onToggleAll={toggleAll}
            onOpen={setOpen}
          />
          {page ? (
            <Pager
              before={first}
              shown={page.length}
              total={total}
              onPrevious={view.cursors.length > 0 ? previous : undefined}
              onNext={nextCursor ? () => next(nextCursor) : undefined}
            >
              <PageSizes size={view.size} onChange={setSize} />
            </Pager>
          ) : null}
        </>
      ) : null}
      <Growth isWanted={selection.rule !== undefined} />
      <Dialogs
        open={open}
        templates={templates.data?.items ?? noTemplates}
        onOpen={setOpen}
        onSelect={setSelection}
        onGone={(ids) => select((now) => without(now, ids))}
      />
    </main>
  );
}
