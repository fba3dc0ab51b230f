import { type Student, studentsApi, type TemplateSummary } from '@sello/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/index.ts';
import { showSaved } from '../../../api/shown-rows.ts';
import { textOfCode } from '../../../errors/describe.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { toast } from '../../../ui/toast/queue.ts';
import { toastError } from '../../../ui/toast/toastError.ts';
import {
  type AskedField,
  asked,
  bodyOf,
  type Draft,
  draftOf,
  isRequired,
  type Problems,
  problemsOf,
} from './rules.ts';
import './own-fields.css';
import { Cancel } from '../../../ui/saving/Cancel.tsx';
import { useSaving } from '../../../ui/saving/useSaving.ts';
import { customOf, OwnFields, ownFieldsOf, ownProblems } from './OwnFields.tsx';
import { StudentField } from './StudentField.tsx';

/** Creates or edits a student. Errors are shown below their fields and the first invalid field gets the focus. */
export function StudentForm({
  student,
  focus,
  templates,
  onClose,
}: {
  student: Student | undefined;
  /** The field that gets the focus at first. */
  focus?: string | undefined;
  templates: readonly TemplateSummary[];
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(() => draftOf(student));
  const [own, setOwn] = useState(() => ownFieldsOf(student?.custom ?? {}));
  const [ownFaults, setOwnFaults] = useState<ReturnType<typeof ownProblems>>(new Map());
  const [problems, setProblems] = useState<Problems>({});
  const set = (change: Partial<Draft>): void => {
    setDraft({ ...draft, ...change });
    setProblems(Object.fromEntries(Object.entries(problems).filter(([name]) => !(name in change))));
  };
  const save = useSaving({
    mutationFn: (_, signal) =>
      call(studentsApi, 'upsert', {
        ...{ body: { ...bodyOf(draft, student), custom: customOf(own) }, signal },
      }),
    onSuccess: (saved) => {
      showSaved(queries, ['students', 'list'], saved);
      void queries.invalidateQueries({ queryKey: ['students'] });
      toast({ tone: 'ok', title: t('students.form.saved', { name: saved.fullName }) });
      onClose();
    },
    onError: (error) => toastError(error, t),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (save.isPending) return;
    const found = problemsOf(draft, student);
    const faults = ownProblems(own);
    setProblems(found);
    setOwnFaults(faults);
    const first = Object.keys(found)[0] ?? [...faults.keys()].map((key) => `own-${key}`)[0];
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    else save.mutate();
  };
  useEffect(() => {
    const column = /^custom\.(.+)$/.exec(focus ?? '')?.[1];
    const key = column && ownFieldsOf(student?.custom ?? {}).find(({ name }) => name === column)?.key;
    const name = column === undefined ? focus : `own-${key}`;
    if (name) form.current?.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`)?.focus();
  }, [focus, student]);
  const textOf = (name: AskedField['name']): string | undefined => {
    const problem = problems[name];
    if (problem === undefined) return undefined;
    if (problem === 'full_name_required') return t('students.form.fullNameRequired');
    return textOfCode(problem, { field: t(`students.form.${name}`) }, t);
  };

  return (
    <Dialog
      title={student ? t('students.form.edit') : t('students.form.new')}
      onClose={onClose}
      work={save}
      className="student-form"
      end={
        <>
          <Cancel work={save} onClose={onClose} />
          <Button working={save.isPending} onClick={() => form.current?.requestSubmit()}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <form className="body fields" ref={form} onSubmit={submit} noValidate>
        {asked.map((field) => (
          <StudentField
            key={field.name}
            field={field}
            value={draft[field.name]}
            error={textOf(field.name)}
            isRequired={isRequired(field, student)}
            templates={templates}
            onChange={(value) => set({ [field.name]: value })}
          />
        ))}
        <OwnFields
          fields={own}
          problems={ownFaults}
          onChange={(fields) => {
            setOwn(fields);
            setOwnFaults(new Map());
          }}
        />
        <input type="submit" hidden />
      </form>
    </Dialog>
  );
}
