import './filter.css';
import type { TemplateSummary } from '@sello/contracts';
import { useTranslation } from 'react-i18next';
import { useCountryName } from '../../../i18n/countries.ts';
import { useFormat } from '../../../i18n/format.ts';
import { IconButton } from '../../../ui/button/Button.tsx';
import { Name } from '../../../ui/name/Name.tsx';
import type { Filters } from '../view.ts';

interface Props {
  view: Filters;
  templates: readonly TemplateSummary[];
  onChange: (filters: Partial<Filters>) => void;
}

/** The filters that are set, each with a cross that takes it away; also while the panel is closed. */
export function Chips({ view, templates, onChange }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const countryName = useCountryName();
  const { certification, templateId, country, endFrom, endTo } = view;
  const named = templates.find(({ _id }) => _id === templateId)?.name ?? '…';
  const days = { from: endFrom && format.day(endFrom), to: endTo && format.day(endTo) };
  const chips: { id: string; text: string; without: Partial<Filters> }[] = [
    ...(certification
      ? [
          {
            id: 'state',
            text: t(`students.states.${certification}`),
            without: { certification: '' as const },
          },
        ]
      : []),
    ...(templateId
      ? [
          {
            id: 'template',
            text: templateId === 'none' ? t('students.filters.noTemplate') : named,
            without: { templateId: '' },
          },
        ]
      : []),
    ...(country ? [{ id: 'country', text: countryName(country), without: { country: '' } }] : []),
    ...(endFrom || endTo
      ? [
          {
            id: 'ended',
            text: t(`students.filters.ended.${endFrom ? (endTo ? 'between' : 'from') : 'to'}`, days),
            without: { endFrom: '', endTo: '' },
          },
        ]
      : []),
  ];
  return (
    <ul className="chips" aria-label={t('students.filters.title')}>
      {chips.map(({ id, text, without }) => (
        <li key={id}>
          <Name text={text} />
          <IconButton
            icon="cross"
            label={t('students.filters.without', { filter: text })}
            onClick={() => onChange(without)}
          />
        </li>
      ))}
    </ul>
  );
}
