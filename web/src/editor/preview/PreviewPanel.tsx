import './preview.css';
import type { Student } from '@sello/contracts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { causeOf } from '../../errors/describe.ts';
import { useFormat } from '../../i18n/format.ts';
import { Button, IconButton } from '../../ui/button/Button.tsx';
import { Icon } from '../../ui/icon/Icon.tsx';
import { Name } from '../../ui/name/Name.tsx';
import { SearchField } from '../../ui/search/SearchField.tsx';
import { EditorIcon } from '../icons.tsx';
import { useEditor, useEditorState, useView } from '../session/use-editor.ts';
import { ShownValues } from './ShownValues.tsx';
import { countEmpty, type Extreme, extremeOf, valuesOfStudent } from './student-values.ts';
import { useStudents } from './use-students.ts';

const extremes = ['shortest', 'longest', 'emptiest'] as const satisfies readonly Extreme[];

/** In the inspector's place: fills the page with a student of the organization. Nothing of it becomes a part of the template. */
export function PreviewPanel() {
  const { t } = useTranslation();
  const format = useFormat();
  const session = useEditor();
  const design = useEditorState((state) => state.design);
  const shown = useView((view) => view.shown);
  const [search, setSearch] = useState('');
  const { state, students, total, nextCursor, error, fetchMore } = useStudents(search);
  const shownId = shown.kind === 'student' ? shown.studentId : null;
  const at = students.findIndex(({ _id }) => _id === shownId);

  const show = (student: Student | undefined) => {
    if (!student) return;
    const { _id: studentId, fullName } = student;
    const values = valuesOfStudent(session.state.design, student, session.tenant);
    session.setView({ shown: { kind: 'student', studentId, fullName, values } });
  };
  // Whoever asks for a student sees one at once.
  const first = students[0];
  useEffect(() => {
    if (!first || session.view.get().shown.kind === 'student') return;
    const values = valuesOfStudent(session.state.design, first, session.tenant);
    session.setView({ shown: { kind: 'student', studentId: first._id, fullName: first.fullName, values } });
  }, [first, session]);
  const emptyOf = (student: Student) => countEmpty(design, valuesOfStudent(design, student, session.tenant));
  const about = (student: Student): string => {
    const empty = emptyOf(student);
    if (empty === 0) return student.idNumber || student.email || '—';
    return t('editorContent.preview.empty', { count: empty, number: format.count(empty) });
  };
  return (
    <aside className="insp preview" aria-label={t('editorContent.preview.title')}>
      <div className="what">
        <EditorIcon name="eye" />
        <span>{t('editorContent.preview.title')}</span>
        <IconButton
          icon="cross"
          className="push"
          label={t('editorContent.preview.close')}
          onClick={() => session.setView({ isPickingStudent: false, shown: { kind: 'names' } })}
        />
      </div>
      <section>
        <div className="who">
          <h2>{t('editorContent.preview.student')}</h2>
          <span className="steps">
            <IconButton
              icon="up"
              label={t('editorContent.preview.previous')}
              disabled={at <= 0}
              onClick={() => show(students[at - 1])}
            />
            <IconButton
              icon="down"
              label={t('editorContent.preview.next')}
              disabled={at < 0 || at >= students.length - 1}
              onClick={() => show(students[at + 1])}
            />
          </span>
        </div>
        <SearchField label={t('editorContent.preview.find')} value={search} onChange={setSearch} />
        <ul className="found" aria-busy={state === 'loading' || undefined}>
          {students.map((student) => (
            <li key={student._id} className={student._id === shownId ? 'is-on' : undefined}>
              <button type="button" aria-pressed={student._id === shownId} onClick={() => show(student)}>
                <b>
                  <Name text={student.fullName} />
                </b>
                <small>{about(student)}</small>
              </button>
            </li>
          ))}
          {nextCursor === null || state === 'failed' ? null : (
            <li>
              <Button kind="bare" size="small" working={state === 'loading'} onClick={fetchMore}>
                {t('editorContent.preview.more', { number: format.count(total - students.length) })}
              </Button>
            </li>
          )}
        </ul>
        {state === 'loading' && students.length === 0 ? <span className="skel found-skel" /> : null}
        {state === 'ready' && students.length === 0 ? (
          <p className="hint">{t(search ? 'editorContent.preview.none' : 'editorContent.preview.nobody')}</p>
        ) : null}
        {state === 'failed' ? (
          <>
            <p className="hint bad" role="alert">
              <Icon name="bang" />
              <span>{causeOf(error, t)}</span>
            </p>
            <Button kind="line" size="small" onClick={fetchMore}>
              {t('common.tryAgain')}
            </Button>
          </>
        ) : null}
        <div className="jumps">
          {extremes.map((extreme) => (
            <Button
              key={extreme}
              kind="line"
              size="small"
              disabled={students.length === 0}
              onClick={() => show(extremeOf(students, extreme, emptyOf))}
            >
              {t(`editorContent.preview.${extreme}`)}
            </Button>
          ))}
        </div>
        {total > students.length ? (
          <p className="hint num">
            {t('editorContent.preview.ofFirst', {
              count: students.length,
              number: format.count(students.length),
              total: format.count(total),
            })}
          </p>
        ) : null}
      </section>
      {shown.kind === 'student' ? <ShownValues design={design} values={shown.values} /> : null}
      <section>
        <p className="small mute">{t('editorContent.preview.same')}</p>
      </section>
    </aside>
  );
}
