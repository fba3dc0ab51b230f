import { verifyApi } from '@sello/contracts';
import { useCallback, useEffect, useState } from 'react';
import { type Answer, ApiError, call, NETWORK_ERROR } from '../../api/index.ts';
import { givenAnswer } from './given.ts';

type Found = Answer<(typeof verifyApi.calls)['lookup']>;

export interface Lookup {
  /** `null` when there is no such certificate; undefined before the first answer. */
  found: Found | undefined;
  /** When it was answered, ms since 1970. */
  at: number;
  error: unknown;
  isFetching: boolean;
  /** Repeats the lookup; the current result stays until the answer. */
  again: () => void;
}

type Answered = { reference: string; found?: Found; at: number; error?: unknown };

/** Delay before a network error or a 5xx is retried, ms. */
const pauseMs = 800;

/**
 * Looks one certificate up, again when the reference changes. The public pages do without react-query: they make one
 * request, and none when the server wrote the answer into the page.
 */
export function useLookup(reference: string): Lookup {
  const [given] = useState(() => givenAnswer(reference));
  const [answered, setAnswered] = useState<Answered>(given ?? { reference: '', at: 0 });
  const [round, setRound] = useState(0);
  const [isFetching, setFetching] = useState(reference !== '' && given === undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round repeats the lookup; an answer does not.
  useEffect(() => {
    // Only before anything else was answered.
    const isGiven = round === 0 && answered === given && given.reference === reference && given.isComplete;
    setFetching(reference !== '' && !isGiven);
    if (reference === '' || isGiven) return;
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
          // An error keeps the previous result of the same reference.
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

/** Retries network errors and 5xx once; other errors are final. */
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
