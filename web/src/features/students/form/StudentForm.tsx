import { type Student, studentsApi, type TemplateSummary } from '@sello/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/index.ts';
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
import { customOf, OwnFields, ownFieldsOf, ownProblems } from './OwnFields.tsx';
import { StudentField } from './StudentField.tsx';

/** Creates or edits a student. Errors are shown below their fields and the first invalid field gets the focus. */
export function StudentForm({
  student,
  templates,
  onClose,
}: {
  student: Student | undefined;
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
  const save = useMutation({
    mutationFn: () =>
      call(studentsApi, 'upsert', {
        body: { ...bodyOf(draft, student), custom: customOf(own) },
      }),
    onSuccess: (saved) => {
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
      busy={save.isPending}
      className="student-form"
      end={
        <>
          <Button kind="line" onClick={onClose} disabled={save.isPending}>
            {t('common.cancel')}
          </Button>
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
