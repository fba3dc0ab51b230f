import { useCallback, useEffect, useRef, useState } from 'react';

/** Work that a person starts in a component, one at a time. */
export interface Started {
  isPending: boolean;
  /** Why the last one failed; undefined while another one is running. */
  error: unknown;
  /**
   * Starts work in place of the former, which is aborted: `onDone` and `onError` are called for the last one alone, and not
   * after `cancel` or when the component is gone. `work` passes its signal on to its calls.
   */
  start<Result>(
    work: (signal: AbortSignal) => Promise<Result>,
    onDone?: (result: Result) => void,
    onError?: (error: unknown) => void,
  ): void;
  /** Ends the waiting; nothing of what was started is shown. */
  cancel(): void;
}

const idle = { isPending: false, error: undefined as unknown };

/**
 * The owner of work that a person starts: an answer is dropped when another one is asked for by then. What is saved, and may
 * be carried out although nobody waits for it, is `useSaving`.
 */
export function useStarted(): Started {
  const [state, setState] = useState(idle);
  const running = useRef<AbortController>(undefined);
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
      // Development ends and begins every effect once more.
      queueMicrotask(() => isMounted.current || running.current?.abort());
    };
  }, []);
  const cancel = useCallback(() => {
    running.current?.abort();
    setState(idle);
  }, []);
  const start = useCallback<Started['start']>((work, onDone, onError) => {
    running.current?.abort();
    running.current = new AbortController();
    const { signal } = running.current;
    setState({ isPending: true, error: undefined });
    const end = (error: unknown, then: () => void): void => {
      if (signal.aborted || !isMounted.current) return;
      setState({ isPending: false, error });
      then();
    };
    // Begun at once, as by a function that was called: the browser lets a page copy or open only then.
    (async () => work(signal))().then(
      (result) => end(undefined, () => onDone?.(result)),
      (error: unknown) => end(error, () => onError?.(error)),
    );
  }, []);
  return { ...state, start, cancel };
}
