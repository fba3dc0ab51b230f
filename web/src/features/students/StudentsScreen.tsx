import './students.css';
import { type Student, studentsApi, type TemplateSummary, templatesApi } from '@sello/contracts';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, keepWithinTenant, reading } from '../../api/index.ts';
import { useFormat } from '../../i18n/format.ts';
import { useMay } from '../../tenancy/Gate.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { Crumbs } from '../../ui/crumbs/Crumbs.tsx';
import { Pager } from '../../ui/pager/Pager.tsx';
import { Rich } from '../../ui/rich/Rich.tsx';
import { SearchField } from '../../ui/search/SearchField.tsx';
import { Broken, Empty } from '../../ui/state/State.tsx';
import { PageTitle } from '../../ui/title/PageTitle.tsx';
import { toastError } from '../../ui/toast/toastError.ts';
import { Dialogs } from './Dialogs.tsx';
import type { Open } from './open.ts';
import { StudentTable } from './StudentTable.tsx';
import { choosesBeyond, nobody, refreshed, type Selection, toggled, toggledAll } from './selection.ts';
import { Toolbar } from './Toolbar.tsx';
import { useGenerating } from './useGenerating.ts';
import { pageSize, queryOf, useView } from './view.ts';

const noTemplates: readonly TemplateSummary[] = [];

/** The list of students: state from the URL, one of four states rendered. */
export function StudentsScreen() {
  const { t } = useTranslation();
  const format = useFormat();
  const { view, setSearch, setSort, next, previous } = useView();
  const [selection, setSelection] = useState<Selection>(nobody);
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

  const toggle = useCallback(
    (student: Student): void => setSelection((chosen) => toggled(chosen, student)),
    [],
  );
  const toggleAll = useCallback((): void => {
    if (page) setSelection((chosen) => toggledAll(chosen, page));
  }, [page]);

  // A batch also changes selected students on other pages, and the actions depend on their current state.
  const beyond = page !== undefined && choosesBeyond(selection, page);
  const everybody = useQuery({ ...reading(studentsApi, 'list-brief', { query: {} }), enabled: beyond });
  useEffect(() => {
    if (page) setSelection((chosen) => refreshed(chosen, page));
  }, [page]);
  useEffect(() => {
    if (beyond && everybody.data) setSelection((chosen) => refreshed(chosen, everybody.data.items));
  }, [beyond, everybody.data]);
  // After the last row of a page is deleted, the previous page is shown.
  useEffect(() => {
    if (page?.length === 0 && view.cursors.length > 0) previous();
  }, [page, view.cursors.length, previous]);

  const chooseEverybody = async (): Promise<void> => {
    try {
      const { search, sort } = queryOf(view);
      const query = { ...(search ? { search } : {}), sort };
      const everybody = await call(studentsApi, 'list-brief', { query });
      setSelection(new Map(everybody.items.map((student) => [student._id, student])));
    } catch (error) {
      toastError(error, t);
    }
  };
  const first = view.cursors.length * pageSize;
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
        <Toolbar selection={selection} onOpen={setOpen} onClear={() => setSelection(nobody)} />
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
              {selection.size > 0 && selection.size < total ? (
                <button type="button" className="link" onClick={() => void chooseEverybody()}>
                  {t('students.chooseAll', { number: format.count(total) })}
                </button>
              ) : null}
            </Pager>
          ) : null}
        </>
      ) : null}
      <Dialogs
        open={open}
        templates={templates.data?.items ?? noTemplates}
        onOpen={setOpen}
        onGone={(ids) => setSelection((chosen) => new Map([...chosen].filter(([id]) => !ids.includes(id))))}
      />
    </main>
  );
}
