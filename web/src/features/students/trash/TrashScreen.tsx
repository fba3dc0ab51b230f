import '../../../ui/table/entries.css';
import '../students.css';
import './trash.css';
import { studentsApi, type TrashedStudent } from '@sello/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/index.ts';
import { reading } from '../../../api/reading.ts';
import { useFormat } from '../../../i18n/format.ts';
import { needTexts } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Check } from '../../../ui/choice/Choice.tsx';
import { Crumbs } from '../../../ui/crumbs/Crumbs.tsx';
import { Confirm } from '../../../ui/dialog/Confirm.tsx';
import { deferDialog } from '../../../ui/dialog/deferDialog.tsx';
import { Name } from '../../../ui/name/Name.tsx';
import { Pager } from '../../../ui/pager/Pager.tsx';
import { useSaving } from '../../../ui/saving/useSaving.ts';
import { SearchField } from '../../../ui/search/SearchField.tsx';
import { Skeleton } from '../../../ui/skeleton/Skeleton.tsx';
import { Broken, Empty } from '../../../ui/state/State.tsx';
import { PageTitle } from '../../../ui/title/PageTitle.tsx';
import { toast } from '../../../ui/toast/queue.ts';
import { toastError } from '../../../ui/toast/toastError.ts';

const EraseStudent = deferDialog(async () => {
  await needTexts(['studentDetails']);
  return (await import('../EraseStudent.tsx')).EraseStudent;
});

const pageSize = 50;
/** The students that one call is about; without ids it is everybody in the trash. */
type Asked = { ids: readonly string[] | null } | null;

