import { verifyApi } from '@sello/contracts';
import { useCallback, useEffect, useState } from 'react';
import { type Answer, ApiError, call, NETWORK_ERROR } from '../../api/index.ts';

type Found = Answer<(typeof verifyApi.calls)['lookup']>;

export interface Lookup {
  /** `null`: there is no such certificate. Undefined while nothing was answered. */
  found: Found | undefined;
  /** When that was answered, ms since 1970. */
  at: number;
  error: unknown;
  isFetching: boolean;
  /** Asks again; what stands stays until the answer is there. */
  again: () => void;
}

type Answered = { reference: string; found?: Found; at: number; error?: unknown };

/** How long after a fault of the line or of the server it is asked once more, ms. */
const pauseMs = 800;

/**
 * Asks for one certificate, again when the reference changes. The public pages do without the cache of answers that the
 * staff's have: they ask one question.
 */
export function useLookup(reference: string): Lookup {
  const [answered, setAnswered] = useState<Answered>({ reference: '', at: 0 });
  const [round, setRound] = useState(0);
  const [isFetching, setFetching] = useState(reference !== '');
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further round asks the same again.
  useEffect(() => {
    setFetching(reference !== '');
    if (reference === '') return;
    const stop = new AbortController();
    const { signal } = stop;
    lookUp(reference, signal)
      .then(
        (found): Answered => ({ reference, found, at: Date.now() }),
        (error: unknown): Answered => ({ reference, error, at: Date.now() }),
      )
      .then((answer) => {
        if (signal.aborted) return;
        setAnswered((former) =>
          // A fault takes nothing away that was answered before it.
          answer.error !== undefined && former.reference === reference && former.found !== undefined
            ? { ...former, error: answer.error }
            : answer,
        );
        setFetching(false);
      });
    return () => stop.abort();
  }, [reference, round]);
  const again = useCallback(() => setRound((last) => last + 1), []);
  const isOfThis = answered.reference === reference;
  return {
    found: isOfThis ? answered.found : undefined,
    at: answered.at,
    error: isOfThis ? answered.error : undefined,
    isFetching,
    again,
  };
}

/** A fault of the line or of the server is worth one more try; a refusal is an answer. */
async function lookUp(hash: string, signal: AbortSignal): Promise<Found> {
  const ask = () => call(verifyApi, 'lookup', { query: { hash }, signal });
  try {
    return await ask();
  } catch (error) {
    const isFault = error instanceof ApiError && (error.code === NETWORK_ERROR || error.status >= 500);
    if (!isFault) throw error;
    await new Promise((resume) => setTimeout(resume, pauseMs));
    if (signal.aborted) throw error;
    return ask();
  }
}
