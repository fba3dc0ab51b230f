import { type Language, languages } from '@sello/contracts';
import { useTranslation } from 'react-i18next';
import { currentLanguage, languageNames, setLanguage } from '../../i18n/index.ts';
import { localeTags } from '../../i18n/language.ts';
import { Icon } from '../../ui/icon/Icon.tsx';

export function LanguageSwitch() {
  const { t } = useTranslation();
  return (
    <span className="lang">
      <select
        aria-label={t('common.language')}
        value={currentLanguage()}
        onChange={(event) => void setLanguage(event.target.value as Language)}
      >
        {languages.map((language) => (
          <option key={language} value={language} lang={localeTags[language]}>
            {languageNames[language]}
          </option>
        ))}
      </select>
      <Icon name="down" />
    </span>
  );
}
