import { type AskedVariable, limits } from '@sello/contracts';
import { type ClipboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../i18n/format.ts';
import { DateField } from '../../../../ui/field/DateField.tsx';
import { Field, TextField } from '../../../../ui/field/Field.tsx';
import { joinedLines, labelOf, type Problem } from './rules.ts';

/** The name of the field's control, by which a form finds it. */
export const nameOfAsked = (key: string): string => `batch-${key}`;

/** The field of a value that is asked for once, as its variable is declared and printed. */
export function AskedField({
  variable,
  value,
  problem,
  isTried,
  className,
  list,
  onChange,
}: {
  variable: AskedVariable;
  value: string;
  problem: Problem | undefined;
  isTried: boolean;
  className?: string;
  /** The id of a list of values to choose from. */
  list?: string;
  onChange: (value: string) => void;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const [isLeft, setLeft] = useState(false);
  const [joined, setJoined] = useState(0);
  const { key, kind, sample, entry, required } = variable;
  const name = labelOf(variable);
  const label = required ? name : t('certificates.asked.optional', { label: name });
  const marked = problem !== undefined && (isTried || isLeft || problem === 'tooLong');
  const error = marked ? errorOf(problem) : undefined;

  function errorOf(of: Problem): string {
    switch (of) {
      case 'tooLong':
        return t('errors.batch_value_too_long', { max: format.count(limits.batchValueLength) });
      case 'unreadable':
        return t('errors.text_unreadable', { field: name });
      case 'number':
        return t('certificates.asked.noNumber');
      default:
        return t('certificates.asked.needed', { label: name });
    }
  }
  const example = sample === '' || entry.as === 'rows' ? '' : t('certificates.asked.example', { sample });
  const hint = [
    entry.as === 'rows'
      ? t('certificates.asked.rows', {
          separator: entry.columnSeparator,
          columns: entry.columns.join(` ${entry.columnSeparator} `),
        })
      : '',
    joined > 0 ? t('certificates.asked.joined', { count: joined }) : '',
    ownText(variable),
  ].filter(Boolean);
  function ownText({ own, rows }: AskedVariable): string {
    if (own === 0) return '';
    if (own >= rows) return t('certificates.asked.ownAll');
    return t('certificates.asked.own', { count: own, number: format.count(own), total: format.count(rows) });
  }

  const field = {
    label,
    error,
    ...(hint.length > 0 && { hint: hint.join(' ') }),
    ...(className !== undefined && { className }),
  };
  const control = {
    name: nameOfAsked(key),
    value,
    placeholder: example,
    autoComplete: 'off',
    onBlur: () => setLeft(true),
    ...(required && { required: true }),
  };
  if (kind === 'date') {
    return <DateField {...field} name={control.name} value={value} onChange={onChange} required={required} />;
  }
  if (entry.as === 'line') {
    const onPaste = (event: ClipboardEvent<HTMLInputElement>): void => {
      const pasted = joinedLines(event.clipboardData.getData('text'));
      setJoined(pasted.lines > 1 ? pasted.lines : 0);
      if (pasted.lines < 2) return;
      // The browser would join the lines without a space between them.
      event.preventDefault();
      const { selectionStart, selectionEnd } = event.currentTarget;
      const [from, to] = [selectionStart ?? value.length, selectionEnd ?? value.length];
      onChange(value.slice(0, from) + pasted.text + value.slice(to));
    };
    return (
      <TextField
        {...field}
        {...control}
        {...(kind === 'number' && { inputMode: 'decimal' })}
        {...(list !== undefined && { list })}
        onPaste={onPaste}
        onChange={({ target }) => onChange(target.value)}
      />
    );
  }
  return (
    <Field {...field} className={['wide', className].filter(Boolean).join(' ')}>
      {(bound) => (
        <textarea
          className="input"
          rows={entry.as === 'rows' ? 5 : 3}
          {...control}
          {...bound}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}
