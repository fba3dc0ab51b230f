import { zoneOf } from '@sello/contracts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../i18n/index.ts';
import { localeTags } from '../../i18n/language.ts';
import { SelectField } from '../../ui/field/Field.tsx';
import { TimeZoneField } from '../../ui/time-zone/TimeZoneField.tsx';
import { zoneName } from '../../ui/time-zone/time-zones.ts';
import type { EditorSession } from '../session/session.ts';
import type { Draft } from './draft.ts';
import { dateStyles, localesIn, sampleDate } from './locales.ts';

/** The language in which the certificate is set, and how and where its days are. */
export function PrintSettings({
  session,
  draft,
  onChange,
}: {
  session: Pick<EditorSession, 'kind' | 'tenant'>;
  draft: Draft;
  onChange: (change: Partial<Draft>) => void;
}) {
  const { t } = useTranslation();
  const { locale, timeZone } = draft;
  const tag = localeTags[currentLanguage()];
  const locales = useMemo(() => localesIn(tag, locale), [tag, locale]);
  const { kind, tenant } = session;
  const ofOrganization = zoneOf({}, tenant);
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
              {sampleDate({ locale, dateStyle, timeZone: timeZone ?? ofOrganization }, now)}
            </option>
          ))}
        </SelectField>
        <TimeZoneField
          label={t('editorDetails.timeZone')}
          hint={t('editorDetails.timeZoneHint')}
          value={timeZone}
          none={
            kind === 'catalog'
              ? t('editorDetails.ofCopier')
              : t('editorDetails.ofOrganization', { zone: zoneName(ofOrganization) })
          }
          onChange={(timeZone) => onChange({ timeZone })}
        />
      </div>
    </>
  );
}
