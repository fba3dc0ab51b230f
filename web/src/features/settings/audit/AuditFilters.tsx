import { auditApi, auditKind, platformActor } from '@sello/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { reading } from '../../../api/reading.ts';
import { DateField } from '../../../ui/field/DateField.tsx';
import { SelectField, TextField } from '../../../ui/field/Field.tsx';
import { useTyped } from '../../../ui/search/SearchField.tsx';
import type { Narrowed } from './view.ts';

interface Props {
  tenantId: string;
  view: Narrowed;
  onChange: (change: Partial<Narrowed>) => void;
}

export function AuditFilters({ tenantId, view, onChange }: Props) {
  const { t } = useTranslation();
  const people = useQuery(reading(auditApi, 'people', { query: { tenantId } })).data ?? [];
  const isMissing = view.person !== '' && !people.some(({ id }) => id === view.person);
  return (
    <search className="filters">
      <SelectField
        label={t('audit.filters.who')}
        value={view.person}
        onChange={(event) => onChange({ person: event.target.value })}
      >
        <option value="">{t('audit.filters.anybody')}</option>
        {people.map(({ id, name }) => (
          <option key={id} value={id}>
            {id === platformActor ? t('audit.itself') : name}
          </option>
        ))}
        {isMissing ? <option value={view.person}>…</option> : null}
      </SelectField>
      <SelectField
        label={t('audit.filters.did')}
        value={view.kind}
        onChange={(event) => onChange({ kind: event.target.value as Narrowed['kind'] })}
      >
        <option value="">{t('audit.filters.anything')}</option>
        {auditKind.options.map((kind) => (
          <option key={kind} value={kind}>
            {t(`audit.kind.${kind}`)}
          </option>
        ))}
      </SelectField>
      <DateField
        isFilter
        label={t('audit.filters.from')}
        value={view.from}
        onChange={(from) => onChange({ from })}
      />
      <DateField
        isFilter
        label={t('audit.filters.to')}
        value={view.to}
        error={view.from && view.to && view.to < view.from ? t('errors.date_order') : undefined}
        onChange={(to) => onChange({ to })}
      />
      <WordsField words={view.words} onChange={(words) => onChange({ words })} />
    </search>
  );
}

/** Searches while typing, debounced. */
function WordsField({ words, onChange }: { words: string; onChange: (words: string) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useTyped(words, onChange);
  return (
    <TextField
      className="words"
      type="search"
      label={t('audit.filters.words')}
      placeholder={t('audit.filters.wordsHint')}
      maxLength={200}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}
