import '../students.css';
import './student.css';
import { certificatesApi, studentsApi, type TemplateSummary, templatesApi } from '@sello/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { reading } from '../../../api/reading.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useMay } from '../../../tenancy/Gate.tsx';
import { usePathTo } from '../../../tenancy/routes.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Crumbs } from '../../../ui/crumbs/Crumbs.tsx';
import { Link } from '../../../ui/link/Link.tsx';
import { useNavigation } from '../../../ui/link/navigation.ts';
import { Name } from '../../../ui/name/Name.tsx';
import { Skeleton } from '../../../ui/skeleton/Skeleton.tsx';
import { Missing } from '../../../ui/state/Missing.tsx';
import { Broken } from '../../../ui/state/State.tsx';
import { PageTitle } from '../../../ui/title/PageTitle.tsx';
import { Dialogs } from '../Dialogs.tsx';
import type { Open } from '../open.ts';
import { selectionOf } from '../selection.ts';
import { History } from './History.tsx';
import { StudentFacts } from './StudentFacts.tsx';

const noTemplates: readonly TemplateSummary[] = [];

/** One student: the certificates with what became of each, and the record, which may have been deleted. */
export function StudentScreen() {
  const { studentId = '' } = useParams();
  const { t } = useTranslation();
  const format = useFormat();
  const pathTo = usePathTo();
  const { navigate } = useNavigation();
  const [open, setOpen] = useState<Open>(null);
  const record = useQuery(reading(studentsApi, 'get', { query: { id: studentId } }));
  const history = useQuery(reading(certificatesApi, 'history', { query: { studentId } }));
  const templates = useQuery({
    ...reading(templatesApi, 'list', { query: {} }),
    enabled: useMay('templates.view'),
  });
  const may = {
    edit: useMay('students.create'),
    erase: useMay('students.delete_bulk'),
    generate: useMay('certificates.generate_bulk'),
    email: useMay('emails.send_bulk'),
  };
  const known = templates.data?.items ?? noTemplates;
  const student = record.data ?? undefined;
  const [query, setQuery] = useSearchParams();
  const field = query.get('edit');
  const mayEdit = may.edit;
  useEffect(() => {
    if (field === null || student === undefined) return;
    setQuery({}, { replace: true });
    if (mayEdit) setOpen({ is: 'form', student, focus: field });
  }, [field, student, mayEdit, setQuery]);
  const lines = history.data?.items;
  // All at once: a part that comes later, or the name of a template, moves what is shown already.
  const isNaming = templates.isLoading && templates.failureCount === 0;
  const isPending = record.isPending || history.isPending || isNaming;
  const error = record.isError ? record.error : history.isError ? history.error : undefined;
  // Of a deleted student the name is the one that was printed last.
  const name = isPending ? undefined : (student?.fullName ?? lines?.[0]?.holder);

  if (!isPending && error === undefined && name === undefined) {
    return <Missing title={t('studentDetails.page.missing')}>{t('studentDetails.page.missingText')}</Missing>;
  }
  const isBroken = error !== undefined && name === undefined;
  const valid = lines?.filter(({ state }) => state === 'valid').length ?? 0;
  const title = name ?? t('studentDetails.page.one');
  const sendAgain = (): void => {
    if (student) setOpen({ is: 'email', selection: selectionOf([student]) });
  };
  return (
    <main className="list students student-page" id="page" tabIndex={-1}>
      <PageTitle>{title}</PageTitle>
      <Crumbs part={<Name text={title} />} />
      {isBroken ? null : (
        <div className="who-head">
          <h1 key={name === undefined ? 'waiting' : 'here'}>
            {name === undefined ? (
              <>
                <Skeleton width={280} />
                <span className="hide">{title}</span>
              </>
            ) : (
              <Name text={name} />
            )}
          </h1>
          {isPending && (may.email || may.generate) ? (
            // Keeps the place of the buttons that most students get.
            <span className="row held" aria-hidden="true">
              {may.email ? (
                <Button kind="line" size="small" disabled>
                  {t('studentDetails.page.sendAgain')}
                </Button>
              ) : null}
              {may.generate ? (
                <Button size="small" disabled>
                  {t('studentDetails.page.generateAnew')}
                </Button>
              ) : null}
            </span>
          ) : student ? (
            <span className="row">
              {may.email && student.certified && student.email ? (
                <Button kind="line" size="small" onClick={sendAgain}>
                  {t('studentDetails.page.sendAgain')}
                </Button>
              ) : null}
              {may.generate ? (
                <Button size="small" onClick={() => setOpen({ is: 'generate-one', student })}>
                  {student.certified ? t('studentDetails.page.generateAnew') : t('students.row.generate')}
                </Button>
              ) : null}
            </span>
          ) : null}
        </div>
      )}
      {isBroken ? (
        <Broken
          isPage
          title={t('studentDetails.page.broken')}
          error={error}
          onRetry={() => void Promise.all([record.refetch(), history.refetch()])}
        />
      ) : (
        // The number of lines of the name above it is not known while it waits: it is replaced, not moved.
        <div className="stu" key={isPending ? 'waiting' : 'here'} aria-busy={isPending}>
          <section aria-labelledby="student-certificates">
            <h2 id="student-certificates">
              {t('studentDetails.page.certificates')}{' '}
              {lines && lines.length > 0 ? (
                <span className="mute num">
                  {t('studentDetails.page.count', {
                    count: valid,
                    number: format.count(lines.length),
                    valid: format.count(valid),
                  })}
                </span>
              ) : null}
            </h2>
            {lines && !isPending ? (
              <History {...{ lines, templates: known }} onOpen={setOpen} />
            ) : history.isError ? (
              <Broken
                title={t('studentDetails.page.broken')}
                error={history.error}
                onRetry={() => void history.refetch()}
              />
            ) : (
              <Skeleton width={420} />
            )}
          </section>
          <aside aria-labelledby="student-record">
            <h2 id="student-record">{t('studentDetails.page.record')}</h2>
            {isPending ? (
              <Skeleton width={240} />
            ) : student ? (
              <>
                <StudentFacts student={student} templates={known} />
                <div className="row">
                  {may.edit ? (
                    <Button kind="line" size="small" onClick={() => setOpen({ is: 'form', student })}>
                      {t('students.row.edit')}
                    </Button>
                  ) : null}
                  {may.erase ? (
                    <Button kind="danger" size="small" onClick={() => setOpen({ is: 'erase', student })}>
                      {t('students.row.erase')}
                    </Button>
                  ) : null}
                </div>
              </>
            ) : (
              <>
                <p className="mute">
                  {t('studentDetails.page.deleted')}{' '}
                  {may.erase ? <Link to={pathTo('trash')}>{t('studentDetails.page.trash')}</Link> : null}
                </p>
                {may.erase && name !== undefined ? (
                  <Button
                    kind="danger"
                    size="small"
                    onClick={() => setOpen({ is: 'erase', student: { _id: studentId, fullName: name } })}
                  >
                    {t('students.row.erase')}
                  </Button>
                ) : null}
              </>
            )}
          </aside>
        </div>
      )}
      <Dialogs
        open={open}
        templates={known}
        onOpen={setOpen}
        onSelect={() => undefined}
        onGone={() => navigate(pathTo('students'))}
      />
    </main>
  );
}
