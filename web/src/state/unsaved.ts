/** Something that is being edited in this window and saved on its own. */
export interface UnsavedWork {
  name: string;
  /** Whether something of it is neither on the server nor on its way there. */
  isUnsaved(): boolean;
  /** Saves what can be saved now; resolves when that has ended either way. */
  flush(): Promise<void>;
  /** The same, and what else is due when the page is left. Resolves within a few seconds. */
  leave(): Promise<void>;
}

const works = new Set<UnsavedWork>();

/** Registers work until the returned function is called. */
export function holdUnsaved(work: UnsavedWork): () => void {
  works.add(work);
  return () => void works.delete(work);
}

export const hasUnsaved = (): boolean => [...works].some((work) => work.isUnsaved());

/** Saves all of it, for at most `ms`. Returns the names of what is still not saved. */
export async function flushUnsaved(ms: number): Promise<string[]> {
  const all = [...works].map((work) => work.flush().catch(() => undefined));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([Promise.all(all), late]);
  clearTimeout(timer);
  return [...works].filter((work) => work.isUnsaved()).map(({ name }) => name);
}

/** Runs `go` when all of it was left: at once when there is nothing. */
export function leaveUnsaved(go: () => void): void {
  if (works.size === 0) go();
  else void Promise.allSettled([...works].map((work) => work.leave())).then(go);
}
