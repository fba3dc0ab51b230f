import './filter.css';
import { isolated, type TemplateSummary } from '@sello/contracts';
import { useTranslation } from 'react-i18next';
import { useCountryChoices } from '../../../i18n/countries.ts';
import { DateField } from '../../../ui/field/DateField.tsx';
import { SelectField } from '../../../ui/field/Field.tsx';
import { certifications } from '../sortable.declared.ts';
import { type Filters, isFiltered, noFilters } from '../view.ts';

interface Props {
  view: Filters;
  templates: readonly TemplateSummary[];
  onChange: (filters: Partial<Filters>) => void;
}

/** The filters of the register; all conditions together. */
export function FilterPanel({ view, templates, onChange }: Props) {
  const { t } = useTranslation();
  const countries = useCountryChoices();
  const isGone = view.templateId !== '' && view.templateId !== 'none' && !templates.some(isChosen);
  function isChosen({ _id }: TemplateSummary): boolean {
    return _id === view.templateId;
  }
  return (
    <search className="filters" id="student-filters" aria-label={t('students.filters.title')}>
      <SelectField
        label={t('students.columns.certified')}
        value={view.certification}
        onChange={({ target }) => onChange({ certification: target.value as Filters['certification'] })}
      >
        <option value="">{t('students.filters.any')}</option>
        {certifications.map((state) => (
          <option key={state} value={state}>
            {t(`students.states.${state}`)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t('students.form.templateId')}
        value={view.templateId}
        onChange={({ target }) => onChange({ templateId: target.value })}
      >
        <option value="">{t('students.filters.any')}</option>
        <option value="none">{t('students.filters.noTemplate')}</option>
        {templates.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {isolated(name)}
          </option>
        ))}
        {isGone ? <option value={view.templateId}>…</option> : null}
      </SelectField>
      <SelectField
        label={t('students.form.country')}
        value={view.country}
        onChange={({ target }) => onChange({ country: target.value })}
      >
        <option value="">{t('students.filters.anyCountry')}</option>
        {countries.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <DateField
        isFilter
        label={t('students.filters.endFrom')}
        value={view.endFrom}
        onChange={(endFrom) => onChange({ endFrom })}
      />
      <DateField
        isFilter
        label={t('students.filters.endTo')}
        value={view.endTo}
        error={view.endFrom && view.endTo && view.endTo < view.endFrom ? t('errors.date_order') : undefined}
        onChange={(endTo) => onChange({ endTo })}
      />
      {isFiltered(view) ? (
        <button type="button" className="link small" onClick={() => onChange(noFilters)}>
          {t('students.filters.clear')}
        </button>
      ) : null}
    </search>
  );
}
