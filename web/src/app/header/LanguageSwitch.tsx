import { type Language, languages } from '@sello/contracts';
import { useTranslation } from 'react-i18next';
import { currentLanguage, languageNames } from '../../i18n/index.ts';
import { localeTags } from '../../i18n/language.ts';
import { Icon } from '../../ui/icon/Icon.tsx';
import { useLanguage } from './useLanguage.ts';

export function LanguageSwitch() {
  const { t } = useTranslation();
  const { choose, message } = useLanguage();
  return (
    <>
      <span className="lang">
        <select
          aria-label={t('common.language')}
          value={currentLanguage()}
          onChange={(event) => choose(event.target.value as Language)}
        >
          {languages.map((language) => (
            <option key={language} value={language} lang={localeTags[language]}>
              {languageNames[language]}
            </option>
          ))}
        </select>
        <Icon name="down" />
      </span>
      {message ? (
        <span role="alert" className="bad small">
          {message}
        </span>
      ) : null}
    </>
  );
}
