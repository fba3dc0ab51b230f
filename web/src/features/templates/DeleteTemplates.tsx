import { type TemplateSummary, templatesApi } from '@sello/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/index.ts';
import { showGone } from '../../api/shown-rows.ts';
import { useFormat } from '../../i18n/format.ts';
import { Confirm } from '../../ui/dialog/Confirm.tsx';
import { useSaving } from '../../ui/saving/useSaving.ts';
import { shortList } from '../../ui/sheets/shortList.ts';
import { toast } from '../../ui/toast/queue.ts';
import { toastError } from '../../ui/toast/toastError.ts';

interface Props {
  templates: readonly TemplateSummary[];
  /** How many students have one of them; absent while that is not known. */
  students: number | undefined;
  onClose: () => void;
}

/** Deletes one template or many; issued certificates keep the revision that they were made from. */
export function DeleteTemplates({ templates, students, onClose }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const queries = useQueryClient();
  const ids = templates.map(({ _id }) => _id);
  const count = ids.length;
  const values = { count, number: format.count(count) };
  const remove = useSaving({
    mutationFn: (_, signal) => call(templatesApi, 'delete-batch', { body: { ids }, signal }),
    onSuccess: () => {
      showGone(queries, ['templates', 'list'], ids);
      void queries.invalidateQueries({ queryKey: ['templates'] });
      toast({ tone: 'ok', title: t('templates.delete.done', values) });
      onClose();
    },
    onError: (error) => toastError(error, t),
  });
  const names = shortList(templates, format, (more) =>
    t('templates.delete.others', { count: more, number: format.count(more) }),
  );
  return (
    <Confirm
      title={t('templates.delete.title', values)}
      act={t('templates.delete.act', values)}
      keep={t('templates.delete.keep', values)}
      work={remove}
      onAct={() => remove.mutate()}
      onClose={onClose}
    >
      <p>
        {t('templates.delete.text', { count, names })}{' '}
        {students === undefined
          ? null
          : students === 0
            ? t('templates.delete.noStudents')
            : t('templates.delete.students', { count: students, number: format.count(students) })}
      </p>
      <p className="mute">{t('templates.delete.issued')}</p>
    </Confirm>
  );
}
