import type { RowError } from '@sello/contracts';
import type { TFunction } from 'i18next';

const variables = /\{\{\s*(?:student\.)?([\p{L}\p{M}\p{N}._-]+)\s*\}\}/gu;

/** The variables that the failed text prints, without `student.`; empty for text without any. */
export function variablesOf({ details = {} }: Pick<RowError, 'details'>): string[] {
  const { field, variable } = details;
  const named = typeof variable === 'string' ? [variable.replace(/^student\./, '')] : [];
  const printed = typeof field === 'string' ? [...field.matchAll(variables)].map(([, name]) => name!) : [];
  return [...new Set([...named, ...printed])];
}

/** A field as the form calls it, or the name of a column or of a value of the batch. */
function fieldName(variable: string, t: TFunction): string {
  const own = /^(?:custom|batch)\.(.+)$/.exec(variable)?.[1];
  return own ?? t(`students.form.${variable as 'fullName'}`, { defaultValue: variable });
}

/** Which field of which element failed, as a sentence; `undefined` when the error names neither. */
export function placeOf(error: Pick<RowError, 'details'>, t: TFunction): string | undefined {
  const fields = variablesOf(error).map((name) => fieldName(name, t));
  const element = error.details?.element;
  // An element without a name is called by its text, which the field says better.
  const named = typeof element === 'string' && !element.includes('{{') ? element : undefined;
  const field = fields.join(', ');
  if (field && named) return t('failures.place.both', { field, element: named });
  if (field) return t('failures.place.field', { field });
  return named === undefined ? undefined : t('failures.place.element', { element: named });
}
