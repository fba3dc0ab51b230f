import type { Stack } from '@sello/dev-stack';

// Runs in the page: records every value that a progress bar shows, in order.
export const watchBars = `
  window.seenProgress = [];
  new MutationObserver(() => {
    for (const bar of document.querySelectorAll('[role=progressbar]')) {
      const value = bar.getAttribute('aria-valuenow');
      if (value !== null && window.seenProgress.at(-1) !== value) window.seenProgress.push(value);
    }
  }).observe(document.body, { subtree: true, childList: true, attributes: true });
`;

/**
 * Stops the render-worker for 375 of every 400 ms, until the returned function is called. Otherwise 197 certificates would
 * be issued in less than the 200 ms between two progress events, and no progress would be visible.
 */
export function slowDown(stack: Stack): () => void {
  const worker = stack.processes.find(({ name }) => name === 'render-worker')!;
  let release: NodeJS.Timeout | undefined;
  const stop = () => {
    worker.kill('SIGSTOP');
    release = setTimeout(() => worker.kill('SIGCONT'), 375);
  };
  // At once: within its first 400 ms a worker on an idle machine would issue them all.
  stop();
  const timer = setInterval(stop, 400);
  return () => {
    clearInterval(timer);
    clearTimeout(release);
    worker.kill('SIGCONT');
  };
}
