import { type RefObject, useEffect, useRef, useState } from 'react';

type Input = HTMLInputElement | HTMLTextAreaElement;

export interface Draft<Element extends Input> {
  ref: RefObject<Element | null>;
  value: string;
  onChange: (event: { target: { value: string } }) => void;
  onBlur: () => void;
  /** Present while something was typed: undo is that of the field then, and not of the template. */
  'data-draft'?: '' | undefined;
}

/** What is typed in a field until it is kept. */
export interface Drafted<Element extends Input> {
  field: Draft<Element>;
  /** What was typed and not kept yet; null = nothing. */
  typed: () => string | null;
  keep: () => void;
  drop: () => void;
}

/**
 * What a person types, which is kept when the field is left. A press elsewhere keeps it before it acts, so that it never
 * goes to another element that the press selects.
 */
export function useDraft<Element extends Input>(
  text: string,
  onKeep: (typed: string) => void,
): Drafted<Element> {
  const [shown, setShown] = useState<string | null>(null);
  const draft = useRef<string | null>(null);
  const ref = useRef<Element>(null);
  const set = (typed: string | null) => {
    draft.current = typed;
    setShown(typed);
  };
  const keep = () => {
    const typed = draft.current;
    if (typed === null) return;
    set(null);
    if (typed !== text) onKeep(typed);
  };
  const latest = useRef(keep);
  latest.current = keep;
  const isDirty = shown !== null;
  useEffect(() => {
    if (!isDirty) return;
    const onPress = ({ target }: Event) => {
      if (target !== ref.current) latest.current();
    };
    document.addEventListener('pointerdown', onPress, true);
    return () => document.removeEventListener('pointerdown', onPress, true);
  }, [isDirty]);
  return {
    field: {
      ref,
      value: shown ?? text,
      onChange: ({ target }) => set(target.value),
      onBlur: () => latest.current(),
      'data-draft': isDirty ? '' : undefined,
    },
    typed: () => draft.current,
    keep: () => latest.current(),
    drop: () => set(null),
  };
}
