import { createStore } from './store.ts';

/** Between two checks whether the server answers again, ms. */
const pause = 5_000;

/** Whether there is no connection: the browser has none, or the server answers nothing. */
export const offline = createStore('navigator' in globalThis && navigator.onLine === false);

let isChecking = false;

/** Asks whether anything of the server answers, after a request that got no response, until something does. */
export function checkConnection(): void {
  if (isChecking) return;
  isChecking = true;
  void (async () => {
    for (;;) {
      if (!navigator.onLine) break;
      const answers = await fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
        () => true,
        () => false,
      );
      // The browser's own events say the rest.
      if (!navigator.onLine) break;
      offline.set(!answers);
      if (answers) break;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    isChecking = false;
  })();
}

if ('window' in globalThis) {
  window.addEventListener('offline', () => offline.set(true));
  window.addEventListener('online', () => {
    offline.set(false);
    checkConnection();
  });
}
