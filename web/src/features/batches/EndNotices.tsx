import { type Batch, isArchiveKind } from '@sello/contracts';
import type { TFunction } from 'i18next';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadZip, errorsShown, forgetStart, showStart, startedHere } from '../../batches/actions.ts';
import { tray } from '../../batches/store.ts';
import { hasEnded } from '../../batches/tray.ts';
import { formattersNow } from '../../i18n/format.ts';
import { useStore } from '../../state/useStore.ts';
import { toast } from '../../ui/toast/queue.ts';
import { BatchDialog } from './BatchDialog.tsx';
import { notifyEnd } from './notify.ts';

/** What happens when a batch ends: the toast and the errors' dialog. */
export function EndNotices() {
  const { t } = useTranslation();
  const { jobs } = useStore(tray);
  const mine = useStore(startedHere);
  const shown = useStore(errorsShown);
  const followed = useRef(new Set<string>());

  useEffect(() => {
    for (const id of mine) {
      const batch = jobs.get(id)?.batch;
      if (!batch || !hasEnded(batch)) continue;
      forgetStart(id);
      notifyEnd(batch, toastEnd(batch, t));
      if (batch.afterwards?.emails && batch.state === 'done') followed.current.add(id);
    }
    // The e-mails that follow a batch of this window end with a notice of their own.
    for (const { batch } of jobs.values()) {
      if (batch.after !== undefined && followed.current.delete(batch.after)) showStart(batch._id);
    }
  }, [jobs, mine, t]);

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
  const text = t(batch.kind === 'email' ? 'batches.ended.unaccepted' : 'batches.ended.failed', {
    count: batch.failed,
    number: count(batch.failed),
  });
  toast({
    ...{ tone: 'warn', title, text },
    action: { label: t('batches.seeErrors'), run: () => errorsShown.set(batch._id) },
  });
  return `${title}, ${text}`;
}
