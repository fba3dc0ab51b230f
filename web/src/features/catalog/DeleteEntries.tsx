import { type CatalogSummary, templatesApi } from '@sello/contracts';
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

/** Deletes one entry or many; templates made from them are copies. */
export function DeleteEntries({
  entries,
  onClose,
}: {
  entries: readonly CatalogSummary[];
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const queries = useQueryClient();
  const ids = entries.map(({ _id }) => _id);
  const count = ids.length;
  const values = { count, number: format.count(count) };
  const remove = useSaving({
    mutationFn: (_, signal) => call(templatesApi, 'catalog-delete-batch', { body: { ids }, signal }),
    onSuccess: () => {
      showGone(queries, ['templates', 'catalog-list'], ids);
      void queries.invalidateQueries({ queryKey: ['templates', 'catalog-list'] });
      toast({ tone: 'ok', title: t('catalog.delete.done', values) });
      onClose();
    },
    onError: (error) => toastError(error, t, t('catalog.errorDeleting')),
  });
  const names = shortList(entries, format, (more) =>
    t('catalog.delete.others', { count: more, number: format.count(more) }),
  );
  return (
    <Confirm
      title={t('catalog.delete.title', values)}
      act={t('catalog.delete.act', values)}
      keep={t('catalog.delete.keep', values)}
      work={remove}
      onAct={() => remove.mutate()}
      onClose={onClose}
    >
      <p>{t('catalog.delete.text', { count, names })}</p>
    </Confirm>
  );
}
