import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';

const planned = (titleKey: ParseKeys, textKey: ParseKeys) => () => {
  const { t } = useTranslation();
  return (
    <section className="set">
      <div>
        <h2>{t(titleKey)}</h2>
        <p>{t(textKey)}</p>
      </div>
      <p className="it">{t('settings.soon')}</p>
    </section>
  );
};

export const ThemeTab = planned('settings.theme.title', 'settings.theme.text');
export const VerificationTab = planned('settings.verification.title', 'settings.verification.text');
export const OnboardingsTab = planned('settings.onboardings.title', 'settings.onboardings.text');

const integrations = ['lms', 'sso', 'api'] as const;

export function IntegrationsTab() {
  const { t } = useTranslation();
  return (
    <section className="set">
      <div>
        <h2>{t('settings.integrations.title')}</h2>
        <p>{t('settings.integrations.text')}</p>
      </div>
      <ul className="integrations">
        {integrations.map((one) => (
          <li key={one}>
            <h3>{t(`settings.integrations.${one}.title`)}</h3>
            <p className="mute">{t(`settings.integrations.${one}.text`)}</p>
            <em className="it">{t('settings.soon')}</em>
          </li>
        ))}
      </ul>
    </section>
  );
}
