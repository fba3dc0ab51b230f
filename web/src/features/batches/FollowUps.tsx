import { type Batch, isArchiveKind } from '@sello/contracts';
import type { TFunction } from 'i18next';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, NETWORK_ERROR } from '../../api/client.ts';
import { downloadZip, errorsShown, forgetStart, showStart, startedHere } from '../../batches/actions.ts';
import { dropFollowUp, readFollowUps, sendFollowUp } from '../../batches/followUp.ts';
import { tray } from '../../batches/store.ts';
import { hasEnded } from '../../batches/tray.ts';
import { formattersNow } from '../../i18n/format.ts';
import { useStore } from '../../state/useStore.ts';
import { toast } from '../../ui/toast/queue.ts';
import { toastError } from '../../ui/toast/toastError.ts';
import { BatchDialog } from './BatchDialog.tsx';
import { notifyEnd } from './notify.ts';

/** What happens when a batch ends: the toast, the errors' dialog, and the e-mails that were requested with it. */
export function FollowUps() {
  const { t } = useTranslation();
  const { jobs, tenantId } = useStore(tray);
  const mine = useStore(startedHere);
  const shown = useStore(errorsShown);
  const sending = useRef(new Set<string>());

  useEffect(() => {
    for (const id of mine) {
      const batch = jobs.get(id)?.batch;
      if (!batch || !hasEnded(batch)) continue;
      forgetStart(id);
      notifyEnd(batch, toastEnd(batch, t));
    }
  }, [jobs, mine, t]);

  useEffect(() => {
    for (const followUp of readFollowUps()) {
      const batch = jobs.get(followUp.batchId)?.batch;
      if (!batch || followUp.tenantId !== tenantId || !hasEnded(batch) || sending.current.has(batch._id))
        continue;
      sending.current.add(batch._id);
      sendFollowUp(followUp, batch)
        .then((batchId) => {
          dropFollowUp(followUp.batchId);
          if (batchId) showStart(batchId);
        })
        .catch((error: unknown) => {
          // A network error is retried at the next change; a refusal is shown once.
          if (error instanceof ApiError && (error.code === NETWORK_ERROR || error.status >= 500)) {
            sending.current.delete(batch._id);
            return;
          }
          dropFollowUp(followUp.batchId);
          toastError(error, t);
        });
    }
  }, [jobs, tenantId, t]);

  return shown ? <BatchDialog batchId={shown} onClose={() => errorsShown.set(null)} /> : null;
}

/** Returns what the toast says. */
function toastEnd(batch: Batch, t: TFunction): string {
  const { count } = formattersNow();
  if (batch.state === 'cancelled') {
    const title = t('batches.ended.cancelled');
    toast({ tone: 'info', title });
    return title;
  }
  const title = t(`batches.ended.${batch.kind}`, { count: batch.done, number: count(batch.done) });
  if (batch.failed === 0) {
    const action = isArchiveKind(batch.kind)
      ? { label: t('batches.download'), run: () => void downloadZip(batch._id, t) }
      : undefined;
    toast({ tone: 'ok', title, action });
    return title;
  }
  const text = t('batches.ended.failed', { count: batch.failed, number: count(batch.failed) });
  toast({
    ...{ tone: 'warn', title, text },
    action: { label: t('batches.seeErrors'), run: () => errorsShown.set(batch._id) },
  });
  return `${title}, ${text}`;
}
