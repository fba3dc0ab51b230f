import { studentsApi } from '@sello/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showGone } from '../../api/shown-rows.ts';
import { activeClient } from '../../api/tenant-client.ts';
import { useFormat } from '../../i18n/format.ts';
import { Confirm } from '../../ui/dialog/Confirm.tsx';
import { useSaving } from '../../ui/saving/useSaving.ts';
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
  const [client] = useState(activeClient);
  const students = [...selection.students.values()];
  const ids = students.map((student) => student._id);
  const isRule = hasRule(selection);
  const size = sizeOf(selection);
  const values = { count: size, number: format.count(size) };
  const remove = useSaving({
    mutationFn: async (_, signal): Promise<{ deleted: number; deletion: string } | undefined> => {
      if (isRule) {
        const act = (count: number): string =>
          t('studentDetails.delete.act', { count, number: format.count(count) });
        return sendRule(selection, act, (rule) =>
          client.call(studentsApi, 'delete-batch', { body: { selection: rule }, signal }),
        );
      }
      if (students.length > 1) return client.call(studentsApi, 'delete-batch', { body: { ids }, signal });
      const { deletion } = await client.call(studentsApi, 'delete', { query: { id: ids[0]! }, signal });
      return { deleted: 1, deletion };
    },
    onSuccess: (done) => {
      onClose();
      // The person gave it up when asked about those who were added since.
      if (done === undefined) return;
      const { deleted, deletion } = done;
      onGone(isRule ? null : ids);
      if (!isRule) showGone(queries, ['students', 'list'], ids);
      void queries.invalidateQueries({ queryKey: ['students'] });
      toast({
        tone: 'ok',
        title: t('studentDetails.delete.done', { count: deleted, number: format.count(deleted) }),
        action: { label: t('studentDetails.delete.undo'), run: () => void undo(deletion) },
      });
    },
    onError: (error) => toastError(error, t),
  });
  const undo = async (deletion: string): Promise<void> => {
    try {
      const { restored } = await client.call(studentsApi, 'restore', { body: { deletion } });
      void queries.invalidateQueries({ queryKey: ['students'] });
      toast({
        tone: 'ok',
        title: t('studentDetails.delete.undone', { count: restored, number: format.count(restored) }),
      });
    } catch (error) {
      toastError(error, t);
    }
  };
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
      work={remove}
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
