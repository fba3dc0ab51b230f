import { type BriefStudent, studentsApi } from '@sello/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/index.ts';
import { useFormat } from '../../i18n/format.ts';
import { Confirm } from '../../ui/dialog/Confirm.tsx';
import { toast } from '../../ui/toast/queue.ts';
import { toastError } from '../../ui/toast/toastError.ts';

const namesShown = 4;

/** Deletes one student or many; certificates issued to them can still be verified. */
export function DeleteStudents({
  students,
  onClose,
  onGone,
}: {
  students: readonly BriefStudent[];
  onClose: () => void;
  onGone: (ids: readonly string[]) => void;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const queries = useQueryClient();
  const ids = students.map((student) => student._id);
  const values = { count: students.length, number: format.count(students.length) };
  const remove = useMutation({
    mutationFn: async () => {
      if (students.length === 1) await call(studentsApi, 'delete', { query: { id: ids[0]! } });
      else await call(studentsApi, 'delete-batch', { body: { ids } });
    },
    onSuccess: () => {
      onGone(ids);
      void queries.invalidateQueries({ queryKey: ['students'] });
      toast({ tone: 'ok', title: t('students.delete.done', values) });
      onClose();
    },
    onError: (error) => toastError(error, t),
  });
  const names = students.slice(0, namesShown).map((student) => student.fullName);
  if (students.length > namesShown) {
    const more = students.length - namesShown;
    names.push(t('students.delete.others', { count: more, number: format.count(more) }));
  }
  return (
    <Confirm
      title={t('students.delete.title', values)}
      act={t('students.delete.act', values)}
      keep={t('students.delete.keep', values)}
      working={remove.isPending}
      onAct={() => remove.mutate()}
      onClose={onClose}
    >
      <p>{t('students.delete.text', { count: students.length, names: format.list(names) })}</p>
    </Confirm>
  );
}
