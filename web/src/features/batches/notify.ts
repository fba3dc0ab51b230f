import type { Batch } from '@sello/contracts';

/** A batch that took less has hardly been waited for, ms. */
const longMs = 10_000;
const mark = '● ';

/** The title before the first of the batches that ended unseen, and the one that is shown for them. */
let titleBefore: string | undefined;
let titleNow = '';

/**
 * Tells somebody who looks elsewhere that a long batch has ended: in the title of the tab until they look at it, and by a
 * notice of the system if they allowed it.
 */
export function notifyEnd(batch: Batch, said: string): void {
  const began = Date.parse(batch.startedAt ?? batch.createdAt);
  const took = Date.parse(batch.endedAt ?? new Date().toISOString()) - began;
  if (document.visibilityState !== 'hidden' || took < longMs) return;
  titleBefore ??= document.title;
  titleNow = `${mark}${said}`;
  document.title = titleNow;
  document.addEventListener('visibilitychange', restoreTitle);
  if (noticesAllowed() === 'granted') {
    const notice = new Notification(said, { tag: batch._id });
    notice.onclick = () => {
      window.focus();
      notice.close();
    };
  }
}

function restoreTitle(): void {
  if (document.visibilityState === 'hidden') return;
  document.removeEventListener('visibilitychange', restoreTitle);
  // Another page may have set its own since.
  if (titleBefore !== undefined && document.title === titleNow) document.title = titleBefore;
  titleBefore = undefined;
}

/** Whether notices of the system may be shown; `unsupported` where there are none. */
export function noticesAllowed(): NotificationPermission | 'unsupported' {
  return typeof Notification === 'undefined' ? 'unsupported' : Notification.permission;
}
