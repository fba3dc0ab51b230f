import './tags.css';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { IconButton } from '../button/Button.tsx';
import { Field } from '../field/Field.tsx';

interface Props {
  label: ReactNode;
  hint?: ReactNode;
  tags: readonly string[];
  onChange: (tags: string[]) => void;
  /** Why a tag cannot be added; undefined when it can. It is trimmed and not empty. */
  problemOf: (tag: string, tags: readonly string[]) => string | undefined;
  /** Separates pasted tags; default: commas, semicolons, tabs and line breaks. */
  separator?: RegExp;
  /** For how long the field is red after a refusal, ms; default: until something is typed. The reason stays. */
  wrongForMs?: number;
  /** Called when the field holds what could not be added, and when it no longer does. */
  onRefused?: (isRefused: boolean) => void;
  /** The name of the button that removes a tag. */
  removeLabel: (tag: string) => string;
}

/** Tags that differ in case alone are one. */
export const sameTag = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/**
 * Words on hairlines and a field for the next one. Enter, a comma and leaving the field add what is typed or pasted,
 * Backspace in the empty field removes the last one, Escape empties the field.
 */
export function TagsField({
  label,
  hint,
  tags,
  onChange,
  problemOf,
  separator = /[,;\n\t]/,
  wrongForMs,
  onRefused,
  removeLabel,
}: Props) {
  const [typed, setTyped] = useState('');
  const [problem, showProblem] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const names = useId();

  const [isWrong, setWrong] = useState(false);
  useEffect(() => {
    if (!isWrong || wrongForMs === undefined) return;
    const timer = setTimeout(() => setWrong(false), wrongForMs);
    return () => clearTimeout(timer);
  }, [isWrong, wrongForMs]);

  const setProblem = (found: string | undefined): void => {
    showProblem(found);
    setWrong(found !== undefined);
    onRefused?.(found !== undefined);
  };

  /** Adds what it can; the first part that it cannot add stays in the field with the reason. */
  function add(parts: readonly string[], rest = ''): void {
    const next = [...tags];
    let refused: { part: string; problem: string } | undefined;
    for (const part of parts.map((one) => one.replace(/\s+/g, ' ').trim())) {
      if (part === '' || next.some((tag) => sameTag(tag, part))) continue;
      const found = problemOf(part, next);
      if (found === undefined) next.push(part);
      else refused ??= { part, problem: found };
    }
    if (next.length > tags.length) onChange(next);
    setTyped(refused?.part ?? rest);
    setProblem(refused?.problem);
  }
  const remove = (tag: string): void => {
    onChange(tags.filter((one) => one !== tag));
    setProblem(undefined);
    // The button with the focus goes with its tag.
    input.current?.focus();
  };

  function type(text: string): void {
    setProblem(undefined);
    const parts = text.split(',');
    if (parts.length === 1) setTyped(text);
    else add(parts.slice(0, -1), parts.at(-1)?.trimStart());
  }
  function press(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      // Not the form around it.
      event.preventDefault();
      add([typed]);
    } else if (event.key === 'Backspace' && typed === '' && tags.length > 0) {
      onChange(tags.slice(0, -1));
    } else if (event.key === 'Escape' && typed !== '') {
      event.stopPropagation();
      setTyped('');
      setProblem(undefined);
    }
  }
  function paste(event: ClipboardEvent<HTMLInputElement>): void {
    const text = event.clipboardData.getData('text/plain');
    if (!separator.test(text)) return;
    event.preventDefault();
    add(`${typed}${text}`.split(separator));
  }

  return (
    <Field label={label} hint={hint} error={problem}>
      {(bound) => (
        <div className={isWrong ? 'tags is-wrong' : 'tags'}>
          {tags.map((tag) => (
            <span key={tag}>
              <bdi>{tag}</bdi>
              <IconButton icon="cross" label={removeLabel(tag)} onClick={() => remove(tag)} />
            </span>
          ))}
          <span className="hide" id={names}>
            {tags.join(', ')}
          </span>
          <input
            {...bound}
            aria-describedby={[names, bound['aria-describedby']].filter(Boolean).join(' ')}
            ref={input}
            className="input"
            dir="auto"
            autoComplete="off"
            value={typed}
            onChange={(event) => type(event.target.value)}
            onKeyDown={press}
            onPaste={paste}
            onBlur={() => typed !== '' && add([typed])}
          />
        </div>
      )}
    </Field>
  );
}
