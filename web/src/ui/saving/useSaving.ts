import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../toast/queue.ts';

/** A save as what shows it needs it. */
export interface Work {
  isPending: boolean;
  /** Ends the waiting; what was typed stays. */
  cancel: () => void;
}

interface Options<Data, Input> {
  /** Passes the signal on to its calls. */
  mutationFn: (input: Input, signal: AbortSignal) => Promise<Data>;
  onMutate?: (input: Input) => void;
  onSuccess?: (data: Data, input: Input) => unknown;
  onError?: (error: Error, input: Input) => unknown;
  onSettled?: () => unknown;
}

/** Thrown in place of an answer that nobody waits for any more. */
class Cancelled extends Error {}

/**
 * A mutation that the person can cancel while it takes long: the form is as it was, none of the callbacks runs, and what is
 * shown of the server is read again, because it may have done it all the same.
 */
export function useSaving<Data, Input = void>(
  options: Options<Data, Input>,
): UseMutationResult<Data, Error, Input> & Work {
  const { mutationFn, onMutate, onSuccess, onError, onSettled } = options;
  const { t } = useTranslation();
  const queries = useQueryClient();
  const running = useRef<AbortController>(undefined);
  const saving = useMutation<Data, Error, Input>({
    mutationFn: (input) => {
      const controller = new AbortController();
      running.current = controller;
      const { signal } = controller;
      return new Promise<Data>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Cancelled()));
        mutationFn(input, signal).then(resolve, reject);
      });
    },
    ...(onMutate && { onMutate }),
    ...(onSuccess && { onSuccess: (data, input) => onSuccess(data, input) }),
    onError: (error, input) => (error instanceof Cancelled ? undefined : onError?.(error, input)),
    onSettled: (_data, error) => (error instanceof Cancelled ? undefined : onSettled?.()),
  });
  const cancel = (): void => {
    running.current?.abort();
    saving.reset();
    // Permissions are not changed by a form, and a window without them shows nothing.
    void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'rpc' });
    toast({ tone: 'info', title: t('common.cancelled.title'), text: t('common.cancelled.text') });
  };
  return { ...saving, cancel };
}
