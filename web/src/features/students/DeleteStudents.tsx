import { studentsApi } from '@sello/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/index.ts';
import { useFormat } from '../../i18n/format.ts';
import { Confirm } from '../../ui/dialog/Confirm.tsx';
import { toast } from '../../ui/toast/queue.ts';
import { toastError } from '../../ui/toast/toastError.ts';
import { sendRule } from './many/growth.ts';
import { hasRule } from './many/scope.ts';
import { type Selection, sizeOf } from './selection.ts';

const namesShown = 4;

/** Deletes one student or many; certificates issued to them can still be verified. */
export function DeleteStudents({
  selection,
  onClose,
  onGone,
}: {
  selection: Selection;
  onClose: () => void;
  onGone: (ids: readonly string[] | null) => void;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const queries = useQueryClient();
  const students = [...selection.students.values()];
  const ids = students.map((student) => student._id);
  const isRule = hasRule(selection);
  const size = sizeOf(selection);
  const values = { count: size, number: format.count(size) };
  const remove = useMutation({
    mutationFn: async (): Promise<number | undefined> => {
      if (isRule) {
        const act = (count: number): string =>
          t('studentDetails.delete.act', { count, number: format.count(count) });
        const answer = await sendRule(selection, act, (rule) =>
          call(studentsApi, 'delete-batch', { body: { selection: rule } }),
        );
        return answer?.deleted;
      }
      if (students.length === 1) await call(studentsApi, 'delete', { query: { id: ids[0]! } });
      else await call(studentsApi, 'delete-batch', { body: { ids } });
      return size;
    },
    onSuccess: (deleted) => {
      onClose();
      // The person gave it up when asked about those who were added since.
      if (deleted === undefined) return;
      onGone(isRule ? null : ids);
      void queries.invalidateQueries({ queryKey: ['students'] });
      toast({
        tone: 'ok',
        title: t('studentDetails.delete.done', { count: deleted, number: format.count(deleted) }),
      });
    },
    onError: (error) => toastError(error, t),
  });
  const names = students.slice(0, namesShown).map((student) => student.fullName);
  if (students.length > namesShown) {
    const more = students.length - namesShown;
    names.push(t('studentDetails.delete.others', { count: more, number: format.count(more) }));
  }
  return (
    <Confirm
      title={t('studentDetails.delete.title', values)}
      act={t('studentDetails.delete.act', values)}
      keep={t('studentDetails.delete.keep', values)}
      working={remove.isPending}
      onAct={() => remove.mutate()}
      onClose={onClose}
    >
      <p>
        {isRule
          ? t('studentDetails.bulk.deleteText', values)
          : t('studentDetails.delete.text', { count: students.length, names: format.list(names) })}
      </p>
    </Confirm>
  );
}
