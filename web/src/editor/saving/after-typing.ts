/** Milliseconds without a key or a press after which nobody is in the middle of something. */
const pauseMs = 1_000;
const acts = ['keydown', 'input', 'pointerdown'] as const;

/**
 * Calls `run` once nothing was typed or pressed for a second: a question that takes the focus in the middle of a word takes
 * its next letter as well. The returned function gives it up.
 */
export function afterTyping(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      stop();
      run();
    }, pauseMs);
  };
  const stop = (): void => {
    clearTimeout(timer);
    for (const act of acts) window.removeEventListener(act, wait, true);
  };
  for (const act of acts) window.addEventListener(act, wait, true);
  wait();
  return stop;
}
