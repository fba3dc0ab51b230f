import { isolated, type TemplateSummary } from '@sello/contracts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/format.ts';
import { SelectField } from '../../../ui/field/Field.tsx';
import { noChange } from './rules.ts';

/** One template for everybody, and what has come of the choice. */
export function ApplyToAll({
  lead,
  value,
  templates,
  applied,
  total,
  onChange,
}: {
  lead: string;
  value: string;
  templates: readonly TemplateSummary[];
  /** How many have the chosen template. */
  applied: number;
  total: number;
  onChange: (value: string) => void;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const chosen = templates.find(({ _id }) => _id === value);
  const texts = {
    template: isolated(chosen?.name ?? ''),
    number: format.count(applied),
    total: format.count(total),
  };
  return (
    <div className="all">
      <p className="mute">{lead}</p>
      <SelectField
        label={t('certificates.generation.applyToAll')}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value={noChange}>{t('certificates.generation.noChange')}</option>
        {templates.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {isolated(name)}
          </option>
        ))}
      </SelectField>
      <p className="small mute applied" role="status">
        {chosen === undefined
          ? ''
          : applied < total
            ? t('certificates.generation.appliedMost', texts)
            : total === 1
              ? t('certificates.generation.appliedOne', texts)
              : t('certificates.generation.applied', texts)}
      </p>
    </div>
  );
}
