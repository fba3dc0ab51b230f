import { type Student, studentsApi } from '@sello/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/index.ts';
import { showGone } from '../../api/shown-rows.ts';
import { causeOf } from '../../errors/describe.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { Field, TextField } from '../../ui/field/Field.tsx';
import { Name } from '../../ui/name/Name.tsx';
import { Cancel } from '../../ui/saving/Cancel.tsx';
import { useSaving } from '../../ui/saving/useSaving.ts';
import { toast } from '../../ui/toast/queue.ts';
import { isSameName } from './same-name.ts';

const goes = ['goesRecord', 'goesCertificates', 'goesTraces'] as const;
const stays = ['staysHash', 'staysEntry'] as const;

/** Erases a student with all certificates and files, for a holder who asks for it; the name is typed to confirm. */
export function EraseStudent({
  student,
  onClose,
  onGone,
}: {
  student: Pick<Student, '_id' | 'fullName'>;
  onClose: () => void;
  onGone: (ids: readonly string[]) => void;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const form = useId();
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const isConfirmed = isSameName(typed, student.fullName);
  const erase = useSaving({
    mutationFn: (_, signal) => {
      const noted = reason.trim();
      return call(studentsApi, 'erase', {
        body: { id: student._id, ...(noted ? { reason: noted } : {}) },
        signal,
      });
    },
    onSuccess: () => {
      onGone([student._id]);
      for (const list of ['list', 'trash']) showGone(queries, ['students', list], [student._id]);
      void queries.invalidateQueries({ queryKey: ['students'] });
      void queries.invalidateQueries({ queryKey: ['batches'] });
      toast({ tone: 'ok', title: t('studentDetails.erase.done') });
      onClose();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isConfirmed && !erase.isPending) erase.mutate();
  };
  return (
    <Dialog
      title={t('studentDetails.erase.title')}
      onClose={onClose}
      alert
      work={erase}
      end={
        <>
          <Cancel work={erase} onClose={onClose}>
            {t('studentDetails.erase.keep')}
          </Cancel>
          <Button
            type="submit"
            form={form}
            kind="danger-full"
            working={erase.isPending}
            disabled={!isConfirmed}
          >
            {t('studentDetails.erase.act')}
          </Button>
        </>
      }
    >
      <form className="body stack" id={form} onSubmit={submit}>
        <p>
          <Name text={student.fullName} strong />
          <br />
          {t('studentDetails.erase.lead')}
        </p>
        <Consequences
          title={t('studentDetails.erase.goes')}
          lines={goes.map((line) => t(`studentDetails.erase.${line}`))}
        />
        <Consequences
          title={t('studentDetails.erase.stays')}
          lines={stays.map((line) => t(`studentDetails.erase.${line}`))}
        />
        <p className="hint">{t('studentDetails.erase.deadline')}</p>
        <TextField
          label={t('studentDetails.erase.name')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
          autoCapitalize="words"
          spellCheck={false}
        />
        <Field label={t('studentDetails.erase.reason')} hint={t('studentDetails.erase.reasonHint')}>
          {(bound) => (
            <input
              className="input"
              maxLength={500}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
              {...bound}
            />
          )}
        </Field>
        {erase.error ? (
          <p className="hint bad" role="alert">
            {causeOf(erase.error, t)}
          </p>
        ) : null}
      </form>
    </Dialog>
  );
}

function Consequences({ title, lines }: { title: string; lines: readonly string[] }) {
  const id = useId();
  return (
    <div>
      <p className="label" id={id}>
        {title}
      </p>
      <ul className="consequences" aria-labelledby={id}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}
