import { type BatchKind, batchFilterState, batchKind } from '@sello/contracts';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../tenancy/Gate.tsx';
import { SelectField, TextField } from '../../../ui/field/Field.tsx';
import type { Narrowed } from './view.ts';

interface Props {
  view: Narrowed;
  people: readonly { _id: string; name: string }[];
  onChange: (change: Partial<Narrowed>) => void;
}

export function BatchFilters({ view, people, onChange }: Props) {
  const { t } = useTranslation();
  const seesExports = useMay('settings.edit');
  const kinds = batchKind.options.filter((kind: BatchKind) => kind !== 'export' || seesExports);
  const isMissing = view.by !== '' && !people.some(({ _id }) => _id === view.by);
  return (
    <search className="filters">
      <SelectField
        label={t('batchPages.filters.work')}
        value={view.kind}
        onChange={(event) => onChange({ kind: event.target.value as Narrowed['kind'] })}
      >
        <option value="">{t('batchPages.filters.everything')}</option>
        {kinds.map((kind) => (
          <option key={kind} value={kind}>
            {t(`batchPages.work.${kind}`)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t('batchPages.filters.state')}
        value={view.state}
        onChange={(event) => onChange({ state: event.target.value as Narrowed['state'] })}
      >
        <option value="">{t('batchPages.filters.any')}</option>
        {batchFilterState.options.map((state) => (
          <option key={state} value={state}>
            {t(`batchPages.states.${state}`)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t('batchPages.filters.by')}
        value={view.by}
        onChange={(event) => onChange({ by: event.target.value })}
      >
        <option value="">{t('batchPages.filters.anybody')}</option>
        {people.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
        {isMissing ? <option value={view.by}>…</option> : null}
      </SelectField>
      <TextField
        type="date"
        label={t('batchPages.filters.from')}
        value={view.from}
        max={view.to || undefined}
        onChange={(event) => onChange({ from: event.target.value })}
      />
      <TextField
        type="date"
        label={t('batchPages.filters.to')}
        value={view.to}
        min={view.from || undefined}
        onChange={(event) => onChange({ to: event.target.value })}
      />
    </search>
  );
}
