import './date-field.css';
import { type FocusEvent, Fragment, type KeyboardEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/format.ts';
import { currentLanguage } from '../../i18n/index.ts';
import { localeTags } from '../../i18n/language.ts';
import { Field, type FieldProps } from './Field.tsx';
import {
  type DayPart,
  type DayProblem,
  digitsOf,
  isFullPart,
  partsInOrder,
  problemOfDay,
  readWholeDay,
  type TypedDay,
  tidyDay,
  typedDay,
  valueOfDay,
} from './typed-day.ts';

interface Props extends FieldProps {
  label: string;
  /** A day `YYYY-MM-DD`, or empty. */
  value: string;
  /**
   * Called with the day, or empty; while it is unfinished or no day of the calendar with its parts, which no schema
   * accepts.
   */
  onChange: (value: string) => void;
  /** Days alone reach `onChange`, so that a filter keeps its day until there is another. */
  isFilter?: boolean;
  /** On its first part, where a form looks for the field. */
  name?: string;
  required?: boolean;
}

/**
 * A day in three parts, in the order of the interface's language: the browser's own field follows the browser's
 * language. A whole date may be typed or pasted into any part.
 */
export function DateField({ value, onChange, isFilter, name, required, error, ...field }: Props) {
  const { t } = useTranslation();
  const { list } = useFormat();
  const tag = localeTags[currentLanguage()];
  const order = partsInOrder(tag);
  const words = wordsOf(tag);
  const [typed, setTyped] = useState(() => typedDay(value));
  const [isLeft, setLeft] = useState(true);
  const [before, setBefore] = useState(value);
  if (before !== value) {
    // A value from elsewhere, such as a filter that was cleared.
    setBefore(value);
    if (valueOfDay(typed) !== value) setTyped(typedDay(value));
  }
  const inputs = useRef(new Map<DayPart, HTMLInputElement>());
  /** The characters typed since the focus came, in whichever parts they went. */
  const keys = useRef('');

  const set = (next: TypedDay): void => {
    setTyped(next);
    const now = valueOfDay(next);
    if (now !== valueOfDay(typed) && !(isFilter && problemOfDay(next))) onChange(now);
  };
  const focus = (part: DayPart | undefined): void => {
    const input = part && inputs.current.get(part);
    input?.focus();
    input?.select();
  };
  const beside = (part: DayPart, by: 1 | -1): DayPart | undefined => order[order.indexOf(part) + by];
  const firstOfBoth = order.indexOf('day') < order.indexOf('month') ? 'day' : 'month';

  const write = (part: DayPart, text: string): void => {
    const isLonger = text.length > typed[part].length;
    if (isLonger && text.startsWith(typed[part])) keys.current += text.slice(typed[part].length);
    const whole =
      readWholeDay(text, firstOfBoth) ??
      // Typed part by part in the order of another country, such as 2026-03-14.
      (/^\d{4}-\d{2}-\d{2}$/.test(keys.current) ? readWholeDay(keys.current, firstOfBoth) : undefined);
    if (whole) {
      set(typedDay(whole));
      focus(order.at(-1));
      return;
    }
    const digits = text.replaceAll(/\D/g, '').slice(0, digitsOf(part));
    set({ ...typed, [part]: digits });
    const isEnded = /\d\D$/.test(text) || isFullPart(part, digits);
    if (isLonger && digits !== '' && isEnded) focus(beside(part, 1));
  };
  const onKeyDown = (part: DayPart, event: KeyboardEvent<HTMLInputElement>): void => {
    const { selectionStart, selectionEnd, value: text } = event.currentTarget;
    const isAt = (place: number): boolean => selectionStart === place && selectionEnd === place;
    if (event.key === 'Enter') flushSync(() => set(tidyDay(typed, new Date().getFullYear())));
    const goesBack = event.key === 'ArrowLeft' || (event.key === 'Backspace' && text === '');
    const to =
      goesBack && isAt(0)
        ? beside(part, -1)
        : event.key === 'ArrowRight' && isAt(text.length)
          ? beside(part, 1)
          : undefined;
    if (to === undefined) return;
    event.preventDefault();
    focus(to);
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void => {
    if (currentTarget.contains(relatedTarget)) return;
    keys.current = '';
    setLeft(true);
    set(tidyDay(typed, new Date().getFullYear()));
  };

  const describe = (problem: DayProblem): string =>
    problem.is === 'missing'
      ? t('common.dateMissing', {
          parts: list(order.filter((part) => problem.parts.includes(part)).map((part) => words[part].name)),
        })
      : t('errors.date_impossible', { text: problem.text });
  const problem = problemOfDay(typed);
  const shown = problem && (isLeft || error) ? describe(problem) : error;
  return (
    <Field {...field} error={shown}>
      {({ id, ...bound }) => (
        <fieldset
          className="input date-input"
          aria-labelledby={`${id}-l`}
          onFocus={() => setLeft(false)}
          onBlur={onBlur}
        >
          {order.map((part, place) => (
            <Fragment key={part}>
              {place > 0 ? <span aria-hidden="true">/</span> : null}
              <input
                ref={(input) => {
                  if (input) inputs.current.set(part, input);
                }}
                {...(place === 0 ? { id, name } : {})}
                className={`date-part date-part--${part}`}
                aria-label={`${field.label}, ${words[part].name}`}
                {...bound}
                {...(required ? { 'aria-required': true } : {})}
                inputMode="numeric"
                autoComplete="off"
                placeholder={words[part].placeholder}
                value={typed[part]}
                onChange={({ target }) => write(part, target.value)}
                onKeyDown={(event) => onKeyDown(part, event)}
              />
            </Fragment>
          ))}
        </fieldset>
      )}
    </Field>
  );
}

const known = new Map<string, Record<DayPart, { name: string; placeholder: string }>>();

/** What a language calls the parts, and the letters that stand in an empty one: `dd`, `mm`, `aaaa`. */
function wordsOf(tag: string): Record<DayPart, { name: string; placeholder: string }> {
  const names = new Intl.DisplayNames(tag, { type: 'dateTimeField' });
  const wordOf = (part: DayPart) => {
    const name = names.of(part) ?? part;
    return { name, placeholder: name.charAt(0).repeat(digitsOf(part)) };
  };
  const words = known.get(tag) ?? { day: wordOf('day'), month: wordOf('month'), year: wordOf('year') };
  known.set(tag, words);
  return words;
}
