/** The chunks that could not be loaded, by URL: how often. */
const failures = new Map<string, number>();

/**
 * Handles the failure of a dynamic import; the build calls it. A browser may remember for the life of the page that a module
 * could not be loaded (HTML, "module map"), so whoever asks again gets it under another URL. Safari does not say which one
 * it was: there only a reload of the page helps.
 */
globalThis.importAgain = (error) => {
  const url = /https?:\S+\.js/.exec(String(error))?.[0] ?? '';
  const failed = failures.get(url) ?? 0;
  if (!url || !failed) {
    failures.set(url, 1);
    throw error;
  }
  return import(/* @vite-ignore */ `${url}?again=${failed}`).catch((again: unknown) => {
    failures.set(url, failed + 1);
    throw again;
  });
};

declare global {
  var importAgain: (error: unknown) => Promise<unknown>;
}

export {};
