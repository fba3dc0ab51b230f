import { isolated, limits, type Student, studentsApi, type TemplateSummary } from '@sello/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/index.ts';
import { useCountryChoices } from '../../../i18n/countries.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { CheckChoice } from '../../../ui/choice/Choice.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { SelectField, TextField } from '../../../ui/field/Field.tsx';
import { toast } from '../../../ui/toast/queue.ts';
import { toastError } from '../../batches/actions.ts';
import {
  bodyOf,
  type Draft,
  draftOf,
  type Problem,
  type Problems,
  problemsOf,
  typedLetter,
} from './rules.ts';

/** A student, new or known. Faults show below their fields and the first gets the focus. */
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
  const countries = useCountryChoices();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(() => draftOf(student));
  const [problems, setProblems] = useState<Problems>({});
  const set = (change: Partial<Draft>): void => {
    setDraft({ ...draft, ...change });
    setProblems(Object.fromEntries(Object.entries(problems).filter(([name]) => !(name in change))));
  };
  const save = useMutation({
    mutationFn: () => call(studentsApi, 'upsert', { body: bodyOf(draft, student) }),
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
    setProblems(found);
    const first = Object.keys(found)[0];
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    else save.mutate();
  };
  const textOf = (problem: Problem | undefined, field?: string): string | undefined =>
    problem === undefined
      ? undefined
      : problem === 'full_name_required'
        ? t('students.form.fullNameRequired')
        : t(`errors.${problem}`, { field });

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
        <TextField
          className="wide"
          label={t('students.form.fullName')}
          name="fullName"
          value={draft.fullName}
          onChange={(event) => set({ fullName: event.target.value })}
          error={textOf(problems.fullName, t('students.form.fullName'))}
          required
          maxLength={300}
          autoComplete="off"
        />
        <TextField
          label={t('students.form.idNumber')}
          name="idNumber"
          value={draft.idNumber}
          onChange={(event) => set({ idNumber: event.target.value })}
          error={textOf(problems.idNumber, t('students.form.idNumber'))}
          maxLength={100}
          autoComplete="off"
        />
        <TextField
          label={t('students.form.email')}
          name="email"
          type="email"
          value={draft.email}
          onChange={(event) => set({ email: event.target.value })}
          error={textOf(problems.email)}
          required={!student || Boolean(student.email)}
          maxLength={254}
          autoComplete="off"
        />
        <SelectField
          label={t('students.form.country')}
          name="country"
          value={draft.country}
          onChange={(event) => set({ country: event.target.value })}
        >
          {countries.some(({ value }) => value === draft.country) ? null : <option>{draft.country}</option>}
          {countries.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t('students.form.template')}
          name="templateId"
          value={draft.templateId}
          onChange={(event) => set({ templateId: event.target.value })}
        >
          <option value="">{t('students.form.noTemplate')}</option>
          {templates.map((template) => (
            <option key={template._id} value={template._id}>
              {isolated(template.name)}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t('students.form.startDate')}
          name="startDate"
          type="date"
          value={draft.startDate}
          onChange={(event) => set({ startDate: event.target.value })}
        />
        <TextField
          label={t('students.form.endDate')}
          name="endDate"
          type="date"
          value={draft.endDate}
          onChange={(event) => set({ endDate: event.target.value })}
          error={textOf(problems.endDate)}
        />
        <TextField
          label={t('students.form.scoreNumeric')}
          name="scoreNumeric"
          type="number"
          inputMode="decimal"
          min={0}
          max={limits.scoreNumericMax}
          step={limits.scoreNumericStep}
          value={draft.scoreNumeric}
          onChange={(event) => set({ scoreNumeric: event.target.value })}
          error={textOf(problems.scoreNumeric)}
        />
        <TextField
          label={t('students.form.scoreLetter')}
          name="scoreLetter"
          value={draft.scoreLetter}
          onChange={(event) => set({ scoreLetter: typedLetter(draft.scoreLetter, event.target.value) })}
          maxLength={limits.scoreLetterLength}
          hint={t('students.form.scoreLetterHint')}
          autoComplete="off"
        />
        <CheckChoice
          checked={draft.showScoreNumeric}
          onChange={(event) => set({ showScoreNumeric: event.target.checked })}
        >
          {t('students.form.showScoreNumeric')}
        </CheckChoice>
        <CheckChoice
          checked={draft.showScoreLetter}
          onChange={(event) => set({ showScoreLetter: event.target.checked })}
        >
          {t('students.form.showScoreLetter')}
        </CheckChoice>
        <input type="submit" hidden />
      </form>
    </Dialog>
  );
}
