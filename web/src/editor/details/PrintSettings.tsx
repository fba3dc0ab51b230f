import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../i18n/index.ts';
import { localeTags } from '../../i18n/language.ts';
import { SelectField } from '../../ui/field/Field.tsx';
import type { Draft } from './draft.ts';
import { dateStyles, localesIn, sampleDate, timeZonesBy } from './locales.ts';

/** The language in which the certificate is set, and how and where its days are. */
export function PrintSettings({
  draft,
  onChange,
}: {
  draft: Draft;
  onChange: (change: Partial<Draft>) => void;
}) {
  const { t } = useTranslation();
  const { locale, timeZone } = draft;
  const tag = localeTags[currentLanguage()];
  const locales = useMemo(() => localesIn(tag, locale), [tag, locale]);
  // The list keeps its order while the dialog is open.
  const [first] = useState(timeZone);
  const { near, groups } = useMemo(() => timeZonesBy(first), [first]);
  const [now] = useState(() => new Date());
  return (
    <>
      <SelectField
        label={t('editorDetails.locale')}
        hint={t('editorDetails.localeHint')}
        value={locale}
        onChange={({ target }) => onChange({ locale: target.value })}
      >
        {locales.map(({ value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </SelectField>
      <div className="pair">
        <SelectField
          label={t('editorDetails.dateStyle')}
          value={draft.dateStyle}
          onChange={({ target }) => {
            const dateStyle = dateStyles.find((style) => style === target.value);
            if (dateStyle) onChange({ dateStyle });
          }}
        >
          {dateStyles.map((dateStyle) => (
            <option key={dateStyle} value={dateStyle}>
              {sampleDate({ locale, dateStyle, timeZone }, now)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t('editorDetails.timeZone')}
          hint={t('editorDetails.timeZoneHint')}
          value={timeZone}
          onChange={({ target }) => onChange({ timeZone: target.value })}
        >
          {near.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
          {[...groups].map(([continent, zones]) => (
            <optgroup key={continent} label={continent}>
              {zones.map(({ value, name }) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </optgroup>
          ))}
        </SelectField>
      </div>
    </>
  );
}