/** The deleted students: who deleted whom, when each goes for good, and the way back. */
export function TrashScreen() {
  const { t } = useTranslation();
  const format = useFormat();
  const queries = useQueryClient();
  const [search, setSearch] = useState('');
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<Asked>(null);
  const [erased, setErased] = useState<TrashedStudent>();
  const cursor = cursors.at(-1);
  const query = { limit: pageSize, ...(search && { search }), ...(cursor && { cursor }) };
  const list = useQuery(reading(studentsApi, 'trash', { query }));
  const page = list.data?.items;
  const total = list.data?.total ?? 0;
  const changed = (): void => {
    setChosen(new Set());
    setAsked(null);
    setCursors([]);
    void queries.invalidateQueries({ queryKey: ['students'] });
  };
  const restore = useMutation({
    mutationFn: (ids: readonly string[]) => call(studentsApi, 'restore', { body: { ids: [...ids] } }),
    onSuccess: ({ restored, same }) => {
      changed();
      const values = { count: restored, number: format.count(restored) };
      toast({
        tone: same > 0 ? 'warn' : 'ok',
        title: t('trash.restored', values),
        ...(same > 0 && { text: t('trash.same', { count: same, number: format.count(same) }) }),
      });
    },
    onError: (error) => toastError(error, t),
  });
  const remove = useSaving({
    mutationFn: ({ ids }: NonNullable<Asked>, signal) =>
      call(studentsApi, 'delete-forever', { body: ids ? { ids: [...ids] } : { all: true }, signal }),
    onSuccess: ({ deleted }) => {
      changed();
      toast({ tone: 'ok', title: t('trash.gone', { count: deleted, number: format.count(deleted) }) });
    },
    onError: (error) => toastError(error, t),
  });
  const toggle = (id: string): void => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const isEvery = page !== undefined && page.length > 0 && page.every(({ _id }) => chosen.has(_id));
  const count = asked?.ids?.length ?? total;
  const values = { count, number: format.count(count) };
  const nextCursor = list.data?.nextCursor;
  return (
    <main className="list students trash-page" id="page" tabIndex={-1}>
      <PageTitle>{t('trash.title')}</PageTitle>
      <Crumbs />
      <div className="title">
        <h1>{t('trash.title')}</h1>
        <p className="total num" role="status">
          {list.data ? t('trash.total', { count: total, number: format.count(total) }) : '\u00a0'}
        </p>
      </div>
      <p className="mute">{t('trash.lead')}</p>
      <div className="title tools">
        <SearchField
          label={t('trash.search')}
          value={search}
          onChange={(next) => {
            setSearch(next);
            setCursors([]);
          }}
        />
        <div className="toolbar">
          {chosen.size > 0 ? (
            <>
              <Button
                kind="line"
                size="small"
                icon="retry"
                working={restore.isPending}
                onClick={() => restore.mutate([...chosen])}
              >
                {t('trash.restoreMany', { count: chosen.size, number: format.count(chosen.size) })}
              </Button>
              <Button kind="danger" size="small" icon="trash" onClick={() => setAsked({ ids: [...chosen] })}>
                {t('trash.deleteMany', { count: chosen.size, number: format.count(chosen.size) })}
              </Button>
            </>
          ) : total > 0 && !search ? (
            <Button kind="danger" size="small" icon="trash" onClick={() => setAsked({ ids: null })}>
              {t('trash.emptyNow')}
            </Button>
          ) : null}
        </div>
      </div>
      {list.isError && !page ? (
        <Broken title={t('trash.broken')} error={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      {page?.length === 0 ? (
        <Empty
          title={search ? t('trash.nobodyMatches', { search }) : t('trash.empty')}
          acts={
            search ? (
              <Button kind="line" onClick={() => setSearch('')}>
                {t('trash.clearSearch')}
              </Button>
            ) : null
          }
        >
          {search ? t('trash.searchHelp') : t('trash.emptyText')}
        </Empty>
      ) : null}
      {list.isPending || (page && page.length > 0) ? (
        <table className="table table--entry trashed" aria-busy={!page}>
          <thead className="heads">
            <tr>
              <th className="c-sel">
                <Check
                  label={t('trash.chooseAll')}
                  checked={isEvery}
                  mixed={!isEvery && chosen.size > 0}
                  disabled={!page}
                  onChange={() => setChosen(isEvery ? new Set() : new Set(page?.map(({ _id }) => _id)))}
                />
              </th>
              <th scope="col">{t('trash.columns.name')}</th>
              <th scope="col">{t('trash.columns.idNumber')}</th>
              <th scope="col">{t('trash.columns.deleted')}</th>
              <th scope="col">{t('trash.columns.until')}</th>
              <th scope="col" className="act">
                <span className="hide">{t('trash.columns.acts')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {page
              ? page.map((student) => (
                  <tr key={student._id} className={chosen.has(student._id) ? 'is-on' : undefined}>
                    <td className="sel">
                      <Check
                        label={t('trash.choose', { name: student.fullName })}
                        checked={chosen.has(student._id)}
                        onChange={() => toggle(student._id)}
                      />
                    </td>
                    <td className="name">
                      <Name text={student.fullName} />
                    </td>
                    <td className="two">{student.idNumber ? <Name text={student.idNumber} /> : '–'}</td>
                    <td className="full">
                      {student.deletedBy
                        ? t('trash.deletedBy', {
                            when: format.moment(student.deletedAt),
                            name: student.deletedBy,
                          })
                        : format.moment(student.deletedAt)}
                    </td>
                    <td className="full">
                      <span className="only-narrow">{t('trash.columns.until')} </span>
                      {format.dayOf(student.until)}
                    </td>
                    <td className="full acts">
                      <button type="button" className="link" onClick={() => restore.mutate([student._id])}>
                        {t('trash.restore')}
                        <span className="hide">
                          {' '}
                          <Name text={student.fullName} />
                        </span>
                      </button>
                      <button type="button" className="link" onClick={() => setAsked({ ids: [student._id] })}>
                        {t('trash.delete')}
                        <span className="hide">
                          {' '}
                          <Name text={student.fullName} />
                        </span>
                      </button>
                      <button type="button" className="link" onClick={() => setErased(student)}>
                        {t('trash.erase')}
                        <span className="hide">
                          {' '}
                          <Name text={student.fullName} />
                        </span>
                      </button>
                    </td>
                  </tr>
                ))
              : [180, 210, 150].map((width) => (
                  <tr key={width} className="waiting">
                    <td className="sel" />
                    <td className="name">
                      <Skeleton width={width} />
                    </td>
                    <td colSpan={4}>
                      <Skeleton width={220} />
                    </td>
                  </tr>
                ))}
          </tbody>
        </table>
      ) : null}
      {page && page.length > 0 ? (
        <Pager
          before={cursors.length * pageSize}
          shown={page.length}
          total={total}
          onPrevious={cursors.length > 0 ? () => setCursors(cursors.slice(0, -1)) : undefined}
          onNext={nextCursor ? () => setCursors([...cursors, nextCursor]) : undefined}
        />
      ) : null}
      {asked ? (
        <Confirm
          title={t('trash.ask.title', values)}
          act={t('trash.ask.act', values)}
          keep={t('trash.ask.keep', values)}
          work={remove}
          onAct={() => remove.mutate(asked)}
          onClose={() => setAsked(null)}
        >
          <p>{t('trash.ask.text', values)}</p>
        </Confirm>
      ) : null}
      {erased ? (
        <EraseStudent
          student={erased}
          onClose={() => setErased(undefined)}
          onGone={() => setErased(undefined)}
        />
      ) : null}
    </main>
  );
}
