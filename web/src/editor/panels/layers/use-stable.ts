import { useRef, useState } from 'react';

/** The same functions at every render, which do what those of the latest one do: rows that get them stay as they are. */
export function useStable<Actions extends object>(actions: Actions): Actions {
  const latest = useRef(actions);
  latest.current = actions;
  const [stable] = useState(() => {
    const call =
      (name: string) =>
      (...args: unknown[]): unknown =>
        (latest.current as Record<string, (...given: unknown[]) => unknown>)[name]?.(...args);
    return Object.fromEntries(Object.keys(actions).map((name) => [name, call(name)])) as Actions;
  });
  return stable;
}
