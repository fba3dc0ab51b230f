import { isUnreadableText, limits, studentEntity } from '@sello/contracts';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/Button.tsx';
import { TextField } from '../../../ui/field/Field.tsx';
import { Icon } from '../../../ui/icon/Icon.tsx';

/** A field of the organization's own, as typed. `isNew`: its name can still be changed. */
export interface OwnField {
  key: number;
  name: string;
  value: string;
  isNew: boolean;
}

type Problem = 'needed' | 'taken' | 'unreadable';

export function ownFieldsOf(custom: Readonly<Record<string, string>>): OwnField[] {
  return Object.entries(custom).map(([name, value], key) => ({ key, name, value, isNew: false }));
}

/** The fields to save; a new one without name and value counts as none. */
export function customOf(fields: readonly OwnField[]): Record<string, string> {
  const kept = fields.map(({ name, value }) => [name.trim(), value.trim()] as const);
  return Object.fromEntries(kept.filter(([name, value]) => name !== '' || value !== ''));
}

/** What is wrong with a field, by its key. */
export function ownProblems(fields: readonly OwnField[]): ReadonlyMap<number, Problem> {
  const problems = new Map<number, Problem>();
  const seen = new Set<string>();
  for (const { key, name, value } of fields) {
    const trimmed = name.trim();
    if (trimmed === '' && value.trim() === '') continue;
    if (trimmed === '') problems.set(key, 'needed');
    else if (seen.has(trimmed)) problems.set(key, 'taken');
    else if (!isReadable(trimmed, value)) problems.set(key, 'unreadable');
    seen.add(trimmed);
  }
  return problems;
}

function isReadable(name: string, value: string): boolean {
  const parsed = studentEntity.fields.custom.facts.input?.safeParse({ [name]: value });
  return parsed?.success !== false || !parsed.error.issues.some(isUnreadableText);
}

/** The further columns of an import: their values can be changed, and fields added and removed. */
export function OwnFields({
  fields,
  problems,
  onChange,
}: {
  fields: readonly OwnField[];
  problems: ReadonlyMap<number, Problem>;
  onChange: (fields: OwnField[]) => void;
}) {
  const { t } = useTranslation();
  const next = useRef(fields.length);
  const change = (key: number, to: Partial<OwnField>): void =>
    onChange(fields.map((field) => (field.key === key ? { ...field, ...to } : field)));
  const textOf = (key: number, name: string): string | undefined => {
    const problem = problems.get(key);
    if (problem === undefined) return undefined;
    return problem === 'unreadable'
      ? t('errors.text_unreadable', { field: name })
      : t(`studentDetails.form.problems.${problem}`);
  };
  return (
    <fieldset className="wide own-fields">
      <legend className="label">{t('studentDetails.form.title')}</legend>
      {fields.map(({ key, name, value, isNew }) => (
        <div key={key} className="own-field">
          {isNew ? (
            <TextField
              label={t('studentDetails.form.name')}
              name={`own-${key}`}
              value={name}
              maxLength={100}
              autoComplete="off"
              error={textOf(key, name)}
              onChange={({ target }) => change(key, { name: target.value })}
            />
          ) : null}
          <TextField
            label={isNew ? t('studentDetails.form.value', { name: name || '…' }) : name}
            name={isNew ? `own-value-${key}` : `own-${key}`}
            value={value}
            maxLength={2000}
            autoComplete="off"
            error={isNew ? undefined : textOf(key, name)}
            onChange={({ target }) => change(key, { value: target.value })}
          />
          <button
            type="button"
            className="icon-btn"
            aria-label={t('studentDetails.form.remove', { name: name || '…' })}
            onClick={() => onChange(fields.filter((field) => field.key !== key))}
          >
            <Icon name="cross" />
          </button>
        </div>
      ))}
      {fields.length < limits.customFields ? (
        <Button
          kind="line"
          size="small"
          icon="plus"
          onClick={() => {
            const key = next.current++;
            onChange([...fields, { key, name: '', value: '', isNew: true }]);
          }}
        >
          {t('studentDetails.form.add')}
        </Button>
      ) : (
        <p className="hint">{t('studentDetails.form.most', { max: limits.customFields })}</p>
      )}
    </fieldset>
  );
}
