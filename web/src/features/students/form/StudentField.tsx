import { isolated, type TemplateSummary } from '@sello/contracts';
import { useTranslation } from 'react-i18next';
import { useCountryChoices } from '../../../i18n/countries.ts';
import { CheckChoice } from '../../../ui/choice/Choice.tsx';
import { DateField } from '../../../ui/field/DateField.tsx';
import { SelectField, TextField } from '../../../ui/field/Field.tsx';
import { type AskedField, typedLetter } from './rules.ts';

interface Props {
  field: AskedField;
  value: string | boolean;
  error: string | undefined;
  isRequired: boolean;
  templates: readonly TemplateSummary[];
  onChange: (value: string | boolean) => void;
}

/** One field of the form, rendered as its declaration says. */
export function StudentField(props: Props) {
  const { field, value, error, isRequired, onChange } = props;
  const { t } = useTranslation();
  const { name, fact } = field;
  const label = t(`students.form.${name}`);
  if (typeof value === 'boolean') {
    return (
      <CheckChoice checked={value} onChange={(event) => onChange(event.target.checked)}>
        {label}
      </CheckChoice>
    );
  }
  if (fact.control === 'country') return <CountryField {...props} label={label} value={value} />;
  if (fact.control === 'template') return <TemplateField {...props} label={label} value={value} />;
  if (fact.control === 'date') {
    return <DateField label={label} name={name} value={value} error={error} onChange={onChange} />;
  }
  const { control, min, max, step, maxLength } = fact;
  return (
    <TextField
      {...(fact.isWide && { className: 'wide' })}
      label={label}
      name={name}
      {...(control !== 'text' && control !== 'letters' && { type: control })}
      {...(control === 'number' && { inputMode: 'decimal', min, max, step })}
      {...(control !== 'number' && { autoComplete: 'off', maxLength })}
      value={value}
      onChange={({ target }) =>
        onChange(control === 'letters' ? typedLetter(value, target.value) : target.value)
      }
      error={error}
      {...(isRequired && { required: true })}
      {...(fact.hasHint && { hint: t(`students.form.${name}Hint` as 'students.form.scoreLetterHint') })}
    />
  );
}

type ChoiceProps = Props & { label: string; value: string };

function CountryField({ field, label, value, onChange }: ChoiceProps) {
  const countries = useCountryChoices();
  return (
    <SelectField
      label={label}
      name={field.name}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {countries.some((choice) => choice.value === value) ? null : <option>{value}</option>}
      {countries.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </SelectField>
  );
}

function TemplateField({ field, label, value, templates, onChange }: ChoiceProps) {
  const { t } = useTranslation();
  return (
    <SelectField
      label={label}
      name={field.name}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{t('students.form.noTemplate')}</option>
      {templates.map((template) => (
        <option key={template._id} value={template._id}>
          {isolated(template.name)}
        </option>
      ))}
    </SelectField>
  );
}
