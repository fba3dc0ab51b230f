/**
 * Calls `run` at once, and again at the end of `ms` if it was asked for meanwhile: what is asked for ten times a second
 * is done once in `ms`, and never left out. `stop` drops what is still due.
 */
export function atMostEvery(ms: number, run: () => void): { ask(): void; stop(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isDue = false;
  const go = (): void => {
    isDue = false;
    timer = setTimeout(() => {
      timer = undefined;
      if (isDue) go();
    }, ms);
    run();
  };
  return {
    ask() {
      if (timer === undefined) go();
      else isDue = true;
    },
    stop: () => clearTimeout(timer),
  };
}
