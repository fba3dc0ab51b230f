import { type BatchKind, batchFilterState, batchKind } from '@sello/contracts';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../tenancy/Gate.tsx';
import { DateField } from '../../../ui/field/DateField.tsx';
import { SelectField } from '../../../ui/field/Field.tsx';
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
      <DateField
        isFilter
        label={t('batchPages.filters.from')}
        value={view.from}
        onChange={(from) => onChange({ from })}
      />
      <DateField
        isFilter
        label={t('batchPages.filters.to')}
        value={view.to}
        error={view.from && view.to && view.to < view.from ? t('errors.date_order') : undefined}
        onChange={(to) => onChange({ to })}
      />
    </search>
  );
}
