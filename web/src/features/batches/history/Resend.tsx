import { type Batch, batchesApi } from '@sello/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/index.ts';
import { useIdempotencyKey } from '../../../api/useIdempotencyKey.ts';
import { showStart } from '../../../batches/actions.ts';
import { useFormat } from '../../../i18n/format.ts';
import { Confirm } from '../../../ui/dialog/Confirm.tsx';
import { useSaving } from '../../../ui/saving/useSaving.ts';
import { toastError } from '../../../ui/toast/toastError.ts';

/** Asks before e-mails are sent again: people who have the first letter get a second one. */
export function Resend({
  batch,
  row,
  onClose,
}: {
  batch: Batch;
  /** The place of one row, or all whose outcome is unknown. */
  row: 'unknown' | number;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const queries = useQueryClient();
  const idempotencyKey = useIdempotencyKey([batch._id, row]);
  const count = row === 'unknown' ? (batch.unknown ?? 0) : 1;
  const values = { count, number: format.count(count) };
  const resend = useSaving({
    mutationFn: (_, signal) =>
      call(batchesApi, 'resend', {
        body: { id: batch._id, ...(row === 'unknown' ? {} : { indexes: [row] }) },
        ...{ idempotencyKey, signal },
      }),
    onSuccess: ({ batchId }) => {
      showStart(batchId);
      void queries.invalidateQueries({ queryKey: ['batches'] });
      onClose();
    },
    onError: (error) => toastError(error, t),
  });
  return (
    <Confirm
      title={t('batchPages.resend.title', values)}
      act={t('batchPages.resend.act', values)}
      keep={t('batchPages.resend.keep')}
      danger={false}
      work={resend}
      onAct={() => resend.mutate()}
      onClose={onClose}
    >
      {row === 'unknown' ? <p>{t('batchPages.resend.text', values)}</p> : null}
      <p className="mute">{t('batchPages.resend.twice')}</p>
    </Confirm>
  );
}
