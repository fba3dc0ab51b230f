import { languages } from '@sello/contracts';
import { useTranslation } from 'react-i18next';
import { currentUser, session } from '../../auth/session.ts';
import { useSignIn } from '../../auth/useSignIn.ts';
import { currentLanguage, languageNames } from '../../i18n/index.ts';
import { localeTags } from '../../i18n/language.ts';
import { useStore } from '../../state/useStore.ts';
import { usePathTo, useRoutes } from '../../tenancy/routes.ts';
import { Link } from '../../ui/link/Link.tsx';
import { useLanguage } from './useLanguage.ts';

export function Footer() {
  const { t } = useTranslation();
  const routes = useRoutes();
  const pathTo = usePathTo();
  const user = currentUser(useStore(session));
  const { start } = useSignIn();
  const { choose, message } = useLanguage();
  return (
    <footer className="wrap">
      <div className="site-foot">
        <div>
          <p className="it">Sello</p>
          <p className="about">{t('header.about')}</p>
        </div>
        <div>
          <p className="it">{t('header.use')}</p>
          <ul>
            <li>
              <Link to={pathTo('verify')}>{t(routes.verify.labelKey)}</Link>
            </li>
            {user ? null : (
              <li>
                <button type="button" className="link" data-act="sign-in" onClick={start}>
                  {t('header.signIn')}
                </button>
              </li>
            )}
          </ul>
        </div>
        <div>
          <p className="it">{t('common.language')}</p>
          <ul>
            {languages.map((language) => (
              <li key={language}>
                <button
                  type="button"
                  className="link"
                  data-act="language"
                  data-language={language}
                  lang={localeTags[language]}
                  aria-current={language === currentLanguage() || undefined}
                  onClick={() => choose(language)}
                >
                  {languageNames[language]}
                </button>
              </li>
            ))}
          </ul>
          {message ? (
            <p role="alert" className="bad small">
              {message}
            </p>
          ) : null}
        </div>
      </div>
    </footer>
  );
}
